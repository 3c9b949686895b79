#define _GNU_SOURCE
#include "scan.h"
#include <string.h>

const uint8_t *scan_find(
    const uint8_t *text, size_t length, const uint8_t *part, size_t part_length
) {
    return memmem(text, length, part, part_length);
}
