// Computes CRCs by this processor's instructions and bit by bit, and fails if they differ. For
// processors on which Swift's tests do not run.
#include "crc.h"
#include <stdio.h>
#include <stdlib.h>

enum { longest = 700, rounds = 20000 };

static uint64_t state = 1;

static unsigned below(unsigned count) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)(state >> 33) % count;
}

static uint32_t plain_crc(uint32_t crc, const uint8_t *bytes, size_t count) {
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

int main(void) {
    if (!fast_crc_is_available()) {
        puts("this processor has no instructions for CRCs");
        return 1;
    }
    uint8_t bytes[longest];
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < longest; i++) bytes[i] = (uint8_t)below(256);
        uint32_t before = round % 3 ? (uint32_t)(state >> 32) : 0;
        unsigned start = below(16), count = below(longest - 16);
        if (fast_crc(before, bytes + start, count) == plain_crc(before, bytes + start, count))
            continue;
        printf("round %d: %u bytes from %u differ\n", round, count, start);
        return 1;
    }
    printf("%d CRCs, all as bit by bit\n", rounds);
    return 0;
}
