"""What has no work to do: start-up, a report of one day, files that were read before."""

import contenders
from contenders import Ours
from measure import Series, run
from report import Figure, Finding, Part, at_most
from workload import fresh, say, uniform

# These take milliseconds: more of them, at no cost.
REPEATS = 4

ABOUT = "CPU of whole processes, on a store of one day ({sends:,} sends)."


def measure(setup):
    ours = Ours(setup.binary)
    logs = uniform(setup.binary, setup.sends)
    files = logs.files
    day = logs.hours[0][:10]
    db = fresh("small.db")
    ours.ingest(db, files)
    again, report, startup = [], [], []
    for round in range(setup.rounds * REPEATS):
        say(f"small: round {round + 1} of {setup.rounds * REPEATS}")
        again.append(ours.ingest(db, files))
        report.append(run(report_argv(setup, db, day)))
        startup.append(run([setup.binary, "--version"]))
    fresh("small.db")

    def milliseconds(runs, share=1):
        return Series([run.cpu_s * 1000 / share for run in runs])

    return Part("Nothing new", ABOUT.format(sends=setup.sends), [
        Finding("second ingest of the same files, CPU of each file",
                milliseconds(again, len(files)), at_most(1), " ms"),
        Finding("report of one day, CPU", milliseconds(report), at_most(30), " ms", 1),
        Finding("start-up alone, CPU", milliseconds(startup), at_most(15), " ms", 1),
    ], [
        Figure("second ingest", contenders.shown(ours.ingest_argv("DB", files)), again),
        Figure("report", contenders.shown(report_argv(setup, "DB", day)), report),
        Figure("start-up", contenders.shown([setup.binary, "--version"]), startup)])


def report_argv(setup, db, day):
    """The report that most people read: as text."""
    return [setup.binary, "report", "--db", db, "--day", day]
