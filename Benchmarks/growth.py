"""Fills a store with synthetic messages and measures the cost of each million as it grows.

Then a day of sample logs goes into the full store and into an empty one, and a report of one day
is read from the full one. A run of the default size without dimensions keeps its table, figures
and chart as Benchmarks/Results/YYYY-MM-DD-growth.md, .csv and .svg, any other in .bench/results/.
The full store is kept under .bench/stores/ until the program that fills it is rebuilt.
"""

import argparse
import csv
import datetime
import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import chart
import contenders
import machine
import report
import small
from contenders import Ours
from measure import Series, ratios, run, shell
from report import Figure, Finding, Part, at_most
from workload import HOME, ROOT, fresh, remove, restore, say, uniform

MESSAGES = 100_000_000
# The filler's own: messages of a day, and the first one.
PER_DAY = 1_000_000
FIRST_DAY = datetime.date(2026, 1, 1)
MARKS = (1, 10, 50, 100)
# Late events reach three days back: the first million that has all of them behind it.
SETTLED = 4
REPEATS = 10

FILLING = """\
The writer alone: states go straight into it, and making them is not counted. A day has
{per_day:,} messages, a tenth of them with UUIDs; events come up to 72 hours after their send.
The first three days have fewer late events behind them than all later ones, so only the ratio to
the fourth million compares like with like. Each figure is of one million messages, measured
once."""

INGESTING = """\
A day of the uniform sample ({sends:,} sends, {lines} lines, {day}: the day after the last of the
full store) into an empty store and into a copy of the one with {millions:g} million messages. All
of it: reading, inflating, decoding, merging, writing, and what it takes to leave. The sample is of
other messages than the store's, so none of its lines finds its message there; each is looked for.
Its message IDs, campaigns and shares of events differ from the synthetic ones."""

READING = "A report of one day, of the whole process; the day is in the middle of the store."


@dataclass
class Step:
    """What one million messages cost, when so many were stored."""

    messages: int
    cpu_s: float
    wall_s: float
    bytes_each: float
    peak_mb: float

    @property
    def millions(self):
        return self.messages / 1e6


def steps(path):
    """The filler's output."""
    with open(path, encoding="utf-8", newline="") as file:
        return [
            Step(int(row["messages"]), float(row["cpu_s_per_million"]),
                 float(row["wall_s_per_million"]), float(row["bytes_per_message"]),
                 float(row["peak_rss_mb"]))
            for row in csv.DictReader(file)]


def filled(setup):
    """The full store and its figures; made unless there are some newer than the filler."""
    store = HOME / "stores" / f"growth-{setup.messages}-{setup.dimensions}.db"
    figures = store.with_suffix(".csv")
    made = [path.stat().st_mtime for path in (store, figures) if path.exists()]
    if len(made) == 2 and (setup.reuse or min(made) > Path(setup.filler).stat().st_mtime):
        return store, figures
    say(f"filling {store}: some three seconds each million")
    store.parent.mkdir(parents=True, exist_ok=True)
    partial = f"{store}.partial"
    remove(partial)
    remove(store)
    shell(shlex.join(filler_argv(setup, partial))
          + f" > {shlex.quote(str(figures))}")
    os.rename(partial, store)
    remove(partial)
    return store, figures


def filler_argv(setup, db):
    return [str(word) for word in
            [setup.filler, db, setup.messages, PER_DAY, setup.dimensions]]


def filling(setup, found):
    """The table over the size of the store."""
    first, settled = found[0], found[min(SETTLED, len(found)) - 1]
    rows = []
    for mark in MARKS:
        if mark > found[-1].millions + 0.5:
            break
        step = min(found, key=lambda one: abs(one.millions - mark))
        rows.append([
            f"{step.millions:.1f}", f"{step.cpu_s:.2f}", f"{step.wall_s:.2f}",
            f"{step.bytes_each:.1f}", f"{step.peak_mb:.0f}", f"{step.cpu_s / first.cpu_s:.2f}",
            f"{step.cpu_s / settled.cpu_s:.2f}"])
    last, early = found[-10:], found[SETTLED - 1:SETTLED + 9]
    settling = Series([_mean(last, "cpu_s") / _mean(early, "cpu_s")])
    part = Part("A store that grows", FILLING.format(per_day=PER_DAY), [
        Finding("CPU of the writer, mean of the last ten million over that of the fourth to the "
                "thirteenth", settling, at_most(1.3)),
        Finding("the same, wall", Series([_mean(last, "wall_s") / _mean(early, "wall_s")]))])
    part.notes = [f"`{shlex.join(filler_argv(setup, 'DB'))}`"]
    titles = ["millions stored", "CPU s per million", "wall s per million", "bytes per message",
              "peak MB", "CPU over the first million", "CPU over the fourth"]
    return part, report.table(titles, rows)


def _mean(found, quantity):
    return sum(getattr(step, quantity) for step in found) / len(found)


def ingesting(setup, store, millions):
    """The same logs into an empty store and into the full one."""
    day = (FIRST_DAY + datetime.timedelta(days=round(setup.messages / PER_DAY))).isoformat()
    logs = uniform(setup.binary, setup.sends, start=day)
    lines = int(shell(f"gzip -dc {shlex.join(logs.files)} | wc -l").output)
    ours = Ours(setup.binary)
    empty, full = [], []
    db = fresh("growth.db")
    for number in range(setup.rounds):
        say(f"growth: round {number + 1} of {setup.rounds}")
        remove(db)
        empty.append(ours.ingest(db, logs.files))
        restore(db, store)
        full.append(ours.ingest(db, logs.files))
    remove(db)
    command = contenders.shown(ours.ingest_argv("DB", logs.files))
    about = INGESTING.format(sends=setup.sends, lines=f"{lines:,}", day=day, millions=millions)
    return Part("Whole ingest into a full store", about, [
        Finding("CPU into the full store, over into an empty one",
                ratios(full, empty, "cpu_s"), at_most(1.3)),
        Finding("wall", ratios(full, empty, "wall_s")),
    ], [
        Figure("into an empty store", command, empty),
        Figure("into the full store", command, full)])


def reading(setup, store):
    """What a report of one day costs however much there is."""
    days = round(setup.messages / PER_DAY)
    day = (FIRST_DAY + datetime.timedelta(days=days // 2)).isoformat()
    one, startup = [], []
    for _ in range(setup.rounds * REPEATS):
        one.append(run(small.report_argv(setup, str(store), day)))
        startup.append(run([setup.binary, "--version"]))
    return Part("A report of one day from a full store", READING, [
        Finding("report of one day, CPU", _milliseconds(one), at_most(30), " ms", 1),
        Finding("start-up alone, CPU", _milliseconds(startup), at_most(15), " ms", 1),
    ], [
        Figure("report", contenders.shown(small.report_argv(setup, "DB", day)), one),
        Figure("start-up", contenders.shown([setup.binary, "--version"]), startup)])


def _milliseconds(runs):
    return Series([run.cpu_s * 1000 for run in runs])


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=MESSAGES, help="default: %(default)s")
    parser.add_argument(
        "--dimensions", type=int, default=0, choices=range(5),
        help="of the messages: 50 locales, 35 teams, 20 categories, 10 apps (default: none)")
    parser.add_argument(
        "--sends", type=int, default=1_000_000, help="of the sample (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="default: %(default)s")
    parser.add_argument(
        "--reuse", action="store_true", help="take the store that is there, however old")
    parser.add_argument(
        "--binary", default=".build-static/release/pushfunnel", help="default: %(default)s")
    parser.add_argument(
        "--filler", default=".build-static/release/pushfunnel-growth",
        help="default: %(default)s")
    return parser.parse_args()


def keep(setup, date, page, figures, picture):
    """Writes table, figures and chart, next to earlier ones if they are comparable."""
    is_default = setup.messages == MESSAGES and setup.dimensions == 0
    folder = Path("Benchmarks/Results") if is_default else HOME / "results"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{date}-growth"
    (folder / f"{name}.md").write_text(page + "\n", encoding="utf-8")
    (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    shutil.copyfile(figures, folder / f"{name}.csv")
    say(f"kept as {folder}/{name}.md, .csv and .svg")


def main():
    setup = arguments()
    os.chdir(ROOT)
    if not Path(setup.binary).exists() or not Path(setup.filler).exists():
        sys.exit("`make bench-growth` builds the binaries first")
    store, figures = filled(setup)
    found = steps(figures)
    part, table = filling(setup, found)
    parts = {"filling": part, "ingesting": ingesting(setup, store, round(found[-1].millions)),
             "reading": reading(setup, store)}
    picture = chart.lines(
        "What a million messages cost the writer as the store grows",
        "messages stored, millions", "seconds per million messages", {
            "CPU seconds": [(step.millions, step.cpu_s) for step in found],
            "wall seconds": [(step.millions, step.wall_s) for step in found]})
    date = datetime.date.today().isoformat()
    command = shlex.join(["python3", "-B", "Benchmarks/growth.py", *sys.argv[1:]])
    head = [f"![CPU and wall time over the size of the store]({date}-growth.svg)", "", *table]
    page = report.markdown(date, command, machine.describe(setup.binary), parts, head)
    print(page)
    keep(setup, date, page, figures, picture)


if __name__ == "__main__":
    main()
