"""Asks DuckDB, which attaches the database, what SQLite answers, and compares.

    duckdb_check.py --binary PUSHFUNNEL

Samples and ingests. Then: every view, with its rows and the types that `pushfunnel sql --describe`
names; every named query that is not for SQLite alone, without parameters. DuckDB's extension for
SQLite comes as a Python package. Ends with 1 when an answer differs.
"""

import argparse
import json
import os
import re
import sqlite3
import subprocess
import tempfile
from importlib import resources
from pathlib import Path

import duckdb

QUERIES = Path(__file__).resolve().parents[2] / "queries"
TYPES = {"text": "VARCHAR", "integer": "BIGINT", "real": "DOUBLE"}


def attached(path):
    connection = duckdb.connect()
    folder = resources.files("duckdb_extension_sqlite_scanner") / "extensions"
    extension = next(Path(str(folder)).rglob("sqlite_scanner.duckdb_extension"))
    connection.execute(f"load '{extension}'")
    connection.execute(f"attach '{path}' as push (type sqlite, read_only)")
    connection.execute("use push")
    return connection


def plain(rows):
    """Numbers without their types: a sum of integers has 128 bits in DuckDB."""
    return [tuple(cell if isinstance(cell, str) or cell is None else float(cell) for cell in row)
            for row in rows]


def views(binary, path, sqlite, duck):
    names = [name for (name,) in sqlite.execute(
        "select name from sqlite_schema where type = 'view' and name not like 'base%'")]
    for name in names:
        described = json.loads(subprocess.run(
            [binary, "sql", "--describe", name, "--json", "--db", path],
            check=True, capture_output=True).stdout)
        types = [(row["column"], TYPES[row["type"]]) for row in described]
        found = [row[:2] for row in duck.execute(f"describe {name}").fetchall()]
        if found != types:
            yield f"{name}: types {found}, expected {types}"
        query = f"select * from {name}"
        ours, theirs = (sorted(plain(engine.execute(query).fetchall()), key=str)
                        for engine in (sqlite, duck))
        if ours != theirs:
            yield f"{name}: rows differ"
    if len(names) < 20:
        yield f"only {len(names)} views"


def queries(sqlite, duck):
    compared = 0
    for file in sorted(QUERIES.glob("*.sql")):
        text = file.read_text()
        if re.search(r"^-- engine:", text, re.M) or re.search(r"^--   :.* required ", text, re.M):
            continue
        body = re.sub(r"^--.*\n", "", text, flags=re.M)
        body = re.sub(r":[a-z_]+", "null", body)
        compared += 1
        if plain(sqlite.execute(body).fetchall()) != plain(duck.execute(body).fetchall()):
            yield f"{file.name}: rows differ"
    if compared < 30:
        yield f"only {compared} queries"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    binary = parser.parse_args().binary
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([binary, "sample", "logs", "--start", "2025-11-17"], check=True, capture_output=True)
        subprocess.run([binary, "ingest", "-q", "--db", "push.db", "logs"], check=True)
        sqlite, duck = sqlite3.connect("push.db"), attached("push.db")
        problems = [*views(binary, "push.db", sqlite, duck), *queries(sqlite, duck)]
    print("\n".join(problems))
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
