#include "shape.h"
#include "scan.h"

// MARK: What may follow a literal. A damaged value gives NULL.

static inline int is_digit(uint8_t c) { return (uint8_t)(c - '0') <= 9; }

static inline int is_hex_digit(uint8_t c) {
    return is_digit(c) || (uint8_t)((c | 0x20) - 'a') <= 5;
}

/// Whether what follows a literal, other than a usual string, is at a place.
static inline int follows(uint8_t follower, const uint8_t *p, const uint8_t *end) {
    switch (follower) {
    case shape_end: return p == end;
    case shape_number: return is_digit(*p) || *p == '-';
    default: return *p > 0x20 && *p != '"' && *p != '{' && *p != '\\';
    }
}

static inline const uint8_t *behind_digits(const uint8_t *p, const uint8_t *end) {
    const uint8_t *first = p;
    while (p < end && is_digit(*p)) p++;
    return p > first ? p : NULL;
}

/// The place after a number (RFC 8259, section 6).
static __attribute__((noinline)) const uint8_t *behind_number(const uint8_t *p, const uint8_t *end) {
    if (*p == '-') p++;
    p = p < end && *p == '0' ? p + 1 : behind_digits(p, end);
    if (!p || p >= end) return p;
    if (*p == '.') {
        p = behind_digits(p + 1, end);
        if (!p || p >= end) return p;
    }
    if ((*p | 0x20) != 'e') return p;
    p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    return behind_digits(p, end);
}

/// The place after escapes of quotes, backslashes and slashes, and after other characters of ASCII.
static inline const uint8_t *behind_simple_escapes(const uint8_t *p, const uint8_t *end) {
    uint64_t carry = 0, escaped;
    for (; p < end; p += 64) {
        uint64_t stops = scan_escaped_stops(p, &carry, &escaped);
        if (!stops) continue;
        unsigned place = (unsigned)__builtin_ctzll(stops);
        return p + place - (escaped >> place & 1);
    }
    return p;
}

static inline const uint8_t *behind_escape(const uint8_t *p, const uint8_t *end) {
    switch (p[1]) {
    case '"': case '\\': case '/': return behind_simple_escapes(p, end);
    case 'b': case 'f': case 'n': case 'r': case 't': return p + 2;
    case 'u':
        for (int i = 2; i < 6; i++) if (!is_hex_digit(p[i])) return NULL;
        return p + 6;
    default: return NULL;
    }
}

static inline int is_tail(uint8_t c) { return (c & 0xc0) == 0x80; }

/// The place after a character of more than one byte, by the table of RFC 3629.
static inline const uint8_t *behind_character(const uint8_t *p) {
    if (p[0] < 0xe0) return p[0] >= 0xc2 && is_tail(p[1]) ? p + 2 : NULL;
    if (!is_tail(p[1]) || !is_tail(p[2])) return NULL;
    // The first eleven bits show overlong forms, surrogates and values above U+10FFFF.
    unsigned head = (unsigned)p[0] << 8 | p[1];
    if (p[0] < 0xf0) return head >= 0xe0a0 && !(head >= 0xeda0 && head <= 0xedbf) ? p + 3 : NULL;
    return is_tail(p[3]) && head >= 0xf090 && head <= 0xf48f ? p + 4 : NULL;
}

/// The place after a stop in a string, other than a quote.
static inline const uint8_t *behind_stop(
    const uint8_t *p, const uint8_t *end, uint8_t *is_escaped
) {
    if (*p == '\\') {
        *is_escaped = 1;
        return behind_escape(p, end);
    }
    if (*p < 0x80) return NULL;
    do p = behind_character(p); while (p && p < end && *p >= 0x80);
    return p;
}

// MARK: The comparison

static inline void move_to_front(shape_node *node, shape_node *parent, shape_node *previous) {
    previous->next = node->next;
    node->next = parent->child;
    parent->child = node;
}

static inline int begins_plain(const uint8_t *p, const uint8_t *literal, size_t count) {
    return memcmp(p, literal, count) == 0;
}

static inline uint32_t stops_plain(const uint8_t *p) {
    uint32_t stops = 0;
    for (int i = 0; i < 32; i++) {
        uint8_t c = p[i];
        stops |= (uint32_t)(c == '"' || c == '\\' || c < 0x20 || c >= 0x80) << i;
    }
    return stops;
}

#define NAME(function) function##_plain
#define BEGINS begins_plain
#define STOPS stops_plain
#define WIDTH 32
#include "compare.h"

#if SCAN_SSE2
#include <immintrin.h>

static inline int begins_sse2(const uint8_t *p, const uint8_t *literal, size_t count) {
    for (;; count -= 16, p += 16, literal += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)p);
        __m128i y = _mm_loadu_si128((const __m128i *)literal);
        uint32_t differ = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y)) ^ 0xffff;
        if (count <= 16) return (differ & ((1u << count) - 1)) == 0;
        if (differ) return 0;
    }
}

static inline uint32_t stops_sse2(const uint8_t *p) {
    uint32_t stops = scan_string_stops(p);
    return stops ? stops : scan_string_stops(p + 16) << 16;
}

#define NAME(function) function##_sse2
#define BEGINS begins_sse2
#define STOPS stops_sse2
#define WIDTH 32
#include "compare.h"

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)

static inline int begins_avx2(const uint8_t *p, const uint8_t *literal, size_t count) {
    for (;; count -= 32, p += 32, literal += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)p);
        __m256i y = _mm256_loadu_si256((const __m256i *)literal);
        uint32_t differ = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, y));
        if (count <= 32) return _bzhi_u32(differ, (uint32_t)count) == 0;
        if (differ) return 0;
    }
}

static inline uint32_t stops_avx2(const uint8_t *p) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i quote = _mm256_cmpeq_epi8(v, _mm256_set1_epi8('"'));
    __m256i slash = _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\'));
    // A signed comparison: bytes from 0x80 on are negative, so one comparison finds both.
    __m256i other = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v);
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_or_si256(_mm256_or_si256(quote, slash), other));
}

#define NAME(function) function##_avx2
#define BEGINS begins_avx2
#define STOPS stops_avx2
#define WIDTH 32
#include "compare.h"

#pragma clang attribute pop
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,bmi,bmi2"))), apply_to = function)

static inline int begins_avx512(const uint8_t *p, const uint8_t *literal, size_t count) {
    for (;; count -= 64, p += 64, literal += 64) {
        __mmask64 wanted = count < 64 ? _bzhi_u64(~0ull, (uint32_t)count) : ~0ull;
        // Bytes outside the mask are not read.
        __m512i x = _mm512_maskz_loadu_epi8(wanted, p);
        __m512i y = _mm512_maskz_loadu_epi8(wanted, literal);
        uint64_t differ = _mm512_cmpneq_epi8_mask(x, y);
        if (differ || count <= 64) return !differ;
    }
}

static inline uint64_t stops_avx512(const uint8_t *p) {
    __m512i v = _mm512_loadu_si512(p);
    return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'))
        | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'))
        | _mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(0x20));
}

#define NAME(function) function##_avx512
#define BEGINS begins_avx512
#define STOPS stops_avx512
#define WIDTH 64
#include "compare.h"

#pragma clang attribute pop
#endif

#if SCAN_NEON
#include <arm_neon.h>

static inline int begins_neon(const uint8_t *p, const uint8_t *literal, size_t count) {
    static const uint8_t places[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (;; count -= 16, p += 16, literal += 16) {
        uint8x16_t differ = vmvnq_u8(vceqq_u8(vld1q_u8(p), vld1q_u8(literal)));
        if (count < 16) {
            differ = vandq_u8(differ, vcltq_u8(vld1q_u8(places), vdupq_n_u8((uint8_t)count)));
        }
        if (count <= 16 || vmaxvq_u8(differ)) return vmaxvq_u8(differ) == 0;
    }
}

/// All bits of a byte are set if it is a stop.
static inline uint8x16_t stops_of_16(const uint8_t *p) {
    uint8x16_t v = vld1q_u8(p);
    uint8x16_t marks = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
    // A signed comparison: bytes from 0x80 on are negative, so one comparison finds both.
    return vorrq_u8(marks, vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20)));
}

static inline uint64_t stops_neon(const uint8_t *p) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bit = vld1q_u8(bits);
    // Sums of neighbours: three times, eight bytes become one with a bit of each.
    uint8x16_t lower = vpaddq_u8(
        vandq_u8(stops_of_16(p), bit), vandq_u8(stops_of_16(p + 16), bit));
    uint8x16_t upper = vpaddq_u8(
        vandq_u8(stops_of_16(p + 32), bit), vandq_u8(stops_of_16(p + 48), bit));
    uint8x16_t sums = vpaddq_u8(lower, upper);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

#define NAME(function) function##_neon
#define BEGINS begins_neon
#define STOPS stops_neon
#define WIDTH 64
#include "compare.h"
#endif

int shape_has_instructions(shape_instructions instructions) {
    switch (instructions) {
#if SCAN_SSE2
    case shape_avx512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
    case shape_avx2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case shape_sse2: return 1;
#elif SCAN_NEON
    case shape_neon: return 1;
#endif
    default: return instructions == shape_plain;
    }
}

uint32_t shape_compare(
    shape_instructions instructions, shape_node *root, const uint8_t *line, const uint8_t *end,
    const uint8_t **bounds, uint8_t *escapes
) {
    switch (instructions) {
#if SCAN_SSE2
    case shape_avx512: return compare_avx512(root, line, end, bounds, escapes);
    case shape_avx2: return compare_avx2(root, line, end, bounds, escapes);
    case shape_sse2: return compare_sse2(root, line, end, bounds, escapes);
#elif SCAN_NEON
    case shape_neon: return compare_neon(root, line, end, bounds, escapes);
#endif
    default: return compare_plain(root, line, end, bounds, escapes);
    }
}
