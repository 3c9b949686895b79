#define _GNU_SOURCE
#include "scan.h"
#include <string.h>

const uint8_t *scan_find(
    const uint8_t *text, size_t length, const uint8_t *part, size_t part_length
) {
    return memmem(text, length, part, part_length);
}

scan_copied scan_copy_unescaped(const uint8_t *p, size_t count, uint8_t *to) {
    uint64_t carry = 0;
    size_t at = 0;
    uint8_t *out = to;
    while (at < count) {
        uint64_t slashes, quotes, simple, others, escaped;
        scan_escape_masks(p + at, &slashes, &quotes, &simple, &others);
        uint64_t escapes = scan_escapes(slashes, carry, &escaped);
        carry = escapes >> 63;
        size_t length = count - at < 64 ? count - at : 64;
        uint64_t stops = escaped & ~simple;
        size_t stop = stops ? (size_t)__builtin_ctzll(stops) : 64;
        int is_stopped = stop < length;
        if (is_stopped) {
            // The backslash may be the last byte of the previous block, which was not copied.
            if (stop == 0) return (scan_copied){at - 1, (size_t)(out - to)};
            length = stop - 1;
        }
        if (length < 64) escapes &= (1ull << length) - 1;
        for (size_t from = 0; from <= length;) {
            size_t next = escapes ? (size_t)__builtin_ctzll(escapes) : length;
            for (size_t i = from; i < next; i += 16) scan_copy(out + (i - from), p + at + i);
            out += next - from;
            from = next + 1;
            escapes &= escapes - 1;
        }
        at += length;
        if (is_stopped) break;
    }
    return (scan_copied){at, (size_t)(out - to)};
}

size_t scan_next_triples_plainly(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places
) {
    for (size_t at = from; at < end; at += 32) {
        uint32_t found = 0;
        for (int i = 0; i < 32; i++) {
            found |= (uint32_t)(scan_triple_groups(text + at + i, triples) != 0) << i;
        }
        *places = found;
        if (found) return at;
    }
    return end;
}

#if SCAN_SSE2
#include <immintrin.h>

__attribute__((target("ssse3"))) static inline __m128i groups_of_byte(
    const uint8_t *p, const uint8_t *low, const uint8_t *high
) {
    const __m128i bits = _mm_set1_epi8(15);
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i l = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)low), _mm_and_si128(v, bits));
    __m128i h = _mm_and_si128(_mm_srli_epi16(v, 4), bits);
    return _mm_and_si128(l, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)high), h));
}

__attribute__((target("ssse3"))) static inline uint32_t places_of_16(
    const uint8_t *p, const scan_triples *t
) {
    __m128i found = groups_of_byte(p, t->low[0], t->high[0]);
    found = _mm_and_si128(found, groups_of_byte(p + 1, t->low[1], t->high[1]));
    found = _mm_and_si128(found, groups_of_byte(p + 2, t->low[2], t->high[2]));
    __m128i none = _mm_cmpeq_epi8(found, _mm_setzero_si128());
    return (uint32_t)_mm_movemask_epi8(none) ^ 0xffff;
}

__attribute__((target("ssse3"))) static size_t next_triples_ssse3(
    const uint8_t *text, size_t from, size_t end, const scan_triples *t, uint32_t *places
) {
    for (size_t at = from; at < end; at += 32) {
        *places = places_of_16(text + at, t) | places_of_16(text + at + 16, t) << 16;
        if (*places) return at;
    }
    return end;
}

__attribute__((target("avx2"))) static inline __m256i groups_of_byte_avx2(
    const uint8_t *p, const uint8_t *low, const uint8_t *high
) {
    const __m256i bits = _mm256_set1_epi8(15);
    __m256i lows = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)low));
    __m256i highs = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)high));
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i h = _mm256_and_si256(_mm256_srli_epi16(v, 4), bits);
    return _mm256_and_si256(
        _mm256_shuffle_epi8(lows, _mm256_and_si256(v, bits)), _mm256_shuffle_epi8(highs, h));
}

__attribute__((target("avx2"))) static size_t next_triples_avx2(
    const uint8_t *text, size_t from, size_t end, const scan_triples *t, uint32_t *places
) {
    for (size_t at = from; at < end; at += 32) {
        const uint8_t *p = text + at;
        __m256i found = groups_of_byte_avx2(p, t->low[0], t->high[0]);
        found = _mm256_and_si256(found, groups_of_byte_avx2(p + 1, t->low[1], t->high[1]));
        found = _mm256_and_si256(found, groups_of_byte_avx2(p + 2, t->low[2], t->high[2]));
        __m256i none = _mm256_cmpeq_epi8(found, _mm256_setzero_si256());
        *places = ~(uint32_t)_mm256_movemask_epi8(none);
        if (*places) return at;
    }
    return end;
}

size_t scan_next_triples(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places
) {
    if (__builtin_cpu_supports("avx2")) {
        return next_triples_avx2(text, from, end, triples, places);
    }
    if (__builtin_cpu_supports("ssse3")) {
        return next_triples_ssse3(text, from, end, triples, places);
    }
    return scan_next_triples_plainly(text, from, end, triples, places);
}
#else
size_t scan_next_triples(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places
) {
    return scan_next_triples_plainly(text, from, end, triples, places);
}
#endif
