#define _GNU_SOURCE
#include "inflate.h"
#include <stddef.h>

#if __has_include(<isa-l/igzip_lib.h>)
#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct isal_member {
    struct inflate_state state;
};

static struct {
    void (*init)(struct inflate_state *);
    void (*reset)(struct inflate_state *);
    int (*inflate)(struct inflate_state *);
    char name[NAME_MAX + 1];
    int is_loaded;
} library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Whether the loaded library has the layout of the header: checked by inflating ten letters.
static int works(void) {
    static const uint8_t packed[] = {
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2b, 0x28,
        0x2d, 0xce, 0x48, 0x2b, 0xcd, 0xcb, 0x4b, 0xcd, 0x01, 0x00, 0xf6, 0xa8,
        0xd0, 0x1f, 0x0a, 0x00, 0x00, 0x00};
    struct inflate_state *state = malloc(sizeof(*state));
    uint8_t text[16];
    if (!state) return 0;
    library.init(state);
    state->crc_flag = ISAL_GZIP;
    state->next_in = (uint8_t *)packed;
    state->avail_in = sizeof packed;
    state->next_out = text;
    state->avail_out = sizeof text;
    int works = library.inflate(state) == ISAL_DECOMP_OK
        && state->block_state == ISAL_BLOCK_FINISH && state->avail_in == 0
        && sizeof text - state->avail_out == 10 && memcmp(text, "pushfunnel", 10) == 0;
    free(state);
    return works;
}

/// The library has no function for its version; the name of the file behind its link has it.
static void find_name(void) {
    Dl_info info;
    char path[PATH_MAX];
    if (!dladdr((void *)library.inflate, &info) || !realpath(info.dli_fname, path)) return;
    const char *slash = strrchr(path, '/');
    strncpy(library.name, slash ? slash + 1 : path, NAME_MAX);
}

/// The name holds the version of the interface (2), so no other layout is loaded.
static void load(void) {
    void *handle = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    *(void **)&library.init = dlsym(handle, "isal_inflate_init");
    *(void **)&library.reset = dlsym(handle, "isal_inflate_reset");
    *(void **)&library.inflate = dlsym(handle, "isal_inflate");
    if (!library.init || !library.reset || !library.inflate || !works()) return;
    strcpy(library.name, "libisal.so.2");
    find_name();
    library.is_loaded = 1;
}

int isal_is_built(void) { return 1; }

const char *isal_library(void) {
    pthread_once(&once, load);
    return library.is_loaded ? library.name : NULL;
}

isal_member *isal_member_make(void) {
    if (!isal_library()) return NULL;
    isal_member *member = malloc(sizeof(isal_member));
    if (!member) return NULL;
    library.init(&member->state);
    member->state.crc_flag = ISAL_GZIP;
    return member;
}

void isal_member_free(isal_member *member) { free(member); }

void isal_member_reset(isal_member *member) {
    library.reset(&member->state);
    member->state.crc_flag = ISAL_GZIP;
}

int isal_member_inflate(
    isal_member *member, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_room) {
    struct inflate_state *state = &member->state;
    state->next_in = (uint8_t *)input;
    state->avail_in = *input_count;
    state->next_out = output;
    state->avail_out = *output_room;
    int code = library.inflate(state);
    *input_count = state->avail_in;
    *output_room = state->avail_out;
    if (code < 0) return code;
    return state->block_state == ISAL_BLOCK_FINISH ? ISAL_ENDED : ISAL_MORE;
}

#else

#if defined(__x86_64__) || defined(__aarch64__)
#warning "the header of ISA-L (libisal-dev) is missing: zlib inflates, in twice the time"
#endif

int isal_is_built(void) { return 0; }
const char *isal_library(void) { return NULL; }
isal_member *isal_member_make(void) { return NULL; }
void isal_member_free(isal_member *member) { (void)member; }
void isal_member_reset(isal_member *member) { (void)member; }
int isal_member_inflate(
    isal_member *member, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_room) {
    (void)member, (void)input, (void)input_count, (void)output, (void)output_room;
    return -1;
}

#endif
