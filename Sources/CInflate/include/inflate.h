/// ISA-L's gzip inflater, looked up when the program runs: one binary serves machines with the
/// library and without.
///
/// The header is needed when the program is built, for the layout of the state; without it
/// every function says that there is no ISA-L.
#ifndef PUSHFUNNEL_INFLATE_H
#define PUSHFUNNEL_INFLATE_H

#include <stdint.h>

/// One gzip member at a time.
typedef struct isal_member isal_member;

enum isal_outcome {
    ISAL_MORE = 0,
    /// The member has ended, and its CRC and length are right.
    ISAL_ENDED = 1,
    /// Other outcomes are ISA-L's own codes, below zero.
};

/// The file name of the library that was loaded, with its version; null when there is none.
const char *isal_library(void);

/// Null when there is no library or no memory.
isal_member *isal_member_make(void);
void isal_member_free(isal_member *member);

/// Goes back to the state before a member.
void isal_member_reset(isal_member *member);

/// Inflates what `input` has into `output`; the counts come back as what is left of them.
int isal_member_inflate(
    isal_member *member, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_room);

#endif
