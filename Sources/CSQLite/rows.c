#include "rows.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

// A read-only, eponymous virtual table: https://www.sqlite.org/vtab.html

struct table {
    sqlite3_vtab base;
    const struct rows *rows;
};

struct cursor {
    sqlite3_vtab_cursor base;
    const int64_t *row;
    size_t left;
};

static int connect_table(sqlite3 *db, void *rows, int argc, const char *const *argv,
                         sqlite3_vtab **made, char **error) {
    (void)argc, (void)argv, (void)error;
    char schema[1024] = "create table rows(c0";
    int length = 20;
    int columns = ((const struct rows *)rows)->columns;
    for (int column = 1; column < columns && length < 1000; column++)
        length += snprintf(schema + length, sizeof schema - length, ",c%d", column);
    snprintf(schema + length, sizeof schema - length, ")");
    int code = sqlite3_declare_vtab(db, schema);
    if (code != SQLITE_OK) return code;
    struct table *table = calloc(1, sizeof *table);
    if (!table) return SQLITE_NOMEM;
    table->rows = rows;
    *made = &table->base;
    return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *table) {
    free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    info->estimatedCost = 1e6;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **made) {
    (void)table;
    struct cursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) return SQLITE_NOMEM;
    *made = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor) {
    free(cursor);
    return SQLITE_OK;
}

static const struct rows *rows_of(sqlite3_vtab_cursor *cursor) {
    return ((struct table *)cursor->pVtab)->rows;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *string, int argc,
                  sqlite3_value **argv) {
    (void)number, (void)string, (void)argc, (void)argv;
    struct cursor *cursor = (struct cursor *)base;
    cursor->row = rows_of(base)->values;
    cursor->left = rows_of(base)->count;
    return SQLITE_OK;
}

static int next_row(sqlite3_vtab_cursor *base) {
    struct cursor *cursor = (struct cursor *)base;
    cursor->row += rows_of(base)->columns;
    cursor->left--;
    return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *cursor) { return ((struct cursor *)cursor)->left == 0; }

static int column(sqlite3_vtab_cursor *base, sqlite3_context *result, int index) {
    int64_t value = ((struct cursor *)base)->row[index];
    int is_null = value == INT64_MAX && index >= rows_of(base)->nullable_from;
    // A column that is given no result is NULL.
    if (!is_null) sqlite3_result_int64(result, value);
    return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *id) {
    *id = (sqlite3_int64)((struct cursor *)base)->left;
    return SQLITE_OK;
}

int rows_register(sqlite3 *db, const char *name, const struct rows *rows) {
    static const sqlite3_module module = {
        .xConnect = connect_table,
        .xBestIndex = best_index,
        .xDisconnect = disconnect_table,
        .xDestroy = disconnect_table,
        .xOpen = open_cursor,
        .xClose = close_cursor,
        .xFilter = filter,
        .xNext = next_row,
        .xEof = is_at_end,
        .xColumn = column,
        .xRowid = rowid,
    };
    return sqlite3_create_module(db, name, &module, (void *)rows);
}
