"""Counts the instructions of the stages of ingest, and fails when they became more.

Callgrind counts; a count does not depend on what else a machine does. Every stage runs on small
logs, made for each run, equal each time. `thresholds.json` holds what was counted when it was
last recorded, and for which architecture, compiler and SQLite that holds: elsewhere nothing fails.

    python3 -B Benchmarks/check.py [--update]
"""

import argparse
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from held_out import rewritten

FOREIGN = Path(__file__).parents[1] / "Tests/Foreign"
THRESHOLDS = Path(__file__).parent / "thresholds.json"
HOME = Path(".bench/check")
SEED = 1
SENDS = 10_000
# Lines of other systems are few; so many times they are as long as the sends.
FOREIGN_COPIES = 40
# Small enough that several commits meet messages of earlier ones.
BATCH = 4000
# How much more than what was recorded is let pass. Five runs differ by at most 0.05 %.
MARGIN = 0.03

# The function in which all that counts runs, and nothing else: see `Stages/Cost.swift`.
COUNTED = "*cpuSeconds2of*"

# glibc chooses memcpy and similar functions by the processor, and Swift's sets and dictionaries
# use new hash seeds in every run.
STEADY = {
    "GLIBC_TUNABLES": "glibc.cpu.x86_non_temporal_threshold=0x300000:glibc.cpu.hwcaps="
                      "-AVX,-AVX2,-AVX512F,-AVX512VL,-BMI2,-ERMS,-FSRM,-SSSE3,-SSE4_1,-SSE4_2",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "SWIFT_BACKTRACE": "enable=no",
}

# What runs on which logs.
RUNS = [
    ("decode", "uniform"), ("decode", "mixed"), ("decode", "held out"), ("decode", "foreign"),
    ("merge", "uniform"), ("merge", "mixed"),
    ("write", "uniform"), ("write", "mixed"),
]


class NotCounted(Exception):
    """Why a stage could not be counted."""


def called(argv, env=None):
    """What a command prints, its errors included."""
    done = subprocess.run(
        argv, env={**os.environ, **(env or {})}, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        shown = " ".join(argv)[:200]
        raise NotCounted(f"{shown} ended with {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def make_logs(program):
    """The folders of logs by name. Plain text, so that the inflater is not counted."""
    folders = {}
    for name, options in (("uniform", ["--uniform", "--dirty", "0"]), ("mixed", [])):
        folders[name] = HOME / name
        called([program, "sample", str(folders[name]), "-q", "--force", "--plain",
                "--seed", str(SEED), "--sends", str(SENDS), "--days", "1", "--start", "2025-11-17",
                *options])
    folders["held out"] = HOME / "held-out"
    for path in files(folders["mixed"]):
        copy = folders["held out"] / path.relative_to(folders["mixed"])
        copy.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().splitlines()
        copy.write_bytes(b"".join(rewritten(line) + b"\n" for line in lines))
    folders["foreign"] = HOME / "foreign"
    copy = folders["foreign"] / "of-other-systems" / "lines.ndjson"
    copy.parent.mkdir(parents=True)
    kinds = [*sorted(FOREIGN.glob("*.ndjson")), *sorted(FOREIGN.glob("*.log"))]
    copy.write_bytes(b"".join(kind.read_bytes() for kind in kinds) * FOREIGN_COPIES)
    return folders


def files(folder):
    return sorted(Path(folder).glob("*/*.ndjson"))


def strip(program):
    """A copy without debug information, on which Valgrind 3.19 gives up; names stay."""
    copy = HOME / Path(program).name
    called(["strip", "--strip-debug", "-o", str(copy), str(program)])
    return str(copy)


def count(program, stage, folder):
    """Instructions for each line."""
    text = called(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         f"--toggle-collect={COUNTED}", program, "--stage", stage, "--batch", str(BATCH), "--json",
         *map(str, files(folder))], STEADY)
    collected = re.search(r"Collected : (\d+)", text)
    costs = re.search(r"^\[\{.*\}\]$", text, re.MULTILINE)
    if not costs or not collected or int(collected[1]) == 0:
        raise NotCounted(f"{stage}: nothing was counted in {COUNTED}\n{text[-2000:]}")
    return int(collected[1]) / json.loads(costs[0])[0]["lines"]


def surroundings(swift):
    """What the numbers depend on besides the sources."""
    version = re.search(r"Swift version (\d+\.\d+)", called([*swift.split(), "--version"]))
    return {
        "machine": platform.machine(), "swift": version[1] if version else "unknown",
        # Debian's Python uses the same library as the program.
        "sqlite": sqlite3.sqlite_version,
        # The reader of lines chooses its instructions by the processor.
        "avx2": "avx2" in Path("/proc/cpuinfo").read_text()}


def table(measured, recorded):
    """A row for each run; the runs over their thresholds, and those far below what is recorded."""
    rows = [("stage", "measured", "threshold", "ratio")]
    over, under = [], []
    for name, value in measured.items():
        limit = recorded.get(name, 0) * (1 + MARGIN)
        rows.append((name, f"{value:,.0f}", f"{limit:,.0f}", f"{value / limit:.3f}"
                     if limit else "none"))
        if value > limit:
            over.append(name)
        elif value < recorded[name] * (1 - MARGIN):
            under.append(name)
    widths = [max(map(len, column)) for column in zip(*rows)]
    text = "\n".join(
        "  ".join([row[0].ljust(widths[0])] + [
            cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]) for row in rows)
    return text, over, under


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=".build/release", help="where the programs are")
    parser.add_argument("--swift", default="swift", help="the compiler that built them")
    parser.add_argument("--update", action="store_true", help="record what is counted")
    options = parser.parse_args()
    missing = [tool for tool in ("valgrind", "strip") if not shutil.which(tool)]
    if missing:
        print(f"instructions are not counted: no {' and no '.join(missing)}")
        return 0
    known = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
    here = surroundings(options.swift)
    there = known.get("holds_for", here)
    if there["machine"] != here["machine"] and not options.update:
        print(f"instructions are not counted: {there['machine']} is recorded, "
              f"this is {here['machine']}")
        return 0
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    folders = make_logs(f"{options.build}/pushfunnel")
    program = strip(f"{options.build}/pushfunnel-stages")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda run: count(program, run[0], folders[run[1]]), RUNS)
        measured = {f"{stage}, {logs}": value for (stage, logs), value in zip(RUNS, counts)}
    if options.update:
        known = {"holds_for": here, "instructions_per_line": {
            name: round(value, 1) for name, value in measured.items()}}
        THRESHOLDS.write_text(json.dumps(known, indent=2) + "\n")
        there = here
    text, over, under = table(measured, known.get("instructions_per_line", {}))
    print("Instructions for each line:\n" + text)
    if there != here:
        print(f"Not judged: recorded with {there}, this is {here}.")
        return 0
    if under:
        print(f"Less than recorded, so that a later loss would not show: {'; '.join(under)}. "
              "make bench-check UPDATE=1")
    if over:
        print(f"More than the thresholds: {'; '.join(over)}. If it is worth that: "
              "make bench-check UPDATE=1")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (NotCounted, OSError) as problem:
        print(problem)
        sys.exit(1)
