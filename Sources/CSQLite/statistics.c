#include "statistics.h"

#include <math.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>

// Aggregates: https://www.sqlite.org/appfunc.html

/// Whether an argument is a number. False for null, and for anything else after an error.
static int is_number(sqlite3_context *context, sqlite3_value *value, const char *error) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
        return 1;
    case SQLITE_NULL:
        return 0;
    default:
        sqlite3_result_error(context, error, -1);
        return 0;
    }
}

// Percentiles: all numbers, from SQLite's own memory, which is limited.

struct numbers {
    double *values;
    size_t count;
    size_t room;
    double percent;
};

static int add_number(struct numbers *numbers, double value) {
    if (numbers->count == numbers->room) {
        size_t room = numbers->room ? numbers->room * 2 : 16;
        double *values = sqlite3_realloc64(numbers->values, room * sizeof *values);
        if (!values) return SQLITE_NOMEM;
        numbers->values = values;
        numbers->room = room;
    }
    numbers->values[numbers->count++] = value;
    return SQLITE_OK;
}

static void percentile_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct numbers *numbers = sqlite3_aggregate_context(context, sizeof *numbers);
    if (!numbers) {
        sqlite3_result_error_nomem(context);
        return;
    }
    double percent = 50;
    if (argc == 2) {
        int type = sqlite3_value_type(argv[1]);
        percent = sqlite3_value_double(argv[1]);
        if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !(percent >= 0 && percent <= 100)) {
            sqlite3_result_error(context, "percentile(x, p): expected a p from 0 to 100", -1);
            return;
        }
    }
    if (numbers->room && numbers->percent != percent) {
        sqlite3_result_error(context, "percentile(x, p): expected one p for all rows", -1);
        return;
    }
    numbers->percent = percent;
    const char *error = argc == 2 ? "percentile(x, p): expected an x that is a number"
                                  : "median(x): expected an x that is a number";
    if (!is_number(context, argv[0], error)) return;
    if (add_number(numbers, sqlite3_value_double(argv[0])) != SQLITE_OK)
        sqlite3_result_error_nomem(context);
}

static void swap(double *a, double *b) {
    double value = *a;
    *a = *b;
    *b = value;
}

static int compare(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/// Puts the number that is at `place` in sorted order there, smaller ones before it and larger ones
/// behind it: Hoare's selection, with the middle of three as pivot. It sorts where the numbers are
/// such that this takes long.
static void select_place(double *values, size_t count, size_t place) {
    size_t first = 0, last = count - 1;
    for (int rounds = 0; first < last; rounds++) {
        if (rounds == 100) {
            qsort(values + first, last - first + 1, sizeof *values, compare);
            return;
        }
        size_t middle = first + (last - first) / 2;
        if (values[middle] < values[first]) swap(&values[middle], &values[first]);
        if (values[last] < values[first]) swap(&values[last], &values[first]);
        if (values[last] < values[middle]) swap(&values[last], &values[middle]);
        double pivot = values[middle];
        size_t left = first, right = last;
        while (left <= right) {
            while (values[left] < pivot) left++;
            while (pivot < values[right]) right--;
            if (left > right) break;
            swap(&values[left], &values[right]);
            left++;
            if (right == 0) break;
            right--;
        }
        if (place <= right)
            last = right;
        else if (place >= left)
            first = left;
        else
            return;
    }
}

static double least(const double *values, size_t count) {
    double least = values[0];
    for (size_t i = 1; i < count; i++)
        if (values[i] < least) least = values[i];
    return least;
}

static void percentile_final(sqlite3_context *context) {
    struct numbers *numbers = sqlite3_aggregate_context(context, 0);
    if (!numbers) return;
    if (numbers->count) {
        double *values = numbers->values;
        double exact = numbers->percent / 100 * (double)(numbers->count - 1);
        size_t place = (size_t)exact;
        select_place(values, numbers->count, place);
        double part = exact - (double)place;
        double result = values[place];
        if (part > 0) {
            double next = least(values + place + 1, numbers->count - place - 1);
            result += part * (next - result);
        }
        sqlite3_result_double(context, result);
    }
    sqlite3_free(numbers->values);
    numbers->values = NULL;
}

// The standard deviation, by Welford's method, which does not lose digits.

struct spread {
    double mean;
    double squares;
    sqlite3_int64 count;
};

static void stddev_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    struct spread *spread = sqlite3_aggregate_context(context, sizeof *spread);
    if (!spread) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (!is_number(context, argv[0], "stddev(x): expected an x that is a number")) return;
    double value = sqlite3_value_double(argv[0]);
    double from_mean = value - spread->mean;
    spread->count++;
    spread->mean += from_mean / (double)spread->count;
    spread->squares += from_mean * (value - spread->mean);
}

static void stddev_final(sqlite3_context *context) {
    struct spread *spread = sqlite3_aggregate_context(context, 0);
    if (spread && spread->count > 1)
        sqlite3_result_double(context, sqrt(spread->squares / (double)(spread->count - 1)));
}

int statistics_register(sqlite3 *db) {
    static const struct {
        const char *name;
        int arguments;
        void (*step)(sqlite3_context *, int, sqlite3_value **);
        void (*final)(sqlite3_context *);
    } functions[] = {
        {"median", 1, percentile_step, percentile_final},
        {"percentile", 2, percentile_step, percentile_final},
        {"stddev", 1, stddev_step, stddev_final},
    };
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        int code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments, flags,
                                              NULL, NULL, functions[i].step, functions[i].final,
                                              NULL);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
