"""What a lake costs as it grows: a Spark cluster on the loopback counts lakes of several sizes.

    python3 -B Benchmarks/lake.py --binary PUSHFUNNEL --spark SPARK_HOME --sends 120000,1000000

Sample logs of ten days go into a lake, but for the last four hours of events; their counts go into
a database. Then these events come, of which late ones change eight of the days, and the counts are
renewed; then all days are compacted. Of each step: the processor time of the driver and of all
tasks, what tasks read and what they exchanged, by the cluster's own log. The counts are those of an
ingest of the same logs, or the run ends. A run with 20,000,000 sends is kept as
Results/YYYY-MM-DD-lake.md.
"""

import argparse
import datetime
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "Lake"))

import cluster  # noqa: E402
import machine  # noqa: E402
from workload import ROOT  # noqa: E402

DAYS = 10
FULL = 20_000_000
LAST_FILES = 4
STEPS = {
    "export": "export of the logs, one process",
    "count": "count of all days",
    "again": "four more hours of events, of eight days: count",
    "compact": "compaction of all days",
}


class Cost:
    """Of one step; bytes are nothing where no cluster ran."""

    def __init__(self, driver, events=()):
        self.driver, self.tasks, self.read, self.exchanged = driver, 0.0, 0, 0
        for event in events:
            metrics = event.get("Task Metrics") or {}
            self.tasks += metrics.get("Executor CPU Time", 0) / 1e9
            self.read += metrics.get("Input Metrics", {}).get("Bytes Read", 0)
            self.exchanged += metrics.get("Shuffle Write Metrics", {}).get(
                "Shuffle Bytes Written", 0)


class Growing:
    """A lake of one size."""

    def __init__(self, binary, cluster, folder, sends):
        self.binary, self.cluster, self.folder, self.sends = binary, cluster, folder, sends
        self.logs, self.lake, self.counts = (folder / name for name in ("logs", "lake", "counts.db"))
        self.events = folder / "events"
        self.events.mkdir()
        self.costs = {}

    def run(self, *words):
        with cluster.Clock() as clock:
            subprocess.run([self.binary, *map(str, words)], cwd=self.folder, check=True,
                           env=self.cluster.environment, stdout=subprocess.DEVNULL)
        return clock.cpu

    def on_cluster(self, step, command, *words):
        given = cluster.settings(self.events, {
            "spark.executor.memory": "900m", "spark.ui.enabled": "false",
            "spark.sql.shuffle.partitions": "16"})
        driver = self.run("lake", command, "-q", "--lake", self.lake, "--master",
                          self.cluster.address, *given, *words)
        ended = [event for event in cluster.event_log(self.events)
                 if event["Event"] == "SparkListenerTaskEnd"]
        self.costs[step] = Cost(driver, ended)

    def grow(self):
        self.run("sample", self.logs, "-q", "--sends", self.sends, "--days", DAYS, "--start",
                 "2025-11-17")
        sends = sorted((self.logs / "sends").glob("*.gz"))
        events = sorted((self.logs / "events").glob("*.gz"))
        self.costs["export"] = Cost(
            self.run("lake", "export", "-q", *sends, *events[:-LAST_FILES], self.lake))
        self.on_cluster("count", "counts", "--db", self.counts)
        self.run("lake", "export", "-q", *events[-LAST_FILES:], self.lake)
        self.on_cluster("again", "counts", "--db", self.counts)
        self.size = sum(path.stat().st_size for path in (self.lake / "states").rglob("*.gz"))
        self.on_cluster("compact", "compact")
        self.expect_counts([*sends, *events])

    def expect_counts(self, logs):
        database = self.folder / "push.db"
        self.ingest = self.run("ingest", "-q", "--db", database, *logs)
        sums = ("select sum(attempted), sum(sent), sum(received), sum(impressions), sum(opened)"
                " from funnel_hourly")
        ours, theirs = (sqlite3.connect(path).execute(sums).fetchone()
                        for path in (self.counts, database))
        if ours != theirs:
            sys.exit(f"{self.sends} sends: the lake counts {ours}, the database {theirs}")

    def rows(self):
        for step, words in STEPS.items():
            cost = self.costs[step]
            yield (f"| {words} | {cost.driver:.1f} | {cost.tasks:.1f} | {cost.read / 1e6:,.1f} "
                   f"| {cost.exchanged / 1e6:,.1f} |")


def text(sizes, binary):
    lines = [f"# A lake as it grows, {datetime.date.today().isoformat()}", ""]
    lines += [f"- {name}: {value}" for name, value in machine.describe(binary).items()]
    lines += ["", f"Ten days each, a master and two workers of one core on one machine "
              f"(`make bench-lake`). CPU in seconds; MB that tasks read and exchanged."]
    for size in sizes:
        lines += ["", f"## {size.sends:,} sends", "",
                  f"The states are {size.size / 1e6:,.1f} MB of gzip. SQLite's ingest of the same "
                  f"logs: {size.ingest:.1f} s of CPU.", "",
                  "| step | process or driver | tasks | MB read | MB exchanged |",
                  "|---|---|---|---|---|", *size.rows()]
    return "\n".join(lines) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--binary", required=True)
    options.add_argument("--spark", required=True, help="the folder of a Spark distribution")
    options.add_argument("--sends", default=f"120000,1000000,5000000,{FULL}")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    binary, sizes = os.path.abspath(given.binary), []
    with tempfile.TemporaryDirectory(prefix="pushfunnel-lake-") as folder:
        for sends in map(int, given.sends.split(",")):
            own = Path(folder) / str(sends)
            own.mkdir()
            with cluster.Cluster(os.path.abspath(given.spark), own) as running:
                size = Growing(binary, running, own, sends)
                size.grow()
            shutil.rmtree(own)
            sizes.append(size)
            print(f"{sends:,} sends", *size.rows(), sep="\n", flush=True)
    is_whole = sizes[-1].sends >= FULL
    path = ROOT / ("Benchmarks/Results" if is_whole else ".bench/results")
    path.mkdir(parents=True, exist_ok=True)
    path = path / f"{datetime.date.today().isoformat()}-lake.md"
    path.write_text(text(sizes, binary))
    print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
