"""The commands that are measured: ours and the references'."""

import json
import shlex
from dataclasses import dataclass, field

from measure import CommandFailed, Run, run, shell
from workload import PYTHON

INFLATER = "PUSHFUNNEL_INFLATER"

FUNNEL = """
    select platform, image, campaign, sum(attempted), sum(sent), sum(failed), sum(received),
        coalesce(sum(impressions), 0), sum(opened)
    from funnel_hourly group by 1, 2, 3"""


class WrongFunnel(Exception):
    """A tool counted differently, so its time means nothing."""


def check(funnel, expected, who):
    """Refuses a funnel that is not the expected one, cell by cell."""
    for key in sorted(funnel.keys() | expected.keys()):
        if funnel.get(key) != expected.get(key):
            raise WrongFunnel(f"{who}: {key}: {funnel.get(key)} instead of {expected.get(key)}")


def table(rows):
    """Rows of platform, image, campaign and counts, by the first three."""
    return {tuple(row[:3]): [int(count) for count in row[3:]] for row in rows}


def shown(argv, env=None):
    """A command as one could type it, its many files by one word."""
    words = [word for word in argv if not word.endswith(".gz")]
    assignments = "".join(f"{name}={value} " for name, value in (env or {}).items())
    return assignments + shlex.join(words) + (" FILES" if len(words) < len(argv) else "")


@dataclass
class Ours:
    """pushfunnel with an inflater and a number of threads."""

    binary: str
    # Which one is forced; empty for the one that the binary prefers.
    inflater: str = ""
    threads: int = 2
    id_text = "lossless key"
    # Part of the measurement, but too small to show.
    startup_cpu_s = 0.0

    @property
    def env(self):
        return {INFLATER: self.inflater} if self.inflater else {}

    @property
    def name(self):
        threads = f"{self.threads} thread" + "s" * (self.threads > 1)
        return ", ".join(filter(None, ["pushfunnel ingest", self.inflater, threads]))

    @property
    def is_available(self):
        """Whether the binary uses the requested inflater."""
        try:
            version = run([self.binary, "--version"], self.env).output
        except CommandFailed:
            return False
        return f"inflater {self.inflater}" in version

    def ingest_argv(self, db, files):
        return [self.binary, "ingest", "-q", "--threads", str(self.threads), "--db", db, *files]

    def ingest(self, db, files):
        return run(self.ingest_argv(db, files), self.env)

    def report_argv(self, db, *options):
        return [self.binary, "report", "--json", "--db", db, *options]

    def report(self, db, *options):
        return run(self.report_argv(db, *options), self.env)

    def funnel_argv(self, db):
        return [self.binary, "sql", "--json", "--limit", "0", "--db", db, FUNNEL]

    def ask(self, db):
        """A run that gives the funnel, by platform, image and campaign, and the funnel."""
        told = run(self.funnel_argv(db))
        return told, table([list(row.values()) for row in json.loads(told.output)])

    def funnel(self, db):
        """What the database says."""
        return self.ask(db)[1]


@dataclass
class Reference:
    """A script of `references/` with its options."""

    name: str
    script: str
    threads: int = 2
    keep: str = "facts"
    options: list = field(default_factory=list)
    id_text = "stored"
    # Reported by each run.
    version: str = ""
    startup_cpu_s: float = 0.0

    def argv(self, mode, db, files):
        """Its command line: `load` makes a database, `append` adds to one."""
        return [str(PYTHON), "-B", f"Benchmarks/references/{self.script}", mode, "--db", db,
                "--keep", self.keep, "--threads", str(self.threads), *self.options, *files]

    def measure(self, mode, db, files, expected):
        """One run, which counts only if its funnel is the expected one."""
        result = run(self.argv(mode, db, files))
        told = json.loads(result.output)
        check(table(told["funnel"]), expected, self.name)
        self.version, self.startup_cpu_s = told["version"], told["startup_cpu_s"]
        return Run(result.cpu_s, result.wall_s, result.rss_mb)


GUNZIP = "gzip -dc FILES | wc -l"


def gunzip(files):
    """The yardstick: inflate and count lines, nothing else."""
    return shell(f"gzip -dc {shlex.join(files)} | wc -l")
