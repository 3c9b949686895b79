#include "keys.h"

#include <sqlite3.h>
#include <stdlib.h>

// A read-only, eponymous virtual table: https://www.sqlite.org/vtab.html

enum { MESSAGE_ID, K, TAIL };

struct finder {
    key_finder find;
    void *context;
};

struct table {
    sqlite3_vtab base;
    const struct finder *finder;
};

struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_value *text;
    int number;
    sqlite3_int64 k;
    sqlite3_int64 tail;
    int is_at_row;
};

static int connect_table(sqlite3 *db, void *finder, int argc, const char *const *argv,
                         sqlite3_vtab **made, char **error) {
    (void)argc, (void)argv, (void)error;
    int code = sqlite3_declare_vtab(db, "create table keys(message_id text, k int, tail int)");
    // It reads nothing but its argument, so views may use it.
    if (code == SQLITE_OK) code = sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    if (code != SQLITE_OK) return code;
    struct table *table = calloc(1, sizeof *table);
    if (!table) return SQLITE_NOMEM;
    table->finder = finder;
    *made = &table->base;
    return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *table) {
    free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
        if (!constraint->usable || constraint->iColumn != MESSAGE_ID ||
            constraint->op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->estimatedCost = 1;
        info->estimatedRows = 1;
        return SQLITE_OK;
    }
    return SQLITE_CONSTRAINT;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **made) {
    (void)table;
    struct cursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) return SQLITE_NOMEM;
    *made = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base) {
    struct cursor *cursor = (struct cursor *)base;
    sqlite3_value_free(cursor->text);
    free(cursor);
    return SQLITE_OK;
}

static void go_to_row(struct cursor *cursor) {
    const struct finder *finder = ((struct table *)cursor->base.pVtab)->finder;
    const char *text = (const char *)sqlite3_value_text(cursor->text);
    int64_t k = 0, tail = 0;
    cursor->is_at_row = text && finder->find(finder->context, text, cursor->number, &k, &tail);
    cursor->k = k;
    cursor->tail = tail;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *string, int argc,
                  sqlite3_value **argv) {
    (void)number, (void)string, (void)argc;
    struct cursor *cursor = (struct cursor *)base;
    sqlite3_value_free(cursor->text);
    cursor->text = sqlite3_value_dup(argv[0]);
    if (!cursor->text) return SQLITE_NOMEM;
    cursor->number = 0;
    go_to_row(cursor);
    return SQLITE_OK;
}

static int next_row(sqlite3_vtab_cursor *base) {
    struct cursor *cursor = (struct cursor *)base;
    cursor->number++;
    go_to_row(cursor);
    return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base) { return !((struct cursor *)base)->is_at_row; }

static int column(sqlite3_vtab_cursor *base, sqlite3_context *result, int index) {
    struct cursor *cursor = (struct cursor *)base;
    switch (index) {
    case MESSAGE_ID:
        sqlite3_result_value(result, cursor->text);
        break;
    case K:
        sqlite3_result_int64(result, cursor->k);
        break;
    case TAIL:
        sqlite3_result_int64(result, cursor->tail);
        break;
    }
    return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *id) {
    *id = ((struct cursor *)base)->number;
    return SQLITE_OK;
}

int keys_register(sqlite3 *db, key_finder find, void *context) {
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
    struct finder *finder = malloc(sizeof *finder);
    if (!finder) return SQLITE_NOMEM;
    *finder = (struct finder){find, context};
    return sqlite3_create_module_v2(db, "message_keys", &module, finder, free);
}
