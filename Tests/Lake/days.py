"""Counts a lake that gets logs in portions and is compacted, while parts of the cluster die.

Counts of days are kept: after each step, the database must be that of a count of a copy which keeps
nothing, table by table, and days whose states did not change must not be counted again.
"""

import shutil
import sqlite3
import tempfile
from pathlib import Path

SAMPLE = ["--sends", 3000, "--days", 4, "--tail-hours", 24, "--start", "2025-11-17", "--dirty",
          0.01]
LAST_DAY = "2025-11-20"
# Settings hold keys and marks.
OTHER_TABLES = {"settings"}


class Days:
    def __init__(self, trial):
        self.trial, self.checks = trial, trial.checks
        self.logs, self.lake = trial.folder / "days-logs", trial.folder / "days-lake"
        self.counts, self.database = trial.folder / "days.db", trial.folder / "days-push.db"

    def run(self):
        self.trial.run("sample", self.logs, "-q", *SAMPLE)
        sends = sorted((self.logs / "sends").glob("*.gz"))
        late = [log for log in sends if log.name >= LAST_DAY]
        early = [log for log in sends if log.name < LAST_DAY]
        events = sorted((self.logs / "events").glob("*.gz"))
        self.export([*early, *events[:12]])
        self.count()
        before = self.kept()
        self.export(late)
        self.kill_driver("counts", "--db", self.counts)
        self.checks.expect(self.kept() == before, "counts of a killed driver are not kept")
        self.count()
        self.expect_full("more logs and a killed driver")
        known = set(before.items())
        self.checks.expect(len(known & set(self.kept().items())) == 3 and len(self.kept()) == 4,
                           "a log of one day lets the others be")
        self.export(events)
        self.count()
        self.compact()
        self.expect_full("late events and a compaction")
        self.trial.run("ingest", "-q", "--db", self.database, *sends, *events)
        self.checks.expect(self.trial.report(self.counts) == self.trial.report(self.database),
                           "the report is that of an ingest of all these logs")

    def compact(self):
        before, states = self.kept(), self.states()
        self.kill_driver("compact")
        self.checks.expect(self.states() == states, "a killed compaction changes nothing")
        worker = self.trial.cluster.add_worker()
        page = self.trial.cluster.free_port()
        process = self.trial.start(*self.command("compact", "-q", page=page))
        tasks = self.trial.amid(process, page, lambda: self.trial.cluster.kill(worker))
        _, errors = process.communicate()
        self.checks.expect(process.returncode == 0 and tasks is not None,
                           f"a worker was killed while compacting ({tasks} tasks were done)",
                           errors)
        self.checks.expect(not any(self.states()) and (self.lake / "merged").is_dir(),
                           "all days are compacted")
        self.count()
        self.checks.expect(sorted(before.values()) == sorted(self.kept().values()),
                           "a compaction lets no day be counted again")

    # Commands.

    def command(self, command, *arguments, lake=None, page=None):
        return self.trial.lake_command(command, *arguments, lake=lake or self.lake, page=page)

    def export(self, logs):
        self.trial.run("lake", "export", "-q", *logs, self.lake)

    def count(self, lake=None, database=None):
        self.trial.run(*self.command("counts", "-q", "--db", database or self.counts, lake=lake))

    def kill_driver(self, command, *arguments):
        page = self.trial.cluster.free_port()
        process = self.trial.start(*self.command(command, "-q", *arguments, page=page))
        tasks = self.trial.amid(process, page, lambda: self.trial.kill_driver(process))
        process.communicate()
        self.checks.expect(tasks is not None and process.returncode == 74,
                           f"the driver of {command} was killed ({tasks} tasks were done)",
                           str(process.returncode))

    # What is there.

    def kept(self):
        """The files of days' counts, by day."""
        return {path.name[:10]: path.stat().st_ino
                for path in (self.lake / ".counts").glob("*/cells/*")}

    def states(self):
        return sorted(path.name for path in (self.lake / "states").rglob("*.gz"))

    def expect_full(self, what):
        """The database is that of a copy without kept counts."""
        folder = Path(tempfile.mkdtemp(dir=self.trial.folder))
        shutil.copytree(self.lake, folder / "lake", ignore=lambda *_: [".counts", ".unfinished"])
        (folder / "lake" / ".unfinished").mkdir()
        self.count(folder / "lake", folder / "full.db")
        kept, full = tables(self.counts), tables(folder / "full.db")
        wrong = [name for name in kept.keys() | full.keys() if kept.get(name) != full.get(name)]
        rows = sum(map(len, full.values()))
        self.checks.expect(not wrong and rows > 1000,
                           f"after {what}, {rows} rows in {len(full)} tables are those of a "
                           "full count", f"{wrong} in {folder}")


def tables(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        names = [name for name, in connection.execute(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")]
        return {name: sorted(connection.execute(f"select * from {name}"), key=repr)
                for name in names if name not in OTHER_TABLES}
