"""Peak memory of an ingest: of fourteen days with a million sends each, 21 GB of lines, and of
hostile lines, 10 GB of each shape.

The day logs go to .bench/memory and are taken away again; hostile lines come through a pipe and
touch no disk. Prints a table, and keeps that of the default size as
Benchmarks/Results/YYYY-MM-DD-memory.md, any other in .bench/results/.
"""

import argparse
import datetime
import os
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import hostile
import machine
import report
from measure import Run, run
from report import Figure, Finding, Part, at_most
from workload import HOME, ROOT, SEED, START, fresh, inflated_bytes, remove, say

DAYS = 14
SENDS = 1_000_000
LINES = 1_000_000
WIDTH = 10_000
LIMIT_MB = 200

DAILY = """\
Sample logs of {days} days with {sends:,} sends each, every kind of record: {gigabytes:.1f} GB of
lines in {files} gzip files. All of the process, from start-up to exit."""

HOSTILE = """\
{lines:,} lines of {width:,} bytes each (batches: a twentieth of them) through a pipe, a store of
its own for each shape. The rest of a line is in a field that no decoder reads.
Distinct values that many messages could share (campaigns, labels, errors) are kept in memory, each
once: the last column is the peak over their number. Everything else has a bound of its own."""


def daily(setup):
    """Days of ordinary logs."""
    folder = HOME / "memory"
    shutil.rmtree(folder, ignore_errors=True)
    db = fresh("memory.db")
    try:
        say(f"writing {folder}: {setup.days} days")
        run([setup.binary, "sample", str(folder), "-q", "--seed", str(SEED), "--start", START,
             "--sends", str(setup.days * setup.sends), "--days", str(setup.days)])
        files = [str(path) for path in sorted(folder.glob("*/*.gz"))]
        gigabytes = inflated_bytes(files) / 1e9
        say(f"reading {gigabytes:.1f} GB")
        argv = [setup.binary, "ingest", "-q", "--db", db, str(folder)]
        # 65: a sample has broken lines, more than are let pass without a word.
        found = run(argv, accept=(0, 65))
        about = DAILY.format(
            days=setup.days, sends=setup.sends, gigabytes=gigabytes, files=len(files))
        command = shlex.join([setup.binary, "ingest", "--db", "DB", "FOLDER"])
        return Part("Fourteen days of logs" if setup.days == DAYS else "Days of logs", about, [
            Finding("peak memory", report.Series([found.rss_mb]), at_most(LIMIT_MB), " MB", 0),
        ], [Figure("ingest", command, [found])])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        remove(db)


def piped(argv, chunks):
    """Runs a command with these bytes on its standard input, and measures it alone."""
    reading, writing = os.pipe()

    def feed():
        try:
            with os.fdopen(writing, "wb", buffering=0) as pipe:
                for chunk in chunks:
                    pipe.write(chunk)
        except BrokenPipeError:
            pass

    start = datetime.datetime.now()
    with subprocess.Popen(argv, stdin=reading, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        os.close(reading)
        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        said = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        feeder.join()
    if process.returncode not in (0, 65):
        raise RuntimeError(f"{shlex.join(argv)} ended with {process.returncode}: {said[-2000:]}")
    wall_s = (datetime.datetime.now() - start).total_seconds()
    return Run(usage.ru_utime + usage.ru_stime, wall_s, usage.ru_maxrss / 1024)


def shapes(setup):
    """Lines of each hostile shape."""
    figures, findings = [], []
    for shape in hostile.SHAPES:
        if setup.shape and shape.name not in setup.shape:
            continue
        lines = setup.lines // shape.fewer
        say(f"{shape.name}: {lines:,} lines")
        db = fresh("hostile.db")
        try:
            found = piped(
                [setup.binary, "ingest", "-q", "--db", db, "-"],
                hostile.chunks(shape, lines, setup.width))
        finally:
            remove(db)
        each = found.rss_mb * 1e6 / min(lines, shape.distinct) if shape.grows else None
        figures.append(Figure(shape.name, shape.about, [found], {
            "grows with": shape.grows or "nothing",
            "bytes each": f"{each:.0f}" if each else ""}))
        if not shape.grows:
            findings.append(Finding(
                shape.name, report.Series([found.rss_mb]), at_most(LIMIT_MB), " MB", 0))
    about = HOSTILE.format(lines=setup.lines, width=setup.width)
    return Part("Hostile lines", about, findings, figures)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=DAYS, help="0 for none (default: %(default)s)")
    parser.add_argument("--sends", type=int, default=SENDS, help="a day (default: %(default)s)")
    parser.add_argument(
        "--lines", type=int, default=LINES,
        help="of each hostile shape, 0 for none (default: %(default)s)")
    parser.add_argument(
        "--width", type=int, default=WIDTH, help="bytes of a line (default: %(default)s)")
    parser.add_argument("--shape", action="append", help="only this one; may be given again")
    parser.add_argument(
        "--binary", default=".build-static/release/pushfunnel", help="default: %(default)s")
    return parser.parse_args()


def main():
    setup = arguments()
    os.chdir(ROOT)
    if not Path(setup.binary).exists():
        sys.exit("`make bench-memory` builds the binary first")
    parts = {}
    if setup.days:
        parts["daily"] = daily(setup)
    if setup.lines:
        parts["hostile"] = shapes(setup)
    date = datetime.date.today().isoformat()
    command = shlex.join(["python3", "-B", "Benchmarks/memory.py", *sys.argv[1:]])
    page = report.markdown(date, command, machine.describe(setup.binary), parts)
    print(page)
    whole = (setup.days, setup.sends, setup.lines, setup.width) == (DAYS, SENDS, LINES, WIDTH)
    folder = Path("Benchmarks/Results") if whole and not setup.shape else HOME / "results"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{date}-memory.md").write_text(page + "\n", encoding="utf-8")
    say(f"kept as {folder}/{date}-memory.md")


if __name__ == "__main__":
    main()
