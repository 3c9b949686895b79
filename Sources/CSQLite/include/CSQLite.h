/// SQLite as the system has it, and what it shows to C alone.
#ifndef PUSHFUNNEL_SQLITE_H
#define PUSHFUNNEL_SQLITE_H

#include <sqlite3.h>

#include "defense.h"
#include "keys.h"
#include "rows.h"
#include "statistics.h"
#include "temporary.h"

#endif
