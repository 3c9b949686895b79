/// Compares lines with shapes: literals with values between them (see `ShapeTree`).
///
/// This is C because the loop needs comparisons of 16 to 64 bytes that are inlined into it and chosen when
/// the program runs.
#ifndef PUSHFUNNEL_SHAPE_H
#define PUSHFUNNEL_SHAPE_H

#include <stdint.h>

/// What follows a literal.
enum {
    /// The characters of a string that is not empty.
    shape_string,
    /// The same, where an object may stand in the string: the first character shows that it does
    /// not.
    shape_plain_string,
    shape_number,
    /// The end of the line.
    shape_end,
};

/// A literal. `SHAPE_PADDING` bytes after it are readable.
typedef struct shape_node {
    const uint8_t *literal;
    /// The next literal after the same value.
    struct shape_node *next;
    /// The first literal after the value that follows this one.
    struct shape_node *child;
    uint32_t count;
    /// The number of the shape if the line ends with this literal.
    uint16_t shape;
    uint8_t follower;
} shape_node;

#define SHAPE_PADDING 32

/// The instructions to use: those of every processor, of Intel's and AMD's, of ARM's with 64 bits.
typedef enum {
    shape_plain, shape_sse2, shape_avx2, shape_avx512, shape_neon
} shape_instructions;

/// Whether this processor has them.
int shape_has_instructions(shape_instructions instructions);

/// The shape of a line; 0 if it has none of those below `root` or is damaged.
///
/// `bounds` gets the start and the end of each value, `escapes` whether it is a string with
/// escapes. Moves each literal found before its siblings, so usual ones are found first. 64 bytes
/// after the line are readable.
uint32_t shape_compare(
    shape_instructions instructions, shape_node *root, const uint8_t *line, const uint8_t *end,
    const uint8_t **bounds, uint8_t *escapes);

#endif
