#define _GNU_SOURCE
#include "fuzz.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int fuzz_memory_file(void) { return memfd_create("fuzz", MFD_CLOEXEC); }

int fuzz_piece_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC | O_DIRECT) != 0) return -1;
    return fcntl(ends[1], F_SETPIPE_SZ, 256 * 4096) < 0 ? -1 : 0;
}
