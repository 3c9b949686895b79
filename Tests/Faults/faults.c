#define _GNU_SOURCE
#include "faults.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    char root[PATH_MAX];
    size_t root_length;
    enum act act;
    enum how how;
    long at;
    int error;
    int log;
    long count;
    uint64_t random;
} plan = {.log = -1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *text(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value ? value : otherwise;
}

static enum how how(const char *word) {
    static const char *words[] = {"none",   "before", "middle", "after", "power",
                                  "error",  "errors", "full",   "short", "interrupt", "command"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) return (enum how)i;
    }
    fprintf(stderr, "faults: FAULTS_HOW=%s is not known\n", word);
    abort();
}

static void read_plan(void) {
    const char *root = getenv("FAULTS_ROOT");
    if (!root || !realpath(root, plan.root)) return;
    plan.root_length = strlen(plan.root);
    plan.act = strcmp(text("FAULTS_CALLS", "changes"), "reads") == 0 ? ACT_READ : ACT_CHANGE;
    plan.how = how(text("FAULTS_HOW", "none"));
    plan.at = atol(text("FAULTS_AT", "-1"));
    plan.error = atoi(text("FAULTS_ERROR", "5"));
    plan.random = strtoull(text("FAULTS_SEED", "1"), NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    const char *log = getenv("FAULTS_LOG");
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    if (log) plan.log = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

int faults_watch(const char *path) {
    pthread_once(&once, read_plan);
    if (plan.root_length == 0 || !path) return 0;
    char whole[PATH_MAX];
    if (path[0] != '/') {
        if (!getcwd(whole, sizeof whole)) return 0;
        size_t length = strlen(whole);
        snprintf(whole + length, sizeof whole - length, "/%s", path);
        path = whole;
    }
    return strncmp(path, plan.root, plan.root_length) == 0
        && (path[plan.root_length] == '/' || path[plan.root_length] == 0);
}

int faults_path(int fd, char *path) {
    pthread_once(&once, read_plan);
    if (plan.root_length == 0) return 0;
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return faults_watch(path);
}

/// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
unsigned faults_random(unsigned bound) {
    plan.random ^= plan.random >> 12;
    plan.random ^= plan.random << 25;
    plan.random ^= plan.random >> 27;
    return (unsigned)((plan.random * 0x2545f4914f6cdd1du) >> 33) % bound;
}

size_t faults_part(size_t count) {
    if (plan.how != FAULTS_SHORT) return count / 2;
    return count < 2 ? count : 1 + faults_random((unsigned)(count < 4096 ? count : 4096));
}

void faults_die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static void note(const char *name, const char *path) {
    if (plan.log < 0) return;
    ssize_t (*real_write)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", plan.count, name, path);
    if (length > 0) (void)real_write(plan.log, line, (size_t)length);
}

/// Something that happens meanwhile, as another process would do it.
static void run_command(void) {
    pid_t child = fork();
    if (child == 0) {
        unsetenv("LD_PRELOAD");
        execl("/bin/sh", "sh", "-c", text("FAULTS_COMMAND", ":"), (char *)NULL);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (status != 0) abort();
}

static enum verdict fail(int error) {
    errno = error;
    return VERDICT_FAIL;
}

static enum verdict spoil(enum act act) {
    long past = plan.count - plan.at;
    if (past < 0) return VERDICT_GO;
    int is_call = past == 0;
    switch (plan.how) {
    case FAULTS_NONE: return VERDICT_GO;
    case FAULTS_BEFORE:
        if (is_call) faults_die();
        return VERDICT_GO;
    case FAULTS_POWER:
        if (is_call) {
            power_cut();
            faults_die();
        }
        return VERDICT_GO;
    case FAULTS_MIDDLE: return is_call ? VERDICT_DIE_HALFWAY : VERDICT_GO;
    case FAULTS_AFTER: return is_call ? VERDICT_DIE_AFTER : VERDICT_GO;
    case FAULTS_ERROR: return is_call ? fail(plan.error) : VERDICT_GO;
    case FAULTS_ERRORS: return fail(plan.error);
    case FAULTS_FULL:
        if (act != ACT_GROW && act != ACT_WRITE) return VERDICT_GO;
        return is_call ? VERDICT_HALF : fail(ENOSPC);
    case FAULTS_SHORT: return VERDICT_HALF;
    case FAULTS_COMMAND:
        if (is_call) run_command();
        return VERDICT_GO;
    case FAULTS_INTERRUPT:
        if (act != ACT_WRITE && act != ACT_READ) return VERDICT_GO;
        return past % 2 == 0 ? fail(EINTR) : VERDICT_GO;
    }
    return VERDICT_GO;
}

enum verdict faults_next(enum act act, const char *name, const char *path) {
    if ((act >= ACT_LOOK) != (plan.act == ACT_READ)) return VERDICT_GO;
    pthread_mutex_lock(&lock);
    plan.count += 1;
    note(name, path);
    enum verdict verdict = plan.at > 0 ? spoil(act) : VERDICT_GO;
    pthread_mutex_unlock(&lock);
    return verdict;
}

int power_is_watched(void) { return plan.how == FAULTS_POWER; }

__attribute__((destructor)) static void end(void) {
    pthread_once(&once, read_plan);
    if (plan.how == FAULTS_POWER && plan.at == 0) power_cut();
}
