/// Finds, compares and hashes bytes, sixteen at a time.
///
/// This is C because Swift's `SIMD16<UInt8>` comparisons run at a fortieth of this speed. Functions
/// read whole blocks of sixteen bytes: the caller keeps that many readable after its data.
#ifndef PUSHFUNNEL_SCAN_H
#define PUSHFUNNEL_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The first place of `part` in `text`, or NULL: the C library's memmem, which Swift cannot import.
const uint8_t *scan_find(
    const uint8_t *text, size_t length, const uint8_t *part, size_t part_length);

/// Triples of bytes to search for, in eight groups: for each byte of a triple, the groups (one bit
/// each) that have its lower and its upper four bits.
typedef struct {
    uint8_t low[3][16];
    uint8_t high[3][16];
} scan_triples;

/// The groups that three bytes may belong to.
static inline uint8_t scan_triple_groups(const uint8_t *p, const scan_triples *triples) {
    uint8_t groups = 0xff;
    for (int i = 0; i < 3; i++) {
        groups &= triples->low[i][p[i] & 15] & triples->high[i][p[i] >> 4];
    }
    return groups;
}

/// The first of `from`, `from + 32`, … before `end` with a possible triple at it or at one of the
/// next 31 places; `end` or more if there is none. `places` gets a bit for each possible triple,
/// also after the end. The method is Hyperscan's "Teddy" (Wang and others, NSDI 2019), with sixteen
/// or 32 places at a time, depending on the processor. 34 bytes after the end are readable.
size_t scan_next_triples(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places);

/// The same one place at a time, for processors without SSSE3.
size_t scan_next_triples_plainly(
    const uint8_t *text, size_t from, size_t end, const scan_triples *triples, uint32_t *places);

/// Prefetches the memory at `p`. Never faults.
static inline void scan_prefetch(const void *p) { __builtin_prefetch(p); }

/// `-DSCAN_PORTABLE` selects the code for machines without SSE2 and NEON, for its tests.
#if defined(__SSE2__) && !defined(SCAN_PORTABLE)
#define SCAN_SSE2 1
#else
#define SCAN_SSE2 0
#endif
#if defined(__ARM_NEON) && defined(__aarch64__) && !defined(SCAN_PORTABLE)
#define SCAN_NEON 1
#else
#define SCAN_NEON 0
#endif

#if SCAN_SSE2
#include <emmintrin.h>

/// A bit for each of sixteen bytes that is `"`, `\`, a control character or non-ASCII.
static inline uint32_t scan_string_stops(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    __m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    // A signed comparison: bytes from 0x80 on are negative, so one comparison finds both.
    __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), other));
}

/// The same for 64 bytes. Tests all of them first, because most runs have no stop.
static inline uint64_t scan_long_string_stops(const uint8_t *p) {
    __m128i any = _mm_setzero_si128();
    __m128i stops[4];
    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(p + 16 * i));
        __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
        __m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
        __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
        stops[i] = _mm_or_si128(_mm_or_si128(quote, slash), other);
        any = _mm_or_si128(any, stops[i]);
    }
    if (_mm_movemask_epi8(any) == 0) return 0;
    uint64_t result = 0;
    for (int i = 0; i < 4; i++) {
        result |= (uint64_t)(uint32_t)_mm_movemask_epi8(stops[i]) << (16 * i);
    }
    return result;
}

/// A bit for each of sixteen bytes that is `"` or `\`.
static inline uint32_t scan_quotes(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    __m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(quote, slash));
}

/// Bits for each of 64 bytes: backslashes; quotes; quotes, backslashes and slashes; control
/// characters and non-ASCII bytes.
static inline void scan_escape_masks(
    const uint8_t *p, uint64_t *slashes, uint64_t *quotes, uint64_t *simple, uint64_t *others
) {
    *slashes = *quotes = *simple = *others = 0;
    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(p + 16 * i));
        __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
        __m128i slash = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
        __m128i both = _mm_or_si128(
            _mm_or_si128(quote, slash), _mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
        __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
        *slashes |= (uint64_t)(uint32_t)_mm_movemask_epi8(slash) << (16 * i);
        *quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(quote) << (16 * i);
        *simple |= (uint64_t)(uint32_t)_mm_movemask_epi8(both) << (16 * i);
        *others |= (uint64_t)(uint32_t)_mm_movemask_epi8(other) << (16 * i);
    }
}
#else
static inline void scan_escape_masks(
    const uint8_t *p, uint64_t *slashes, uint64_t *quotes, uint64_t *simple, uint64_t *others
) {
    *slashes = *quotes = *simple = *others = 0;
    for (int i = 0; i < 64; i++) {
        uint8_t c = p[i];
        *slashes |= (uint64_t)(c == '\\') << i;
        *quotes |= (uint64_t)(c == '"') << i;
        *simple |= (uint64_t)(c == '\\' || c == '"' || c == '/') << i;
        *others |= (uint64_t)(c < 0x20 || c >= 0x80) << i;
    }
}

static inline uint32_t scan_quotes(const uint8_t *p) {
    uint32_t quotes = 0;
    for (int i = 0; i < 16; i++) {
        quotes |= (uint32_t)(p[i] == '"' || p[i] == '\\') << i;
    }
    return quotes;
}

static inline uint32_t scan_string_stops(const uint8_t *p) {
    uint32_t stops = 0;
    for (int i = 0; i < 16; i++) {
        uint8_t c = p[i];
        stops |= (uint32_t)(c == '"' || c == '\\' || c < 0x20 || c >= 0x80) << i;
    }
    return stops;
}

static inline uint64_t scan_long_string_stops(const uint8_t *p) {
    uint64_t stops = 0;
    for (int i = 0; i < 4; i++) stops |= (uint64_t)scan_string_stops(p + 16 * i) << (16 * i);
    return stops;
}
#endif

/// The backslashes in 64 bytes that escape the next byte; `escaped` gets a bit for each escaped
/// byte. `carry` is 1 if the first byte is escaped.
static inline uint64_t scan_escapes(uint64_t slashes, uint64_t carry, uint64_t *escaped) {
    const uint64_t odd = 0xaaaaaaaaaaaaaaaa;
    // Every second backslash of a run escapes. The subtraction borrows through the runs, as in
    // simdjson.
    uint64_t first = slashes & ~carry;
    uint64_t ends = (((first << 1) | odd) - first) ^ odd;
    *escaped = ends ^ (slashes | carry);
    return ends & slashes;
}

/// A bit for each of 64 bytes of a string at which a reader stops: an unescaped quote, a control
/// character, a non-ASCII byte, and the byte after a backslash unless the escape is `\"`, `\\` or
/// `\/`. `escaped` has a bit for each escaped byte. `carry` is 1 if the first byte is escaped, and
/// becomes 1 if the byte after the 64 is.
static inline uint64_t scan_escaped_stops(
    const uint8_t *p, uint64_t *carry, uint64_t *escaped
) {
    uint64_t slashes, quotes, simple, others;
    scan_escape_masks(p, &slashes, &quotes, &simple, &others);
    uint64_t escapes = scan_escapes(slashes, *carry, escaped);
    *carry = escapes >> 63;
    return (quotes & ~*escaped) | others | (*escaped & ~simple);
}

/// The numbers of bytes read and written.
typedef struct {
    size_t read;
    size_t written;
} scan_copied;

/// Copies `count` bytes of a string and drops the backslashes of `\"`, `\\` and `\/`, up to any
/// other escape. 64 bytes after the text are readable, 16 after the output are writable.
scan_copied scan_copy_unescaped(const uint8_t *p, size_t count, uint8_t *to);

/// Copies sixteen bytes.
static inline void scan_copy(uint8_t *to, const uint8_t *from) {
    memcpy(to, from, 16);
}

/// A 64-bit multiplication, folded: every bit of the result depends on all bits of both factors.
static inline uint64_t scan_fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t scan_word(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

/// The lowest `count` bytes of a word, from 0 to 8.
static inline uint64_t scan_low_bytes(uint64_t word, size_t count) {
    return count >= 8 ? word : word & ((1ull << (8 * count)) - 1);
}

/// A hash of `count` bytes for one process: multiplied and folded, sixteen bytes at a time. The
/// seeds are random for each run, so input cannot be made to collide.
static inline uint64_t scan_hash(
    const uint8_t *p, size_t count, uint64_t seed, uint64_t second_seed
) {
    uint64_t hash = seed;
    size_t left = count;
    for (; left > 16; left -= 16, p += 16) {
        hash = scan_fold(scan_word(p) ^ hash, scan_word(p + 8) ^ second_seed);
    }
    uint64_t first = scan_low_bytes(scan_word(p), left);
    uint64_t second = left > 8 ? scan_low_bytes(scan_word(p + 8), left - 8) : 0;
    return scan_fold(first ^ hash, second ^ second_seed);
}

/// The same with fewer instructions, and not hard to collide: for a table that compares in full and
/// forgets.
static inline uint64_t scan_quick_hash(const uint8_t *p, size_t count, uint64_t seed) {
    uint64_t hash = seed ^ count;
    if (count < 8) {
        return scan_fold(scan_low_bytes(scan_word(p), count) ^ hash, 0x9e3779b97f4a7c15);
    }
    for (size_t i = 0; i + 16 < count; i += 16) {
        hash = scan_fold(scan_word(p + i) ^ hash, scan_word(p + i + 8) ^ 0x9e3779b97f4a7c15);
    }
    const uint8_t *last = p + count - 8;
    const uint8_t *first = count > 16 ? last - 8 : p;
    return scan_fold(scan_word(first) ^ hash, scan_word(last) ^ 0x9e3779b97f4a7c15);
}

/// Whether two runs of bytes are equal. Faster than memcmp for fields of a few bytes, because it is
/// inlined.
static inline int scan_equal(const uint8_t *a, const uint8_t *b, size_t count) {
#if SCAN_SSE2
    for (size_t i = 0; i < count; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        uint32_t same = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
        uint32_t wanted = count - i >= 16 ? 0xffff : (1u << (count - i)) - 1;
        if ((same & wanted) != wanted) return 0;
    }
    return 1;
#else
    return memcmp(a, b, count) == 0;
#endif
}

#endif
