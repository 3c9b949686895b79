/// ISA-L's gzip inflater, looked up at run time: one binary works with the library and without it.
///
/// The build needs ISA-L's header, for the layout of the state. Without the header every function
/// reports that there is no ISA-L, and zlib inflates with the help of `crc.h`.
#ifndef PUSHFUNNEL_INFLATE_H
#define PUSHFUNNEL_INFLATE_H

#include <stdint.h>

/// One gzip member at a time.
typedef struct isal_member isal_member;

enum isal_outcome {
    ISAL_MORE = 0,
    /// The member has ended, and its CRC and length are correct.
    ISAL_ENDED = 1,
    /// Negative values are ISA-L's own codes.
};

/// Whether the build had ISA-L's header.
int isal_is_built(void);

/// The file name of the loaded library, with its version; NULL without a library.
const char *isal_library(void);

/// NULL without a library or memory.
isal_member *isal_member_make(void);
void isal_member_free(isal_member *member);

/// Resets the state for the next member.
void isal_member_reset(isal_member *member);

/// Inflates `input` into `output`. On return the counts are the bytes left of each.
int isal_member_inflate(
    isal_member *member, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_room);

#endif
