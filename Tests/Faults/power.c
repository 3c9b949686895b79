// What a power cut leaves of files that were not synchronised.
//
// POSIX promises nothing of them: of each write since the last fsync of its file, every sector of
// 512 bytes may be there or not, whatever the order; of what was made, renamed and removed in a
// folder since its last fsync, a first part is there and the rest is not, as journals of file
// systems have it. Bytes beside those that were written stay as they were ("powersafe overwrite",
// which SQLite counts on: https://www.sqlite.org/psow.html). The write-ahead log's index is memory
// that was mapped, and may hold anything.
#define _GNU_SOURCE
#include "faults.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR = 512 };

/// One write or truncation since the last fsync of its file.
struct change {
    off_t old_size;
    off_t offset;
    size_t count;
    unsigned char *new_bytes;
    /// What stood there, as far as the file went.
    unsigned char *old_bytes;
    size_t old_count;
    int is_truncation;
};

struct file {
    dev_t device;
    ino_t inode;
    /// Never closed: a process that closes one descriptor of a file loses its locks.
    int fd;
    struct change *changes;
    size_t count;
};

/// Something made, removed or renamed since the last fsync of its folder.
struct entry {
    char folder[PATH_MAX];
    /// Empty for what was only removed.
    char made[PATH_MAX];
    /// Where it stood before, empty for what is new.
    char from[PATH_MAX];
    /// A link to what stood at `made`, or at what was removed; empty for none.
    char stashed[PATH_MAX];
    char removed[PATH_MAX];
};

static struct file *files;
static size_t file_count;
static struct entry *entries;
static size_t entry_count;

static ssize_t libc_read(int fd, void *bytes, size_t count, off_t offset) {
    ssize_t (*call)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
    return call(fd, bytes, count, offset);
}

static void libc_write(int fd, const void *bytes, size_t count, off_t offset) {
    ssize_t (*call)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
    if (call(fd, bytes, count, offset) != (ssize_t)count) abort();
}

static void libc_truncate(int fd, off_t size) {
    int (*call)(int, off_t) = dlsym(RTLD_NEXT, "ftruncate64");
    if (call(fd, size) != 0) abort();
}

static void libc_unlink(const char *path) {
    int (*call)(const char *) = dlsym(RTLD_NEXT, "unlink");
    call(path);
}

static void libc_rename(const char *from, const char *to) {
    int (*call)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    call(from, to);
}

static int ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), short_length = strlen(ending);
    return length >= short_length && strcmp(path + length - short_length, ending) == 0;
}

/// The file's list; NULL for the index of the write-ahead log.
static struct file *file_of(int fd) {
    char path[PATH_MAX];
    struct stat status;
    if (!faults_path(fd, path) || ends_in(path, "-shm") || fstat(fd, &status) != 0) return NULL;
    for (size_t i = 0; i < file_count; i++) {
        if (files[i].inode == status.st_ino && files[i].device == status.st_dev) return &files[i];
    }
    int (*libc_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    files = realloc(files, (file_count + 1) * sizeof *files);
    files[file_count] = (struct file){
        .device = status.st_dev, .inode = status.st_ino,
        .fd = libc_open(link, O_RDWR | O_CLOEXEC)};
    if (files[file_count].fd < 0) abort();
    return &files[file_count++];
}

static struct change *add(struct file *file) {
    file->changes = realloc(file->changes, (file->count + 1) * sizeof *file->changes);
    struct change *change = &file->changes[file->count++];
    memset(change, 0, sizeof *change);
    struct stat status;
    fstat(file->fd, &status);
    change->old_size = status.st_size;
    return change;
}

static void keep_old(const struct file *file, struct change *change, size_t count) {
    change->old_bytes = malloc(count ? count : 1);
    ssize_t there = libc_read(file->fd, change->old_bytes, count, change->offset);
    change->old_count = there > 0 ? (size_t)there : 0;
}

void power_write(int fd, off_t offset, const void *bytes, size_t count) {
    struct file *file = file_of(fd);
    if (!file) return;
    struct change *change = add(file);
    change->offset = offset;
    change->count = count;
    change->new_bytes = malloc(count ? count : 1);
    memcpy(change->new_bytes, bytes, count);
    keep_old(file, change, count);
}

void power_truncate(int fd, off_t size) {
    struct file *file = file_of(fd);
    if (!file) return;
    struct change *change = add(file);
    change->is_truncation = 1;
    change->offset = size;
    keep_old(file, change, change->old_size > size ? (size_t)(change->old_size - size) : 0);
}

static void forget(struct change *change) {
    free(change->new_bytes);
    free(change->old_bytes);
}

void power_synchronise(int fd) {
    char path[PATH_MAX];
    struct stat status;
    if (fstat(fd, &status) != 0) return;
    if (!S_ISDIR(status.st_mode)) {
        struct file *file = file_of(fd);
        if (!file) return;
        for (size_t i = 0; i < file->count; i++) forget(&file->changes[i]);
        file->count = 0;
        return;
    }
    if (!faults_path(fd, path)) return;
    size_t kept = 0;
    for (size_t i = 0; i < entry_count; i++) {
        if (strcmp(entries[i].folder, path) != 0) entries[kept++] = entries[i];
    }
    entry_count = kept;
}

// MARK: Folders

static struct entry *add_entry(const char *path) {
    entries = realloc(entries, (entry_count + 1) * sizeof *entries);
    struct entry *entry = &entries[entry_count++];
    memset(entry, 0, sizeof *entry);
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    if (!realpath(dirname(copy), entry->folder)) abort();
    return entry;
}

static void stash(struct entry *entry, const char *path) {
    static int number;
    const char *folder = getenv("FAULTS_STASH");
    struct stat status;
    if (!folder || lstat(path, &status) != 0) return;
    snprintf(entry->stashed, sizeof entry->stashed, "%s/%d.%d", folder, getpid(), number++);
    if (link(path, entry->stashed) != 0) abort();
}

void power_create(const char *path) {
    snprintf(add_entry(path)->made, PATH_MAX, "%s", path);
}

void power_unlink(const char *path) {
    struct entry *entry = add_entry(path);
    snprintf(entry->removed, PATH_MAX, "%s", path);
    stash(entry, path);
}

void power_rename(const char *from, const char *to) {
    struct entry *entry = add_entry(to);
    snprintf(entry->made, PATH_MAX, "%s", to);
    snprintf(entry->from, PATH_MAX, "%s", from);
    stash(entry, to);
}

static void take_back(const struct entry *entry) {
    if (entry->removed[0]) {
        if (entry->stashed[0]) libc_rename(entry->stashed, entry->removed);
        return;
    }
    if (entry->from[0]) {
        libc_rename(entry->made, entry->from);
    } else {
        libc_unlink(entry->made);
    }
    if (entry->stashed[0]) libc_rename(entry->stashed, entry->made);
}

// MARK: The cut

static void undo(const struct file *file, const struct change *change) {
    if (change->old_count > 0) {
        libc_write(file->fd, change->old_bytes, change->old_count, change->offset);
    }
    libc_truncate(file->fd, change->old_size);
}

/// Writes those sectors that have come to the disk in time.
static void redo(const struct file *file, const struct change *change, unsigned percent) {
    if (change->is_truncation) {
        if (faults_random(100) < percent) libc_truncate(file->fd, change->offset);
        return;
    }
    for (size_t done = 0; done < change->count;) {
        size_t piece = SECTOR - (size_t)(change->offset + (off_t)done) % SECTOR;
        if (piece > change->count - done) piece = change->count - done;
        if (faults_random(100) < percent) {
            libc_write(file->fd, change->new_bytes + done, piece, change->offset + (off_t)done);
        }
        done += piece;
    }
}

/// Fills the index of the write-ahead log with noise.
static void spoil_index(void) {
    const char *root = getenv("FAULTS_ROOT");
    DIR *(*libc_opendir)(const char *) = dlsym(RTLD_NEXT, "opendir");
    struct dirent *(*libc_readdir)(DIR *) = dlsym(RTLD_NEXT, "readdir");
    DIR *folder = libc_opendir(root);
    if (!folder) return;
    for (struct dirent *entry; (entry = libc_readdir(folder));) {
        if (!ends_in(entry->d_name, "-shm")) continue;
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", root, entry->d_name);
        int (*libc_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
        int fd = libc_open(path, O_RDWR | O_CLOEXEC);
        struct stat status;
        if (fd < 0 || fstat(fd, &status) != 0) continue;
        for (off_t at = 0; at < status.st_size; at += 8) {
            unsigned noise[2] = {faults_random(1u << 30), faults_random(1u << 30)};
            libc_write(fd, noise, sizeof noise, at);
        }
    }
    closedir(folder);
}

void power_cut(void) {
    // Nothing has come to the disk, all, most, half or little of it.
    static const unsigned shares[] = {0, 100, 90, 50, 10};
    unsigned percent = shares[faults_random(sizeof shares / sizeof *shares)];
    for (size_t i = 0; i < file_count; i++) {
        for (size_t j = files[i].count; j-- > 0;) undo(&files[i], &files[i].changes[j]);
        for (size_t j = 0; j < files[i].count; j++) redo(&files[i], &files[i].changes[j], percent);
    }
    size_t kept = percent == 0 ? 0
        : percent == 100       ? entry_count
                               : faults_random((unsigned)entry_count + 1);
    for (size_t i = entry_count; i-- > kept;) take_back(&entries[i]);
    spoil_index();
}
