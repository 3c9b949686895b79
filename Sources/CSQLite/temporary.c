#include "temporary.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

static sqlite3_vfs vfs;
static sqlite3_vfs *disk, *memory;
static const char *name;

static int open_file(
    sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *given) {
    (void)self;
    if (path) return disk->xOpen(disk, path, file, flags, given);
    int code = memory->xOpen(memory, path, file, flags, given);
    if (code != SQLITE_OK) return code;
    // The heap limit bounds it.
    sqlite3_int64 size = INT64_MAX;
    return file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_LIMIT, &size);
}

static void make(void) {
    if (sqlite3_initialize() != SQLITE_OK) return;
    disk = sqlite3_vfs_find(NULL);
    memory = sqlite3_vfs_find("memdb");
    if (!disk || !memory) return;
    vfs = *disk;
    vfs.pNext = NULL;
    vfs.zName = "temporary-in-memory";
    vfs.xOpen = open_file;
    if (memory->szOsFile > vfs.szOsFile) vfs.szOsFile = memory->szOsFile;
    if (sqlite3_vfs_register(&vfs, 0) == SQLITE_OK) name = vfs.zName;
}

const char *temporary_vfs(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return name;
}
