"""Measures pushfunnel against gzip, DuckDB, chDB and Python, and prints the results as Markdown.

Whole runs of the default size are kept as Benchmarks/Results/YYYY-MM-DD.md and .json, all others
in .bench/results/. Slow results are no failures: the table shows which goals are met.
"""

import argparse
import datetime
import os
import shlex
import sys
from pathlib import Path

import dimensions
import held_out
import increment
import ingest
import machine
import report
import reports
import small
import stages
from workload import HOME, PYTHON, ROOT, say

PARTS = {
    "ingest": ingest.measure, "individual": ingest.measure_individual,
    "increment": increment.measure, "small": small.measure,
    "stages": stages.measure, "held-out": held_out.measure, "reports": reports.measure,
    "dimensions": dimensions.measure}
SENDS = 1_000_000


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sends", type=int, default=SENDS, help="sends of a day (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="default: %(default)s")
    parser.add_argument(
        "--only", action="append", choices=PARTS, metavar="PART",
        help=f"measure this part alone, may be repeated: {', '.join(PARTS)}")
    parser.add_argument(
        "--binary", default=".build-static/release/pushfunnel", help="default: %(default)s")
    parser.add_argument(
        "--duckdb-reader", choices=["struct", "list"], default="struct",
        help="how DuckDB takes lines apart (default: %(default)s, the faster)")
    parser.add_argument(
        "--chdb-plan", choices=["union", "join"], default="union",
        help="how chDB joins (default: %(default)s, the faster)")
    return parser.parse_args()


def keep(setup, date, page, numbers):
    """Writes the results, next to earlier ones if they are comparable."""
    is_whole = not setup.only and setup.sends == SENDS
    folder = Path("Benchmarks/Results") if is_whole else HOME / "results"
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, text in ((".md", page), (".json", numbers)):
        (folder / f"{date}{suffix}").write_text(text + "\n", encoding="utf-8")
    say(f"kept as {folder}/{date}.md and .json")


def main():
    setup = arguments()
    os.chdir(ROOT)
    if not PYTHON.exists() or not Path(setup.binary).exists():
        sys.exit("`make bench` builds the binary and installs the references first")
    parts = {name: PARTS[name](setup) for name in setup.only or PARTS}
    date = datetime.date.today().isoformat()
    command = shlex.join(["python3", "-B", "Benchmarks/bench.py", *sys.argv[1:]])
    facts = machine.describe(setup.binary)
    page = report.markdown(date, command, facts, parts)
    print(page)
    keep(setup, date, page, report.raw(date, command, facts, parts))


if __name__ == "__main__":
    main()
