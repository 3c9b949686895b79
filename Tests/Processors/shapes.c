// Compares lines with shapes by every set of instructions that this processor has, and fails if one
// finds something else than the plain code. For processors on which Swift's tests do not run.
#include "shape.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { parts = 12, longest = 160, padding = 64, rounds = 2000000 };

typedef struct {
    uint32_t shape;
    const uint8_t *bounds[2 * parts + 2];
    uint8_t escapes[parts + 2];
} answer;

static uint64_t state = 1;

static unsigned below(unsigned count) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)(state >> 33) % count;
}

static const char *const values[] = {
    "x", "{}", "a value of some more bytes than thirty-two, and then sixty-four bytes, too",
    "\\\"", "\\u00e9", "\\n", "é", "東京", "🛒", "\\\\\\/", "\x01", "\xff", "\"", "", "\\x",
};
static const char *const numbers[] = {"0", "-12.5e3", "01", "1.", "12345678901234567890", "x"};
static const char *const literals[] = {
    "\":\"", "\",\"name\":\"", "{\"a\":\"", "\",\"longer than sixteen bytes\":{\"and then\":\"",
    "\",\"a literal of more than sixty-four bytes, which takes several comparisons\":[null,true,\"",
};

/// A path of nodes: literals with strings between them, a number, the end of the line.
static unsigned make_path(shape_node *nodes) {
    unsigned count = 2 + below(parts - 2);
    for (unsigned i = 0; i <= count; i++) {
        char *literal = calloc(1, longest + padding);
        strcpy(literal, literals[below(sizeof literals / sizeof *literals)]);
        uint8_t follower = i == count ? shape_end : below(5) ? shape_string : below(2) + 1;
        if (follower == shape_end) strcpy(literal, "\"}");
        if (follower == shape_number) strcpy(strrchr(literal, '"'), "");
        nodes[i] = (shape_node){
            .literal = (uint8_t *)literal, .child = i == count ? NULL : &nodes[i + 1],
            .count = (uint32_t)strlen(literal), .shape = 7, .follower = follower};
    }
    return count;
}

static size_t make_line(const shape_node *nodes, unsigned count, uint8_t *line) {
    size_t length = 0;
    for (unsigned i = 0; i <= count; i++) {
        memcpy(line + length, nodes[i].literal, nodes[i].count);
        length += nodes[i].count;
        if (nodes[i].follower == shape_end) break;
        int is_number = nodes[i].follower == shape_number;
        // Damaged values stand at the end of each list: most lines are whole.
        unsigned most = below(8) ? (is_number ? 2 : 10) : (is_number ? 6 : 15);
        for (unsigned times = 1 + (is_number ? 0 : below(3)); times; times--) {
            const char *value = is_number ? numbers[below(most)] : values[below(most)];
            memcpy(line + length, value, strlen(value));
            length += strlen(value);
        }
    }
    if (!below(8)) length -= below((unsigned)length);
    if (!below(8)) line[below((unsigned)length + 1)] = (uint8_t)below(256);
    return length;
}

static answer compare(
    shape_instructions instructions, shape_node *root, const uint8_t *line, size_t length
) {
    answer found;
    memset(&found, 0, sizeof found);
    found.shape = shape_compare(
        instructions, root, line, line + length, found.bounds, found.escapes);
    return found;
}

int main(void) {
    static uint8_t line[parts * 4 * longest + padding];
    unsigned whole = 0;
    for (unsigned round = 0; round < rounds / 100; round++) {
        shape_node nodes[parts + 1], root = {.child = nodes};
        unsigned count = make_path(nodes);
        for (unsigned i = 0; i < 100; i++) {
            size_t length = make_line(nodes, count, line);
            for (unsigned j = 0; j < padding; j++) line[length + j] = (uint8_t)below(256);
            answer expected = compare(shape_plain, &root, line, length);
            whole += expected.shape != 0;
            for (shape_instructions one = shape_sse2; one <= shape_neon; one++) {
                if (!shape_has_instructions(one)) continue;
                answer found = compare(one, &root, line, length);
                if (!memcmp(&found, &expected, sizeof found)) continue;
                printf("instructions %d: %u instead of %u for %.*s\n", one, found.shape,
                    expected.shape, (int)length, line);
                return 1;
            }
        }
        for (unsigned i = 0; i <= count; i++) free((void *)nodes[i].literal);
    }
    printf("%d lines, %u of a known shape, read alike by instructions", rounds, whole);
    for (shape_instructions one = shape_plain; one <= shape_neon; one++) {
        if (shape_has_instructions(one)) printf(" %d", one);
    }
    printf("\n");
    return whole == 0;
}
