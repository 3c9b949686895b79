// A clock that jumps: the time of day, from one look on. Clocks that only measure are let alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

/// Seconds that the clock is off at this look.
static time_t jump(void) {
    static atomic_long looks;
    const char *plan = getenv("FAULTS_CLOCK");
    long at, seconds;
    if (!plan || sscanf(plan, "%ld:%ld", &at, &seconds) != 2) return 0;
    return atomic_fetch_add(&looks, 1) + 1 >= at ? seconds : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int (*libc)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int code = libc(clock, time);
    if (code == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump();
    return code;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int (*libc)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int code = libc(time, zone);
    if (code == 0) time->tv_sec += jump();
    return code;
}

time_t time(time_t *to) {
    time_t (*libc)(time_t *) = dlsym(RTLD_NEXT, "time");
    time_t now = libc(NULL);
    if (now != -1) now += jump();
    if (to) *to = now;
    return now;
}
