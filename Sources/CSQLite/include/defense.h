/// What keeps a database file that somebody else made, or damaged, from doing harm: settings of a
/// connection that SQLite takes by a variable number of arguments, which Swift cannot give.
#ifndef PUSHFUNNEL_DEFENSE_H
#define PUSHFUNNEL_DEFENSE_H

struct sqlite3;

/// Gives SQLite's result code.
/// https://www.sqlite.org/security.html, https://www.sqlite.org/c3ref/c_dbconfig_defensive.html
int defend(struct sqlite3 *db);

#endif
