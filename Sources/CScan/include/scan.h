/// Finds the bytes that end a run inside a JSON string, sixteen at a time.
///
/// Swift's `SIMD16<UInt8>` comparisons compile to a fortieth of this speed, so this one
/// step is C. Every function reads sixteen bytes from `p`: the caller keeps that many
/// readable past the end of its data.
#ifndef PUSHFUNNEL_SCAN_H
#define PUSHFUNNEL_SCAN_H

#include <stddef.h>
#include <stdint.h>

/// Whether `part` stands in `text`: the C library's memmem, which Swift does not show.
int scan_contains(const uint8_t *text, size_t length, const uint8_t *part, size_t part_length);

#if defined(__SSE2__)
#include <emmintrin.h>

/// A bit for each of sixteen bytes that is `"`, `\`, a control character or not ASCII.
static inline uint32_t scan_string_stops(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    __m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    // A signed comparison: bytes from 0x80 on are negative, so both ends are caught at once.
    __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), other));
}
#else
static inline uint32_t scan_string_stops(const uint8_t *p) {
    uint32_t stops = 0;
    for (int i = 0; i < 16; i++) {
        uint8_t c = p[i];
        stops |= (uint32_t)(c == '"' || c == '\\' || c < 0x20 || c >= 0x80) << i;
    }
    return stops;
}
#endif

#endif
