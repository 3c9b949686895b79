"""Reads a database in every way while logs are followed into it, and checks each answer.

A log grows and is rotated; beside the follower, `pushfunnel` (report, sql, alert, verify), the
`sqlite3` shell and Datasette ask again and again. Every answer must be of one commit: the ledger
adds up in it. Prints how many answers there were, how long the slowest took, and how large the
write-ahead log became; fails on a wrong answer, an error, or a lost line.

    python3 -B Tests/Follow/readers.py --binary PUSHFUNNEL [--datasette DATASETTE] --seconds 60
"""

import argparse
import glob
import gzip
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

ADDS_UP = """
select lines = new + duplicate + rejected + foreign_lines + blank
    and lines = (select coalesce(sum(lines), 0) from ledger_files)
    and matched = (select coalesce(sum(events), 0) from funnel_cells)
        + (select coalesce(sum(events), 0) from topic_send_cells) as ok
from totals
"""


class Reader(threading.Thread):
    """Asks one question until it is told to stop."""

    def __init__(self, name, ask, stop):
        super().__init__(name=name, daemon=True)
        self.ask, self.stop = ask, stop
        self.answers, self.slowest, self.wrong = 0, 0.0, []

    def run(self):
        while not self.stop.is_set():
            began = time.monotonic()
            try:
                wrong = self.ask()
            except Exception as error:  # Whatever it is, it is no answer.
                wrong = repr(error)
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.answers += 1
            if wrong:
                self.wrong.append(wrong)


def command(argv, is_right, codes=(0,)):
    def ask():
        done = subprocess.run(argv, capture_output=True, text=True)
        if done.returncode in codes and not done.stderr and is_right(done.stdout):
            return None
        return f"{done.returncode} {done.stderr} {done.stdout[:300]}"
    return ask


def page(port):
    query = urllib.parse.urlencode({"sql": ADDS_UP, "_shape": "array"})

    def ask():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/push.json?{query}") as answer:
            rows = json.load(answer)
        return None if rows == [{"ok": 1}] else str(rows)
    return ask


def datasette(binary, database):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [binary, "serve", database, "--port", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return process, port
        except OSError:
            time.sleep(0.1)
    raise SystemExit("Datasette does not start")


def write(lines, folder, stop, pace):
    """Appends all lines, again from the first when they are used up; gives how many."""
    written, rotations, dice = 0, 0, random.Random(1)
    while not stop.is_set():
        burst = [lines[(written + i) % len(lines)] for i in range(dice.randrange(1, pace))]
        with open(f"{folder}/app.log", "ab") as log:
            log.write(b"".join(burst))
        written += len(burst)
        if dice.randrange(200) == 0:
            rotations += 1
            rotated = f"{folder}/app.log.{rotations}"
            os.rename(f"{folder}/app.log", rotated)
            with open(rotated, "rb") as plain, gzip.open(rotated + ".gz", "wb") as packed:
                shutil.copyfileobj(plain, packed)
            os.unlink(rotated)
        time.sleep(0.01)
    return written


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    options.add_argument("--datasette")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--sends", default="60000")
    options.add_argument("--pace", type=int, default=60, help="lines a burst, at most")
    asked = options.parse_args()
    binary = str(Path(asked.binary).resolve())

    home = tempfile.mkdtemp(prefix="pushfunnel-readers-")
    database, logs, made = f"{home}/push.db", f"{home}/logs", f"{home}/made"
    processes = []
    try:
        subprocess.run(
            [binary, "sample", made, "-q", "--sends", asked.sends, "--days", "2",
             "--start", "2025-11-17"], check=True)
        lines = []
        for path in sorted(glob.glob(made + "/**/*.gz", recursive=True)):
            lines += gzip.open(path).read().splitlines(keepends=True)
        os.mkdir(logs)
        follower = subprocess.Popen([binary, "ingest", "--follow", "-q", "--db", database, logs])
        processes.append(follower)
        while not os.path.exists(database + "-wal"):
            time.sleep(0.1)
        time.sleep(1)

        stop = threading.Event()
        shown = lambda text: text.splitlines()[-1] == "1"
        asks = {
            "report": command([binary, "report", "--db", database, "--json"], json.loads),
            "sql": command([binary, "sql", "--db", database, "--csv", ADDS_UP], shown),
            "alert": command(
                [binary, "alert", "--db", database, "--json", "--dry-run"], json.loads,
                (0, 1, 2)),
            "verify": command([binary, "verify", "--db", database, "-q"], lambda text: True),
            "sqlite3": command(["sqlite3", "-readonly", database, ADDS_UP], shown),
        }
        if asked.datasette:
            process, port = datasette(asked.datasette, database)
            processes.append(process)
            asks["datasette"] = page(port)
        readers = [Reader(name, ask, stop) for name, ask in asks.items()]
        for reader in readers:
            reader.start()
        largest = 0
        result = []
        writer = threading.Thread(
            target=lambda: result.append(write(lines, logs, stop, asked.pace)))
        writer.start()
        end = time.monotonic() + asked.seconds
        while time.monotonic() < end:
            time.sleep(0.2)
            largest = max(largest, os.path.getsize(database + "-wal"))
        stop.set()
        for thread in readers + [writer]:
            thread.join()
        written = result[0]

        count = ["sqlite3", "-readonly", database, "select lines from ledger"]
        known = 0
        for _ in range(1200):
            known = int(subprocess.run(count, capture_output=True, text=True).stdout or 0)
            if known >= written:
                break
            time.sleep(0.1)
        follower.send_signal(signal.SIGTERM)
        code = follower.wait()

        print(f"{written} lines written, {known} read; follower ended with {code}; "
              f"write-ahead log at most {largest / 1e6:.0f} MB")
        for reader in readers:
            print(f"{reader.name}: {reader.answers} answers, slowest {reader.slowest:.2f} s, "
                  f"{len(reader.wrong)} wrong")
            for wrong in reader.wrong[:3]:
                print("   ", wrong)
        if known != written or code != 143 or any(reader.wrong for reader in readers):
            sys.exit(1)
    finally:
        for process in processes:
            process.kill()
            process.wait()
        shutil.rmtree(home)


main()
