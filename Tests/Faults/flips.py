"""Damages a database, one place at a time, and runs every command on each damaged copy: flips a
bit, or with `--damage cells` puts an odd value into a column.

No command may end by a signal or go on for ever. `verify` may end with 0 only if the rows of all
views are those of the undamaged database, or if nothing but cells changed of which
Documentation/Operations.md says that nothing else tells. Prints what is wrong, then the counts;
ends with 1 if something is wrong.

usage: flips.py --binary pushfunnel [--damage bits|cells] [--flips 2000] [--first-seed 1]
"""
import argparse
import collections
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

NOW = "2025-11-19T12:00:00Z"
SECONDS = 60
MILLISECONDS_OF_HOUR = 3_600_000
# Of `states.facts`: not a record, but what one said of itself.
FACTS_THAT_RECORDS_SAID = 0b11111 << 13
QUIET = {**os.environ, "NO_COLOR": "1"}


def run(binary, folder, *words):
    """The exit status; negative for a signal, None if it took too long."""
    try:
        return subprocess.run(
            [binary, *words], cwd=folder, env=QUIET, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return None


def make(binary, folder):
    """A store with something in every table; returns its path and a message ID."""
    for words in (
        ["sample", "logs", "--sends", "600", "--days", "12", "--start", "2025-11-07", "--clients",
         "-q"],
        ["ingest", "-q", "--now", NOW, "--dimension", "ref=/request/message/data/ref",
         "--client-dimension", "app_version", "--client-dimension", "action", "logs"],
        ["note", "2025-11-18", "app 5.4 released"],
        ["alert", "silence", "opened,platform=ios", "4h", "--now", NOW],
        ["backup", "whole.db"],
    ):
        status = run(binary, folder, *words)
        if status != 0:
            sys.exit(f"{' '.join(words)} ended with {status}")
    with sqlite3.connect(folder / "whole.db") as db:
        id = db.execute("select message_id from messages where message_id is not null").fetchone()
    return folder / "whole.db", id[0]


def content(path, kind, read):
    """What `read` makes of every table or view, by name; None if one cannot be read."""
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    db.text_factory = lambda text: text.decode(errors="backslashreplace")
    try:
        names = [row[0] for row in db.execute(
            "select name from sqlite_schema where type = ? order by name", [kind])]
        return {name: read(db.execute(f'select * from "{name}"')) for name in names}
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return None
    finally:
        db.close()


def views(path):
    """The rows of every view, in any order."""
    return content(path, "view", lambda rows: collections.Counter(map(repr, rows)))


def told(name, cell):
    """What something else in a database tells of a cell: of a moment its hour, of facts which
    records there are."""
    if name.endswith("_at") and isinstance(cell, int):
        cell //= MILLISECONDS_OF_HOUR
    elif name == "facts" and isinstance(cell, int):
        cell &= ~FACTS_THAT_RECORDS_SAID
    return repr(cell)


def columns(path):
    """What is told of the cells of every column of every table, in any order."""
    def read(rows):
        names = [one[0] for one in rows.description]
        cells = list(rows)
        return {name: collections.Counter(told(name, row[place]) for row in cells)
                for place, name in enumerate(names)}
    return content(path, "table", read)


def changed(path, truth):
    """The columns whose cells differ, as `table.column`."""
    found = columns(path)
    if found is None:
        return {"(unreadable)"}
    return {f"{table}.{name}" for table, cells in truth.items() for name in cells
            if found.get(table, {}).get(name) != cells[name]}


# Columns of which something else tells in some rows: not of IDs with a time, of labels beside a
# campaign, or of a topic in a send to a token.
TOLD_IN_PART = {"states.k", "states.tail", "observed_profiles.label", "send_profiles.topic"} | {
    f"send_profiles.{name}_label" for name in ["message", "android", "ios", "web", "exported"]}


def documented():
    """Tables and columns of which nothing else in a database tells."""
    text = (pathlib.Path(__file__).parents[2] / "Documentation/Operations.md").read_text()
    listed = text.split("Nothing else does of these")[1].split("\n", 1)[1]
    lines = []
    for line in listed.splitlines():
        if line and not line.startswith("- "):
            break
        lines.append(line)
    return TOLD_IN_PART | set(re.findall(r"`([a-z_.]+)`", "\n".join(lines)))


def flip(source, target, seed):
    """Flips a bit. Returns what was done."""
    data = bytearray(source.read_bytes())
    chance = random.Random(seed)
    place, bit = chance.randrange(len(data)), chance.randrange(8)
    data[place] ^= 1 << bit
    target.write_bytes(data)
    return f"byte {place}, bit {bit}"


ODD = [None, -2**63, 2**63 - 1, -1, 2**40, 1e300, float("inf"), "", "no number", "9999-99-99T99",
       b"", b"\x01\x02\x03"]


def change(source, target, seed):
    """Puts an odd value into a column of a table: into all rows, or into every third. Returns what
    was done. What a constraint does not let in stays out."""
    target.write_bytes(source.read_bytes())
    chance = random.Random(seed)
    with sqlite3.connect(target) as db:
        table = chance.choice([row[0] for row in db.execute(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
            " order by name")])
        column = chance.choice(db.execute(f"pragma table_info({table})").fetchall())[1]
        value, share = chance.choice(ODD), chance.choice([1, 3])
        # Not SQLite's random(): a seed always gives the same database.
        db.create_function("drawn", 0, lambda: chance.randrange(share))
        try:
            db.execute(f"update or ignore {table} set {column} = ? where drawn() = 0", [value])
        except sqlite3.Error:
            pass
    db.close()
    return f"{table}.{column} = {value!r}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--damage", choices=["bits", "cells"], default="bits")
    parser.add_argument("--flips", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=1)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    damage = {"bits": flip, "cells": change}[options.damage]
    ends, bad = collections.Counter(), []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        whole, id = make(binary, folder)
        truth, cells, untold = views(whole), columns(whole), documented()
        damaged = folder / "damaged.db"
        reading = [
            ["verify"], ["report", "--all"], ["report", "--html", "--day", "2025-11-18"],
            ["trace", id], ["sql", "select count(*) from messages"],
            ["alert", "--now", NOW, "--dry-run"], ["alert", "list"], ["alert", "backtest"],
            ["alert", "explain", "opened"], ["backup", "copy.db"]]
        writing = [
            ["alert", "-q", "--now", NOW], ["ingest", "-q", "--now", NOW, "--reread", "logs"],
            ["prune", "--keep", "7d"], ["verify", "--repair"]]
        for seed in range(options.first_seed, options.first_seed + options.flips):
            place = damage(whole, damaged, seed)
            isSame = views(damaged) == truth
            for words in reading + writing:
                for rest in folder.glob("copy.db*"):
                    rest.unlink()
                status = run(binary, folder, *words, "--db", damaged.name)
                ends[words[0], "signal" if status is None or status < 0 else status] += 1
                if status is None or status < 0:
                    bad.append(f"seed {seed} ({place}): {words} ended by {status}")
                    print(bad[-1], flush=True)
                if words != ["verify"]:
                    continue
                what = "same" if isSame else "changed"
                if status == 0 and not isSame:
                    unknown = {name for name in changed(damaged, cells)
                               if not {name, name.split(".")[0]} & untold}
                    what = "changed as documented"
                    if unknown:
                        what = "changed"
                        bad.append(f"seed {seed} ({place}): verify found nothing of "
                                   + ", ".join(sorted(unknown)))
                        print(bad[-1], flush=True)
                ends["views", what, status] += 1
            for rest in folder.glob("damaged.db*"):
                rest.unlink()
    for key in sorted(ends, key=repr):
        print(*key, ends[key])
    print(f"{options.flips} damaged databases, {len(bad)} wrong")
    sys.exit(1 if bad else 0)


main()
