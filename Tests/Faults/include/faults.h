/// What goes wrong beneath a program: a kill, a power cut, a full disk, a bad sector, a clock that
/// jumps. Preloaded (`LD_PRELOAD`), this library stands between the program and libc, counts the
/// calls that touch files below one folder, and spoils the one that it was told to.
///
/// | variable | means |
/// |---|---|
/// | FAULTS_ROOT | the folder; calls on files elsewhere are neither counted nor spoilt |
/// | FAULTS_CALLS | `changes` (default): calls that change files; `reads`: calls that read them |
/// | FAULTS_AT | which call, counted from 1; 0 is the end of the process |
/// | FAULTS_HOW | see `how` |
/// | FAULTS_ERROR | the number that `error`, `errors` set in errno |
/// | FAULTS_COMMAND | what `command` runs |
/// | FAULTS_SEED | what random choices come from |
/// | FAULTS_STASH | for `power`: a folder of the same file system, for what may have to come back |
/// | FAULTS_LOG | a file to which each call is appended: number, name, path |
/// | FAULTS_CLOCK | `N:SECONDS`: from the N-th look on, the clock is so far off |
#ifndef PUSHFUNNEL_FAULTS_H
#define PUSHFUNNEL_FAULTS_H

#include <stddef.h>
#include <sys/types.h>

enum how {
    FAULTS_NONE,
    /// SIGKILL instead of the call.
    FAULTS_BEFORE,
    /// SIGKILL when half of a write is done; other calls are as `after`.
    FAULTS_MIDDLE,
    /// SIGKILL when the call is done.
    FAULTS_AFTER,
    /// As `before`, and what was not synchronised by then is gone, kept or torn: see power.c.
    FAULTS_POWER,
    /// The call fails.
    FAULTS_ERROR,
    /// It fails, and all that are counted after it.
    FAULTS_ERRORS,
    /// From there on nothing fits on the disk: writes fail after half of their bytes, with ENOSPC;
    /// what needs no room goes well.
    FAULTS_FULL,
    /// From there on reads and writes give a part of what was asked for.
    FAULTS_SHORT,
    /// From there on every second read or write is interrupted (EINTR).
    FAULTS_INTERRUPT,
    /// A command of the shell runs before the call.
    FAULTS_COMMAND,
};

/// What is to become of a call.
enum verdict { VERDICT_GO, VERDICT_FAIL, VERDICT_HALF, VERDICT_DIE_HALFWAY, VERDICT_DIE_AFTER };

/// What a call does to a file.
enum act {
    ACT_CHANGE,
    /// Takes room on the disk.
    ACT_GROW,
    ACT_WRITE,
    /// Opens a file to read, or lists a folder.
    ACT_LOOK,
    ACT_READ,
};

/// Counts a call on a file below the folder. Sets errno when it is to fail, and does not come back
/// when the process is to die first.
enum verdict faults_next(enum act act, const char *name, const char *path);

/// Whether the path, absolute or not, lies below the folder.
int faults_watch(const char *path);

/// The path of an open file that lies below the folder; 0 for others.
int faults_path(int fd, char *path);

/// How many of so many bytes a short or spoilt call moves: at least one, if there are any.
size_t faults_part(size_t count);

void faults_die(void);

/// A number below the bound, the same for the same seed.
unsigned faults_random(unsigned bound);

/// Remember what a power cut may undo; all but `power` needs none of it.
int power_is_watched(void);
void power_write(int fd, off_t offset, const void *bytes, size_t count);
void power_truncate(int fd, off_t size);
void power_synchronise(int fd);
void power_create(const char *path);
/// Before the call: what stands at the paths is kept in the stash.
void power_unlink(const char *path);
void power_rename(const char *from, const char *to);
/// Takes away what was never synchronised.
void power_cut(void);

#endif
