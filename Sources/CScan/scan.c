#define _GNU_SOURCE
#include "scan.h"
#include <string.h>

const uint8_t *scan_find(
    const uint8_t *text, size_t length, const uint8_t *part, size_t part_length
) {
    return memmem(text, length, part, part_length);
}

size_t scan_next_triples_plainly(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places
) {
    for (size_t at = from; at < end; at += 16) {
        uint32_t found = 0;
        for (int i = 0; i < 16; i++) {
            found |= (uint32_t)(scan_triple_groups(text + at + i, triples) != 0) << i;
        }
        *places = found;
        if (found) return at;
    }
    return end;
}

#if SCAN_SSE2
#include <tmmintrin.h>

__attribute__((target("ssse3"))) static inline __m128i groups_of_byte(
    const uint8_t *p, const uint8_t *low, const uint8_t *high
) {
    const __m128i bits = _mm_set1_epi8(15);
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i l = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)low), _mm_and_si128(v, bits));
    __m128i h = _mm_and_si128(_mm_srli_epi16(v, 4), bits);
    return _mm_and_si128(l, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)high), h));
}

__attribute__((target("ssse3"))) static size_t next_triples_ssse3(
    const uint8_t *text, size_t from, size_t end, const scan_triples *t, uint32_t *places
) {
    for (size_t at = from; at < end; at += 16) {
        __m128i found = groups_of_byte(text + at, t->low[0], t->high[0]);
        found = _mm_and_si128(found, groups_of_byte(text + at + 1, t->low[1], t->high[1]));
        found = _mm_and_si128(found, groups_of_byte(text + at + 2, t->low[2], t->high[2]));
        __m128i none = _mm_cmpeq_epi8(found, _mm_setzero_si128());
        *places = (uint32_t)_mm_movemask_epi8(none) ^ 0xffff;
        if (*places) return at;
    }
    return end;
}

size_t scan_next_triples(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places
) {
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
