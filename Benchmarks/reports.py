"""What reports of one day cost, and that they cost the same however many days there are."""

import contenders
from contenders import Ours
from measure import Series, run
from report import Figure, Finding, Part, at_most
from workload import fresh, mixed, say

# These take milliseconds: more of them, at no cost.
REPEATS = 4
DAYS = 10

ABOUT = """\
CPU of whole processes: the nightly report of the last day, out of a store of that day alone and out
of one of {days} days, each with {sends:,} sends of every kind that `sample` knows."""


def measure(setup):
    ours = Ours(setup.binary)
    logs = mixed(setup.binary, setup.sends * DAYS, DAYS)
    day = sorted({hour[:10] for hour in logs.hours})[DAYS - 1]
    say("reports: making the stores")
    stores = {"one day": fresh("one-day.db"), "ten days": fresh("ten-days.db")}
    ours.ingest(stores["one day"], logs.of_hours(lambda hour: hour[:10] == day))
    ours.ingest(stores["ten days"], logs.files)
    formats = ["html", "text", "md", "json"]
    runs = {}
    for round in range(setup.rounds * REPEATS):
        say(f"reports: round {round + 1} of {setup.rounds * REPEATS}")
        for name, db in stores.items():
            for format in formats:
                runs.setdefault((format, name), []).append(run(argv(setup, db, day, format)))
    findings = [
        Finding("HTML, CPU", milliseconds(runs["html", "ten days"]), at_most(300), " ms", 0),
        Finding("text, CPU", milliseconds(runs["text", "ten days"]), at_most(50), " ms", 0)]
    for format in ("html", "text"):
        pairs = zip(runs[format, "ten days"], runs[format, "one day"])
        ratio = Series([many.cpu_s / one.cpu_s for many, one in pairs])
        findings.append(Finding(f"{format} out of ten days, over out of one", ratio))
    for db in ("one-day.db", "ten-days.db"):
        fresh(db)
    return Part("Reports", ABOUT.format(days=DAYS, sends=setup.sends), findings, [
        Figure(f"{format}, {name}", contenders.shown(argv(setup, "DB", day, format)), series)
        for (format, name), series in runs.items()])


def argv(setup, db, day, format):
    option = [] if format == "text" else [f"--{format}"]
    return [setup.binary, "report", "nightly", *option, "--db", db, "--day", day]


def milliseconds(runs):
    return Series([run.cpu_s * 1000 for run in runs])
