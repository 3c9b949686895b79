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


def engines(arguments, path):
    yield "pushfunnel", Pushfunnel(arguments.binary, path)
    yield "sqlite3", Connected(sqlite3.connect(path))
    yield "duckdb", Connected(attached(path))
    if arguments.datasette:
        yield "datasette", Datasette(arguments.datasette, path)


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--datasette")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        logs, path = f"{folder}/logs", f"{folder}/push.db"
        run(arguments.binary, "sample", "-q", *questions.SAMPLE, logs)
        run(arguments.binary, "ingest", "-q", "--db", path, f"{logs}/sends", f"{logs}/events")
        messages = reader.read(logs)
        wrong = 0
        asked = list(engines(arguments, path))
        for question in questions.ALL:
            expected = questions.plain(question.answer(messages))
            for name, engine in asked:
                found = questions.plain(engine.rows(question))
                if found != expected or not expected:
                    wrong += 1
                    print(f"{name}: {question.text}\n  expected {expected[:5]}\n  found    {found[:5]}")
        for _, engine in asked:
            if isinstance(engine, Datasette):
                engine.server.stop()
        for difference in sums_after_prune(arguments.binary, path):
            wrong += 1
            print(difference)
        names = sum(question.is_named for question in questions.ALL)
        print(f"{len(questions.ALL)} questions, {names} by name, asked of "
              f"{', '.join(name for name, _ in asked)}: {wrong} wrong")
        if max(question.way.count("\n") for question in questions.ALL) > 2:
            sys.exit("a question takes more than three lines of SQL")
        if wrong or len(questions.ALL) < 50:
            sys.exit(1)


main()
