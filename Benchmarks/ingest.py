"""The whole way: gzipped logs to a database and a funnel, ours against the others'.

Twice: a uniform sample, and the same with text, order and lines of its own (`individual.py`).
"""

import os

import contenders
from contenders import Ours, Reference, check, gunzip
from individual import individual
from measure import Series, ratios
from report import Figure, Finding, Part, at_least, at_most
from workload import fresh, say, size_mb, uniform

ABOUT = """\
All read the same files {of_what} and must give the same funnel, cell by cell, before
their time counts: attempted, sent, failed, received, impressions and opened by platform, image and
campaign. All persist their data. The references keep only what this funnel needs; pushfunnel keeps
what every other report needs, too. Against the references ours is ingest and report together, with
two threads; theirs is the number of threads that does best."""

# CPU over that of `gzip -dc | wc -l`, by inflater.
MOST_OF_GZIP = {"zlib": 0.80, "isal": 0.58}
# How many times our CPU and wall the others take, at least: of the inflater that is usual.
LEADS = {"DuckDB": (1.7, 2.0), "chDB": (1.6, 1.6)}
USUAL = "isal"


def references(setup):
    """The others, each as it does best."""
    duckdb = ["--reader", setup.duckdb_reader]
    return [
        Reference("DuckDB, 1 thread", "with_duckdb.py", 1, options=duckdb),
        Reference("DuckDB, 2 threads", "with_duckdb.py", 2, options=duckdb),
        Reference("chDB, 2 threads", "with_chdb.py", 2, options=["--plan", setup.chdb_plan]),
        Reference("Python, orjson, sqlite3", "with_orjson.py", 1),
    ]


class Race:
    """Some rounds of everything, one after the other in each round."""

    def __init__(self, name, setup, logs):
        self.name = name
        self.setup = setup
        self.files = logs.files
        self.truth = logs.truth()
        ours = [Ours(setup.binary, inflater, threads)
                for inflater in MOST_OF_GZIP for threads in sorted({1, 2, os.cpu_count()})]
        self.ours = [one for one in ours if one.is_available]
        self.missing = sorted({one.inflater for one in ours} - {one.inflater for one in self.ours})
        self.references = references(setup)
        self.sizes = {}
        self.runs = {}

    def note(self, name, run):
        """Keeps a run under a name."""
        self.runs.setdefault(name, []).append(run)

    def run(self):
        """All rounds."""
        for round in range(self.setup.rounds):
            say(f"{self.name}: round {round + 1} of {self.setup.rounds}")
            self.note("gzip", gunzip(self.files))
            for ours in self.ours:
                self.run_ours(ours)
            for reference in self.references:
                db = fresh("reference")
                self.note(reference.name, reference.measure("load", db, self.files, self.truth))
                self.sizes[reference.name] = size_mb(db)
        fresh("ours.db")
        fresh("reference")

    def run_ours(self, ours):
        """Ingest and report, each measured, then the check of the funnel."""
        db = fresh("ours.db")
        ingest = ours.ingest(db, self.files)
        self.sizes[ours.name] = size_mb(db)
        self.note(ours.name, ingest)
        self.note(ours.name + " + report", ingest.then(ours.report(db)))
        check(ours.funnel(db), self.truth, ours.name)

    def figures(self):
        """A row for each command."""
        gzip = self.runs["gzip"]
        figures = [Figure("gzip and wc", contenders.GUNZIP, gzip, {"× gzip": "1"})]
        for one in self.ours:
            command = contenders.shown(one.ingest_argv("DB", self.files), one.env)
            figures.append(self.figure(one, command))
        for one in self.references:
            command = contenders.shown(one.argv("load", "DB", self.files))
            figures.append(self.figure(one, command))
        return figures

    def figure(self, contender, command):
        runs = self.runs[contender.name]
        start = contender.startup_cpu_s
        return Figure(contender.name, command, runs, {
            "× gzip": ratios(runs, self.runs["gzip"], "cpu_s").text(),
            "database MB": f"{self.sizes[contender.name]:.0f}", "ID text": contender.id_text,
            "start-up CPU s": f"{start:.2f}" if start else ""})

    def findings(self):
        """What the figures say against the aims, for each inflater."""
        return sum((self.findings_of(ours) for ours in self.ours if ours.threads == 2), [])

    def findings_of(self, ours):
        alone = self.runs[ours.name]
        found = [
            Finding(
                f"{ours.inflater}: CPU of ingest over `{contenders.GUNZIP}`",
                ratios(alone, self.runs["gzip"], "cpu_s"),
                at_most(MOST_OF_GZIP[ours.inflater])),
            Finding(
                f"{ours.inflater}: wall of 2 threads over 1", ratios(
                    alone, self.runs[Ours(self.setup.binary, ours.inflater, 1).name], "wall_s"),
                at_most(0.55))]
        for rival in ("DuckDB", "chDB", "Python"):
            aims = LEADS.get(rival) if ours.inflater == USUAL else None
            cpu, wall = map(at_least, aims) if aims else (None, None)
            found += [
                self.lead(ours, rival, "cpu_s", "CPU", cpu),
                self.lead(ours, rival, "wall_s", "wall", wall),
                self.lead(ours, rival, "rss_mb", "memory", None)]
        size = self.sizes[ours.name] * 1e6 / self.setup.sends
        return found + [
            Finding(f"{ours.inflater}: peak memory of ingest",
                    Series([run.rss_mb for run in alone]), at_most(110), " MB", 0),
            Finding(f"{ours.inflater}: database, each message", Series([size]), at_most(90),
                    " bytes", 0)]

    def lead(self, ours, rival, quantity, word, aim):
        """How many times as much the best variant of a rival takes."""
        names = [one.name for one in self.references if one.name.startswith(rival)]
        best = min(names, key=lambda name: Series(
            [getattr(run, quantity) for run in self.runs[name]]).median)
        mine = self.runs[ours.name + " + report"]
        return Finding(
            f"{ours.inflater}: {word} of {best}, over ours",
            ratios(self.runs[best], mine, quantity), aim)


def contest(name, title, of_what, setup, logs):
    """A part of the benchmarks: all of them over some logs."""
    race = Race(name, setup, logs)
    race.run()
    versions = dict.fromkeys(one.version for one in race.references)
    missing = [f"{inflater}: left out, this binary does not have it" for inflater in race.missing]
    return Part(
        title,
        f"{ABOUT.format(of_what=of_what)} {len(race.files)} files, {setup.sends:,} sends.",
        race.findings(), race.figures(), [*versions, *missing])


def measure(setup):
    return contest(
        "ingest", "Whole ingest", "of a uniform sample", setup,
        uniform(setup.binary, setup.sends))


def measure_individual(setup):
    return contest(
        "individual", "Whole ingest of lines that have nothing twice",
        "(titles, bodies and data of each message's own, hours in random order, 5 % of the lines"
        " with shuffled keys, 5 % of other programs)", setup,
        individual(setup.binary, setup.sends))
