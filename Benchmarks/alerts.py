"""Simulates push traffic and keeps the tables of what drop alerts make of it.

A run of the default size is kept as Benchmarks/Results/YYYY-MM-DD-alerts.md, any other in
.bench/results/. The traffic is the same in every run: so are all figures but the speed.
"""

import argparse
import datetime
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import alert_store
import machine
from measure import run
from workload import HOME, ROOT, say

SIZES = {"seeds": 16, "days": 152, "trials": 24}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seeds", type=int, default=SIZES["seeds"],
        help="worlds without faults, of each metric (default: %(default)s)")
    parser.add_argument(
        "--days", type=int, default=SIZES["days"], help="of each (default: %(default)s)")
    parser.add_argument(
        "--trials", type=int, default=SIZES["trials"],
        help="faults of each world, target and size (default: %(default)s)")
    parser.add_argument(
        "--binary", default=".build-static/release/pushfunnel", help="default: %(default)s")
    parser.add_argument(
        "--simulator", default=".build-static/release/pushfunnel-alerts",
        help="default: %(default)s")
    return parser.parse_args()


def cost(binary):
    """What one look at a large store takes, the middle of five: the first, and one after it."""
    store = str(alert_store.store(binary))
    argv = [binary, "alert", "-q", "--now", alert_store.NOW, "--db", store]

    def measured(*words):
        runs = sorted((run([*argv, *words], accept=(0, 1)) for _ in range(5)),
                      key=lambda one: one.cpu_s)
        middle = runs[len(runs) // 2]
        return f"{middle.cpu_s:.2f} s of CPU, {middle.rss_mb:.0f} MB"

    alert_store.forget(store)
    first = measured("--dry-run")
    run(argv, accept=(0, 1))
    return (f"`{shlex.join(argv[1:])} --dry-run`, {alert_store.CAMPAIGNS} campaigns, "
            f"{alert_store.DAYS} days, 402 series for each of two rules: {first}; with what an "
            f"earlier look kept: {measured('--dry-run')}")


def main():
    setup = arguments()
    os.chdir(ROOT)
    if not Path(setup.simulator).exists():
        sys.exit("`make bench-alerts` builds the binaries first")
    sizes = {name: getattr(setup, name) for name in SIZES}
    argv = [setup.simulator, *map(str, sizes.values())]
    say(shlex.join(argv))
    began = time.monotonic()
    tables = subprocess.run(argv, stdout=subprocess.PIPE, text=True, check=True).stdout
    minutes = (time.monotonic() - began) / 60
    facts = machine.describe(setup.binary)
    date = datetime.date.today().isoformat()
    page = "\n".join([
        f"# Alerts of {date}", "", f"`{shlex.join(argv)}`, {minutes:.1f} minutes.", "",
        *(f"- {name}: {facts[name]}" for name in ("CPU", "kernel", "pushfunnel", "Swift")), "",
        tables, "", cost(setup.binary), ""])
    print(page)
    folder = Path("Benchmarks/Results") if sizes == SIZES else HOME / "results"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{date}-alerts.md").write_text(page, encoding="utf-8")
    say(f"kept as {folder}/{date}-alerts.md")


if __name__ == "__main__":
    main()
