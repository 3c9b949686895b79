"""The stages of ingest alone: inflate, lines, decode, merge and write.

They come from `Stages/`, a separate program, which prints
`[{"stage": "decode", "cpu_s": 1.2, "bytes": 1700000000}, …]`; without it this part says so. Any
stage in its output becomes a row.
"""

import json
from pathlib import Path

from measure import Series, run
from report import Finding, Part
from workload import say, uniform

ABOUT = """\
Each stage of ingest by itself, over the files of the uniform sample: nanoseconds of CPU for each
inflated byte, in one thread. `inflate` reads, inflates and splits into lines; `lines` does the
same of text that is inflated already; `decode` makes records of lines in memory, `merge` batches of
records, and `write` commits batches to a new store."""


def measure(setup):
    program = Path(setup.binary).parent / "pushfunnel-stages"
    if not program.exists():
        return Part("Stages", ABOUT, notes=[f"left out: {program} is not built"])
    files = uniform(setup.binary, setup.sends).files
    costs = {}
    for round in range(setup.rounds):
        say(f"stages: round {round + 1} of {setup.rounds}")
        for stage in json.loads(run([str(program), *files, "--json"]).output):
            cost = stage["cpu_s"] * 1e9 / stage["bytes"]
            costs.setdefault(stage["stage"], []).append(cost)
    return Part("Stages", ABOUT, [
        Finding(stage, Series(values), unit=" ns") for stage, values in costs.items()])
