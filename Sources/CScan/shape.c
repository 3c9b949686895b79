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
#include "compare.h"

#pragma clang attribute pop

shape_instructions shape_best_instructions(void) {
    int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return has_avx2 ? shape_avx2 : shape_sse2;
}
#else
shape_instructions shape_best_instructions(void) { return shape_plain; }
#endif

uint32_t shape_compare(
    shape_instructions instructions, shape_node *root, const uint8_t *line, const uint8_t *end,
    const uint8_t **bounds, uint8_t *escapes
) {
    switch (instructions) {
#if SCAN_SSE2
    case shape_avx2: return compare_avx2(root, line, end, bounds, escapes);
    case shape_sse2: return compare_sse2(root, line, end, bounds, escapes);
#endif
    default: return compare_plain(root, line, end, bounds, escapes);
    }
}
