"""Every night: one more hour into a store of many days, and the funnel of them all."""

import os
from pathlib import Path

import contenders
from contenders import Ours, Reference, check
from measure import ratios, run
from report import Figure, Finding, Part, at_least
from workload import HOME, fresh, remove, restore, say, size_mb, uniform

DAYS = 10

ABOUT = """\
The last hour of {days} days of a uniform sample goes into a store of all hours before it
({sends:,} sends in all); then the funnel of everything. Each run is a new process on a new copy
of the store, with the time of its start-up. DuckDB's delta inserts the new sends and updates one
row a message, with a look-up for repeated sends but none for events that come before their send,
which is less than pushfunnel does; the join view appends raw rows and joins them in the funnel's
query. {lines}"""


class Contest:
    """A way of adding an hour, with the store that it starts from."""

    def __init__(self, name, contender, history, funnel):
        self.name = name
        self.contender = contender
        self.history = history
        self.funnel = funnel
        self.runs = []

    @property
    def store(self):
        return HOME / "stores" / self.name.replace(" ", "-").replace(",", "")

    def make_store(self, newer_than):
        """Makes the store unless there is one that is newer than what makes it."""
        if self.store.exists() and self.store.stat().st_mtime > Path(newer_than).stat().st_mtime:
            return
        say(f"increment: making the store of {self.name}")
        self.store.parent.mkdir(parents=True, exist_ok=True)
        # Under another name until it is whole: an interrupted run leaves no half store behind.
        partial = f"{self.store}.partial"
        remove(partial)
        self.load(partial)
        remove(self.store)
        os.rename(partial, self.store)
        remove(partial)


class OurContest(Contest):
    """pushfunnel, which also measures the ingest alone."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.ingests = []

    def load(self, db):
        self.contender.ingest(db, self.history)

    def add(self, db, files):
        self.ingests.append(self.contender.ingest(db, files))
        asked, funnel = self.contender.ask(db)
        check(funnel, self.funnel, self.name)
        return self.ingests[-1].then(asked)

    def command(self, files):
        return contenders.shown(self.contender.ingest_argv("DB", files)) + " && " + \
            contenders.shown([*self.contender.funnel_argv("DB")[:-1], "FUNNEL"])


class ReferenceContest(Contest):
    """A reference, which adds and counts in one process."""

    def load(self, db):
        run(self.contender.argv("load", db, self.history))

    def add(self, db, files):
        return self.contender.measure("append", db, files, self.funnel)

    def command(self, files):
        return contenders.shown(self.contender.argv("append", "DB", files))


def contests(setup, logs):
    """Ours on the whole store and on one of a single day; the references on the whole."""
    last = logs.hours[-1]
    before = logs.of_hours(lambda hour: hour < last)
    day = logs.of_hours(lambda hour: last[:10] <= hour < last)
    truth = logs.truth()
    total = setup.sends * DAYS
    duckdb = ["--reader", setup.duckdb_reader]
    chdb = ["--plan", setup.chdb_plan]
    ours = Ours(setup.binary)
    # The day alone has no truth of its own: messages of earlier days have events in its files.
    alone = fresh("alone.db")
    ours.ingest(alone, day + logs.of_hours(lambda hour: hour == last))
    return [
        OurContest(f"pushfunnel, {total:,} sends", ours, before, truth),
        OurContest(f"pushfunnel, last day of {total:,} sends", ours, day, ours.funnel(alone)),
        ReferenceContest(
            f"DuckDB delta, {total:,} sends",
            Reference("DuckDB delta", "with_duckdb.py", 2, options=duckdb), before, truth),
        ReferenceContest(
            f"DuckDB join view, {total:,} sends",
            Reference("DuckDB join view", "with_duckdb.py", 2, "raw", duckdb), before, truth),
        ReferenceContest(
            f"chDB append and join, {total:,} sends",
            Reference("chDB append and join", "with_chdb.py", 2, "raw", chdb), before, truth),
    ]


def source(contest, setup):
    """The inputs of a contest's store. If they change, the store is rebuilt."""
    script = getattr(contest.contender, "script", None)
    return f"Benchmarks/references/{script}" if script else setup.binary


def measure(setup):
    logs = uniform(setup.binary, setup.sends * DAYS, DAYS)
    last = logs.hours[-1]
    hour = logs.of_hours(lambda name: name == last)
    entries = contests(setup, logs)
    for contest in entries:
        contest.make_store(source(contest, setup))
    for round in range(setup.rounds):
        say(f"increment: round {round + 1} of {setup.rounds}")
        for contest in entries:
            db = fresh("increment.db")
            restore(db, contest.store)
            contest.runs.append(contest.add(db, hour))
    fresh("increment.db")
    fresh("alone.db")
    return part(setup, logs, hour, entries)


def part(setup, logs, hour, entries):
    ours, day, delta, view, chdb = entries
    lines = contenders.gunzip(hour).output.strip()
    figures = [
        Figure(one.name, one.command(hour), one.runs, {"store MB": f"{size_mb(one.store):.0f}"})
        for one in entries]
    figures[2:2] = [
        Figure(f"{one.name}, ingest alone",
               contenders.shown(one.contender.ingest_argv("DB", hour)), one.ingests)
        for one in (ours, day)]
    findings = [
        Finding("CPU of DuckDB's delta, over ours", ratios(delta.runs, ours.runs, "cpu_s"),
                at_least(5), digits=1),
        Finding("CPU of DuckDB's join view, over ours", ratios(view.runs, ours.runs, "cpu_s"),
                at_least(25), digits=1),
        Finding("CPU of chDB's append and join, over ours", ratios(chdb.runs, ours.runs, "cpu_s"),
                digits=1),
        Finding(f"CPU of our ingest alone, over the same into one of {DAYS} days",
                ratios(ours.ingests, day.ingests, "cpu_s"))]
    about = ABOUT.format(
        days=DAYS, sends=setup.sends * DAYS, lines=f"The hour has {int(lines):,} lines.")
    return Part("One more hour", about, findings, figures)
