"""Puts every question to pushfunnel, SQLite, DuckDB and Datasette, and compares the answers. Then
prunes, and compares sums over the messages that are left with the counts of their hours.

    check.py --binary PUSHFUNNEL --datasette DATASETTE

Samples, reads the logs by `reader.py`, ingests them, and asks. DuckDB and Datasette come as Python
packages; without `--datasette` that one is left out. Ends with 1 when an answer is wrong.
"""

import argparse
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import questions
import reader

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Tools"))

from datasette_check import Server  # noqa: E402
from duckdb_check import attached  # noqa: E402


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def text(question):
    """SQL with its parameters as literals."""
    if not question.is_named:
        return question.way
    body = re.sub(r"^--.*\n", "", (ROOT / "queries" / f"{question.way}.sql").read_text(), flags=re.M)
    return re.sub(r":([a-z_]+)", lambda name: (
        f"'{question.parameters[name[1]]}'" if name[1] in question.parameters else "null"), body)


def chosen(question, names, rows):
    if not question.columns:
        return rows
    places = [names.index(name) for name in question.columns]
    return [[row[place] for place in places] for row in rows]


class Pushfunnel:
    def __init__(self, binary, path):
        self.command = [binary, "sql", "--json", "--limit", "0", "--db", path]

    def rows(self, question):
        given = [word for name, value in question.parameters.items()
                 for word in ("--param", f"{name}={value}")]
        found = json.loads(run(*self.command, question.way, *given))
        return chosen(question, list(found[0]) if found else question.columns or [],
                      [list(row.values()) for row in found])


class Connected:
    def __init__(self, connection):
        self.connection = connection

    def rows(self, question):
        cursor = self.connection.execute(text(question))
        return chosen(question, [column[0] for column in cursor.description], cursor.fetchall())


class Datasette:
    """A server in a process of its own, on a free port of the loopback."""

    def __init__(self, program, path):
        self.server = Server(program, [path], str(Path(path).parent))

    def rows(self, question):
        found = json.loads(self.server.text("/push.json", sql=text(question), _shape="arrays"))
        return chosen(question, found["columns"], found["rows"])


def engines(binary, datasette, path):
    yield "pushfunnel", Pushfunnel(binary, path)
    yield "sqlite3", Connected(sqlite3.connect(path))
    yield "duckdb", Connected(attached(path))
    if datasette:
        yield "datasette", Datasette(datasette, path)


def sums_after_prune(binary, path):
    """Differences; the prune point's own hour may have lost messages of the moment before it."""
    run(binary, "prune", "-q", "--db", path, "--before", "2025-11-24")
    connection = sqlite3.connect(path)
    columns = [[name for _, name, *_ in connection.execute(f"pragma table_info({view})")]
               for view in ("funnel_hourly", "messages")]
    shared = [name for name in columns[0] if name in columns[1]]
    words, counts = shared[:shared.index("attempted")], shared[shared.index("attempted"):]
    sums = ", ".join(f"sum({name})" for name in counts)
    ours, theirs = (connection.execute(
        f"select {', '.join(words)}, {sums} from {view}"
        f" where send_hour > '2025-11-24T00' and attempted > 0 group by {', '.join(words)}"
        f" order by {', '.join(words)}").fetchall() for view in ("messages", "funnel_hourly"))
    if ours != theirs or len(ours) < 100 or len(counts) < 18:
        yield f"after a prune: {len(ours)} sums over messages are not the {len(theirs)} counts"


def wrong_answers(asked, given, records):
    for question in asked:
        expected = questions.plain(question.answer(records))
        for name, engine in given:
            found = questions.plain(engine.rows(question))
            if found != expected or not expected:
                yield (f"{name}: {question.text}\n  expected {expected[:5]}\n"
                       f"  found    {found[:5]}")


def of_export(binary, folder):
    """Firebase's own questions of its export, which is all that this database knows."""
    logs, path = f"{folder}/other-logs", f"{folder}/export.db"
    run(binary, "sample", "-q", "--sends", "60000", "--dirty", "0", logs)
    run(binary, "ingest", "-q", "--db", path, f"{logs}/export")
    given = list(engines(binary, None, path))
    return wrong_answers(questions.EXPORT, given, reader.rows(f"{logs}/export"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--datasette")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        logs, path = f"{folder}/logs", f"{folder}/push.db"
        run(arguments.binary, "sample", "-q", *questions.SAMPLE, logs)
        run(arguments.binary, "ingest", "-q", "--db", path, f"{logs}/sends", f"{logs}/events")
        given = list(engines(arguments.binary, arguments.datasette, path))
        wrong = list(wrong_answers(questions.ALL, given, reader.read(logs)))
        for _, engine in given:
            if isinstance(engine, Datasette):
                engine.server.stop()
        wrong += [*sums_after_prune(arguments.binary, path), *of_export(arguments.binary, folder)]
    asked = questions.ALL + questions.EXPORT
    if any(question.way.count("\n") > 2 for question in asked):
        wrong.append("a question takes more than three lines of SQL")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(asked)} questions, {sum(question.is_named for question in asked)} by name, asked of "
          f"{', '.join(name for name, _ in given)}: {len(wrong)} wrong")
    sys.exit(1 if wrong or len(asked) < 50 else 0)


main()
