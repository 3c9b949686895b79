// The calls of libc that are watched: each counts itself, and goes on to libc unless it is spoilt.
#define _GNU_SOURCE
#include "faults.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/// libc's own function of this name.
#define LIBC(result, name, ...)                                                       \
    static result (*libc_##name)(__VA_ARGS__);                                        \
    if (!libc_##name) libc_##name = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

/// Counts a call that moves no bytes, and makes it unless it is spoilt.
#define CALL(act, name, path, failed, remember, call)                                 \
    switch (faults_next(act, name, path)) {                                           \
    case VERDICT_FAIL: return failed;                                                 \
    case VERDICT_DIE_HALFWAY:                                                         \
    case VERDICT_DIE_AFTER: (void)(call); faults_die();                               \
    default: break;                                                                   \
    }                                                                                 \
    remember;                                                                         \
    return call

// MARK: Opening

static int is_there(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

static int open_watched(
    int (*libc)(const char *, int, ...), const char *path, int flags, mode_t mode
) {
    if (!faults_watch(path)) return libc(path, flags, mode);
    int makes = (flags & O_CREAT) && !is_there(path);
    int empties = !makes && (flags & O_TRUNC);
    int reads = (flags & O_ACCMODE) == O_RDONLY;
    if (reads && (flags & O_DIRECTORY)) return libc(path, flags, mode);
    enum verdict verdict =
        faults_next(makes ? ACT_GROW : reads ? ACT_LOOK : ACT_CHANGE, "open", path);
    if (verdict == VERDICT_FAIL) return -1;
    int fd = libc(path, flags & ~O_TRUNC, mode);
    if (fd >= 0 && makes && power_is_watched()) power_create(path);
    if (fd >= 0 && empties && ftruncate(fd, 0) != 0) return -1;
    if (verdict == VERDICT_DIE_HALFWAY || verdict == VERDICT_DIE_AFTER) faults_die();
    return fd;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN(name)                                                                    \
    int name(const char *path, int flags, ...) {                                      \
        LIBC(int, name, const char *, int, ...);                                      \
        va_list rest;                                                                 \
        va_start(rest, flags);                                                        \
        mode_t mode = mode_of(flags, rest);                                           \
        va_end(rest);                                                                 \
        return open_watched(libc_##name, path, flags, mode);                          \
    }

OPEN(open)
OPEN(open64)

// MARK: Changes

static ssize_t write_watched(int fd, const void *bytes, size_t count, off_t offset, int isAt) {
    LIBC(ssize_t, write, int, const void *, size_t);
    LIBC(ssize_t, pwrite64, int, const void *, size_t, off_t);
    char path[PATH_MAX];
    if (faults_path(fd, path)) {
        enum verdict verdict = faults_next(ACT_WRITE, isAt ? "pwrite" : "write", path);
        if (verdict == VERDICT_FAIL) return -1;
        if (verdict == VERDICT_HALF || verdict == VERDICT_DIE_HALFWAY) count = faults_part(count);
        if (verdict == VERDICT_HALF && count == 0) {
            errno = ENOSPC;
            return -1;
        }
        if (power_is_watched()) {
            power_write(fd, isAt ? offset : lseek(fd, 0, SEEK_CUR), bytes, count);
        }
        if (verdict == VERDICT_DIE_HALFWAY || verdict == VERDICT_DIE_AFTER) {
            (void)(isAt ? libc_pwrite64(fd, bytes, count, offset) : libc_write(fd, bytes, count));
            faults_die();
        }
    }
    return isAt ? libc_pwrite64(fd, bytes, count, offset) : libc_write(fd, bytes, count);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    return write_watched(fd, bytes, count, 0, 0);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    return write_watched(fd, bytes, count, offset, 1);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
    return write_watched(fd, bytes, count, offset, 1);
}

int ftruncate64(int fd, off_t size) {
    LIBC(int, ftruncate64, int, off_t);
    char path[PATH_MAX];
    if (!faults_path(fd, path)) return libc_ftruncate64(fd, size);
    CALL(
        ACT_CHANGE, "ftruncate", path, -1, if (power_is_watched()) power_truncate(fd, size),
        libc_ftruncate64(fd, size));
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

#define SYNCHRONISE(name)                                                             \
    int name(int fd) {                                                                \
        LIBC(int, name, int);                                                         \
        char path[PATH_MAX];                                                          \
        if (!faults_path(fd, path)) return libc_##name(fd);                           \
        CALL(                                                                         \
            ACT_CHANGE, #name, path, -1, if (power_is_watched()) power_synchronise(fd), \
            libc_##name(fd));                                                         \
    }

SYNCHRONISE(fsync)
SYNCHRONISE(fdatasync)

int unlink(const char *path) {
    LIBC(int, unlink, const char *);
    if (!faults_watch(path) || !is_there(path)) return libc_unlink(path);
    CALL(
        ACT_CHANGE, "unlink", path, -1, if (power_is_watched()) power_unlink(path),
        libc_unlink(path));
}

int rename(const char *from, const char *to) {
    LIBC(int, rename, const char *, const char *);
    if (!faults_watch(to)) return libc_rename(from, to);
    CALL(
        ACT_CHANGE, "rename", to, -1, if (power_is_watched()) power_rename(from, to),
        libc_rename(from, to));
}

int mkdir(const char *path, mode_t mode) {
    LIBC(int, mkdir, const char *, mode_t);
    if (!faults_watch(path) || is_there(path)) return libc_mkdir(path, mode);
    CALL(ACT_GROW, "mkdir", path, -1, (void)0, libc_mkdir(path, mode));
}

// MARK: Reads

static ssize_t read_watched(int fd, void *bytes, size_t count, off_t offset, int isAt) {
    LIBC(ssize_t, read, int, void *, size_t);
    LIBC(ssize_t, pread64, int, void *, size_t, off_t);
    char path[PATH_MAX];
    if (faults_path(fd, path)) {
        enum verdict verdict = faults_next(ACT_READ, isAt ? "pread" : "read", path);
        if (verdict == VERDICT_FAIL) return -1;
        if (verdict == VERDICT_HALF) count = faults_part(count);
        if (verdict == VERDICT_DIE_HALFWAY || verdict == VERDICT_DIE_AFTER) faults_die();
    }
    return isAt ? libc_pread64(fd, bytes, count, offset) : libc_read(fd, bytes, count);
}

ssize_t read(int fd, void *bytes, size_t count) { return read_watched(fd, bytes, count, 0, 0); }

ssize_t pread(int fd, void *bytes, size_t count, off_t offset) {
    return read_watched(fd, bytes, count, offset, 1);
}

ssize_t pread64(int fd, void *bytes, size_t count, off_t offset) {
    return read_watched(fd, bytes, count, offset, 1);
}

DIR *opendir(const char *path) {
    LIBC(DIR *, opendir, const char *);
    if (!faults_watch(path)) return libc_opendir(path);
    CALL(ACT_LOOK, "opendir", path, NULL, (void)0, libc_opendir(path));
}

struct dirent *readdir(DIR *folder) {
    LIBC(struct dirent *, readdir, DIR *);
    char path[PATH_MAX];
    if (!faults_path(dirfd(folder), path)) return libc_readdir(folder);
    CALL(ACT_LOOK, "readdir", path, NULL, (void)0, libc_readdir(folder));
}

struct dirent64 *readdir64(DIR *folder) {
    LIBC(struct dirent64 *, readdir64, DIR *);
    char path[PATH_MAX];
    if (!faults_path(dirfd(folder), path)) return libc_readdir64(folder);
    CALL(ACT_LOOK, "readdir", path, NULL, (void)0, libc_readdir64(folder));
}
