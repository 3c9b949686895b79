"""Puts every question to pushfunnel, SQLite, DuckDB and Datasette, and compares the answers. Also
compares sums over messages with the counts of views, before and after a prune.

    check.py --binary PUSHFUNNEL --datasette DATASETTE

Samples, reads the logs by `reader.py`, ingests them, and asks. DuckDB and Datasette come as Python
packages; without `--datasette` that one is left out. Ends with 1 when an answer is wrong.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import questions
import reader
import sums

PRUNED = "2025-11-24"
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Tools"))

from datasette_check import Server  # noqa: E402
from duckdb_check import attached  # noqa: E402


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


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
        cursor = self.connection.execute(question.sql)
        return chosen(question, [column[0] for column in cursor.description], cursor.fetchall())


class Datasette:
    """A server in a process of its own, on a free port of the loopback."""

    def __init__(self, program, path):
        self.server = Server(program, [path], str(Path(path).parent))

    def rows(self, question):
        found = json.loads(self.server.text("/push.json", sql=question.sql, _shape="arrays"))
        return chosen(question, found["columns"], found["rows"])


def engines(binary, datasette, path):
    yield "pushfunnel", Pushfunnel(binary, path)
    yield "sqlite3", Connected(sqlite3.connect(path))
    yield "duckdb", Connected(attached(path))
    if datasette:
        yield "datasette", Datasette(datasette, path)


def wrong_sums(given, path, after="", views=7):
    """What differs between sums over messages and the counts of views, so many of which have some."""
    connection = sqlite3.connect(path)
    asked = questions.Question("sums over messages", sums.query(
        lambda view: [name for _, name, *_ in connection.execute(f"pragma table_info({view})")],
        after), None)
    for name, engine in given:
        yield from (f"{name}: {problem}" for problem in sums.wrong(engine.rows(asked), views))


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
    run(binary, "sample", "-q", "--start", "2025-11-17", "--sends", "60000", "--dirty", "0", logs)
    run(binary, "ingest", "-q", "--db", path, f"{logs}/export")
    given = list(engines(binary, None, path))
    return wrong_answers(questions.EXPORT, given, reader.rows(f"{logs}/export"))


def of_mixed_logs(binary, folder):
    """Sums over logs of every form, with topics, validated requests and broken lines."""
    logs, path = f"{folder}/mixed-logs", f"{folder}/mixed.db"
    run(binary, "sample", "-q", "--start", "2025-11-17", "--sends", "10000", logs)
    run(binary, "ingest", "-q", "--db", path, logs)
    return wrong_sums(engines(binary, None, path), path, views=len(sums.VIEWS))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--datasette")
    arguments = parser.parse_args()
    if arguments.datasette:
        # The server has a folder of its own.
        arguments.datasette = os.path.abspath(arguments.datasette)
    with tempfile.TemporaryDirectory() as folder:
        logs, path = f"{folder}/logs", f"{folder}/push.db"
        run(arguments.binary, "sample", "-q", *questions.SAMPLE, logs)
        run(arguments.binary, "ingest", "-q", "--db", path, *questions.DIMENSIONS, f"{logs}/sends",
            f"{logs}/events")
        given = list(engines(arguments.binary, arguments.datasette, path))
        wrong = list(wrong_answers(questions.ALL, given, reader.read(logs)))
        wrong += wrong_sums(given, path)
        for _, engine in given:
            if isinstance(engine, Datasette):
                engine.server.stop()
        # The prune point's own hour may have lost messages of the moment before it.
        run(arguments.binary, "prune", "-q", "--db", path, "--before", PRUNED)
        wrong += wrong_sums(engines(arguments.binary, None, path), path, PRUNED + "T00")
        wrong += of_mixed_logs(arguments.binary, folder)
        wrong += of_export(arguments.binary, folder)
    asked = questions.ALL + questions.EXPORT
    if any(question.way.count("\n") > 2 for question in asked):
        wrong.append("a question takes more than three lines of SQL")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    named = sum(question.is_named for question in asked)
    print(f"{len(asked)} questions, {named} by name and {len(asked) - named} in SQL of at most three "
          f"lines, asked of {', '.join(name for name, _ in given)}: {len(wrong)} wrong")
    sys.exit(1 if wrong or len(asked) < 50 else 0)


main()
