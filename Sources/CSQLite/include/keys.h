/// The keys of texts as a table that SQL can join: for each text that is asked for, its keys.
///
/// `select k, tail from message_keys where message_id = '…'` has a row for each key of the text. A
/// statement that does not ask for a text cannot be prepared, so that a view with this table never
/// reads all rows: https://www.sqlite.org/vtab.html#table_valued_functions
#ifndef PUSHFUNNEL_KEYS_H
#define PUSHFUNNEL_KEYS_H

#include <stdint.h>

struct sqlite3;

/// Finds one of the keys of a text, by its number from 0; false if it has fewer.
typedef _Bool (*key_finder)(void *context, const char *text, int number, int64_t *k,
                            int64_t *tail);

/// Makes the table `message_keys` known to a connection; gives SQLite's result code. `context` must
/// live as long as the connection.
int keys_register(struct sqlite3 *db, key_finder find, void *context);

#endif
