#include "crc.h"
#include <string.h>

#if defined(__x86_64__) || defined(__aarch64__)

/// The register behind one more byte, bit by bit. P is the polynomial of gzip, its highest power in
/// the lowest bit.
static uint32_t after_byte(uint32_t register_, uint8_t byte) {
    register_ ^= byte;
    for (int bit = 0; bit < 8; bit++)
        register_ = register_ >> 1 ^ (register_ & 1 ? 0xedb88320 : 0);
    return register_;
}

#endif

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_PRODUCTS __attribute__((target("pclmul,sse4.1")))

int fast_crc_is_available(void) {
    return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

/// What moves sixteen bytes ahead by a distance of n bits, modulo P: x^(n + 32) for their first
/// half, x^(n - 32) for their second, with their bits in reverse (Gopal and others, "Fast CRC
/// Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel 2009).
#define AHEAD_BY_512 _mm_set_epi64x(0x1c6e41596, 0x154442bd4)
#define AHEAD_BY_128 _mm_set_epi64x(0x0ccaa009e, 0x1751997d0)

/// `block`, moved ahead, joined to the bytes that stand there.
WITH_PRODUCTS static inline __m128i joined(__m128i block, __m128i ahead, __m128i bytes) {
    __m128i first = _mm_clmulepi64_si128(block, ahead, 0x00);
    __m128i second = _mm_clmulepi64_si128(block, ahead, 0x11);
    return _mm_xor_si128(_mm_xor_si128(first, second), bytes);
}

static inline __m128i sixteen(const uint8_t *bytes) {
    return _mm_loadu_si128((const __m128i *)bytes);
}

WITH_PRODUCTS uint32_t fast_crc(uint32_t crc, const uint8_t *bytes, size_t count) {
    uint32_t register_ = ~crc;
    if (count >= 64) {
        __m128i blocks[4];
        for (int i = 0; i < 4; i++) blocks[i] = sixteen(bytes + 16 * i);
        blocks[0] = _mm_xor_si128(blocks[0], _mm_cvtsi32_si128((int)register_));
        for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64)
            for (int i = 0; i < 4; i++)
                blocks[i] = joined(blocks[i], AHEAD_BY_512, sixteen(bytes + 16 * i));
        __m128i block = blocks[0];
        for (int i = 1; i < 4; i++) block = joined(block, AHEAD_BY_128, blocks[i]);
        for (; count >= 16; bytes += 16, count -= 16)
            block = joined(block, AHEAD_BY_128, sixteen(bytes));
        uint8_t left[16];
        memcpy(left, &block, sizeof left);
        register_ = 0;
        for (int i = 0; i < 16; i++) register_ = after_byte(register_, left[i]);
    }
    for (; count > 0; bytes++, count--) register_ = after_byte(register_, *bytes);
    return ~register_;
}

#elif defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>

#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif

int fast_crc_is_available(void) { return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0; }

__attribute__((target("+crc"))) uint32_t fast_crc(
    uint32_t crc, const uint8_t *bytes, size_t count) {
    uint32_t register_ = ~crc;
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t eight;
        memcpy(&eight, bytes, sizeof eight);
        register_ = __crc32d(register_, eight);
    }
    for (; count > 0; bytes++, count--) register_ = after_byte(register_, *bytes);
    return ~register_;
}

#else

int fast_crc_is_available(void) { return 0; }
uint32_t fast_crc(uint32_t crc, const uint8_t *bytes, size_t count) {
    (void)bytes, (void)count;
    return crc;
}

#endif
