/// What Linux has and Swift does not show: files in memory, pipes that keep pieces apart.
#ifndef PUSHFUNNEL_FUZZ_H
#define PUSHFUNNEL_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/// A file in memory; negative when there is none to be had. See memfd_create(2).
int fuzz_memory_file(void);

/// A pipe of which each `read` gives one `write`, at most a page (`O_DIRECT`, see pipe(2)), with
/// room for at least 256 of them. 0 when it is made.
int fuzz_piece_pipe(int ends[2]);

typedef int (*fuzz_target)(const uint8_t *data, size_t size);

/// libFuzzer as a library: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
int LLVMFuzzerRunDriver(int *count, char ***arguments, fuzz_target target);

#endif
