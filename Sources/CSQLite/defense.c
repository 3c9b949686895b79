#include "defense.h"

#include <sqlite3.h>
#include <stddef.h>

int defend(sqlite3 *db) {
    static const struct {
        int option;
        int value;
    } settings[] = {
        // Nothing writes to the schema or to pages but SQLite itself.
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        // Views and triggers call no function that has effects.
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        // A name that is spelt wrong is an error, not a text.
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        int code = sqlite3_db_config(db, settings[i].option, settings[i].value, NULL);
        if (code != SQLITE_OK) return code;
    }
    // Each page is checked when it is read.
    return sqlite3_exec(db, "pragma cell_size_check = on", NULL, NULL, NULL);
}
