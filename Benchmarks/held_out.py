"""Rewrites logs into a shape without any tuning, and measures the cost.

The same facts as another program would log them: fields in another order, fields that mean nothing,
objects nested deeper, `\\/` and `\\u` escapes, spaces after separators, text that is not ASCII.
The funnel must stay as it is.

    python3 Benchmarks/held_out.py LOGS TARGET
"""

import json
import zlib

import contenders
from contenders import Ours, check
from measure import Run, ratios
from report import Figure, Finding, Part, at_most
from workload import (
    copies, fresh, inflated_bytes, mixed, remade, rewrite_command, rewrite_lines, say)

SEED = 20
SENDS = 200_000

ABOUT = """\
The default sample with all its kinds of records, and the same rewritten into another shape:
another order of fields, extra fields, deeper nesting, escapes, spaces, text that is not ASCII.
Both give the same funnel. CPU of ingest for each inflated byte."""


def reordered(value):
    """The same value with the fields of every object in another order, always the same one."""
    if isinstance(value, list):
        return [reordered(one) for one in value]
    if not isinstance(value, dict):
        return value
    names = sorted(value, key=lambda name: zlib.crc32(name.encode(), SEED))
    return {name: reordered(value[name]) for name in names}


def extra(number):
    """A field that means nothing here, with values that differ from line to line."""
    return {
        "host": f"wörker-{number % 97}", "região": ["São Paulo", "東京", "Zürich"][number % 3],
        "trace": {"span": {"parent": {"id": f"{number:08x}", "flags": [1, 0, {"kept": None}]}},
                  "path": f"/v1/push/{number % 1000}"}}


def rewritten(line):
    """One line in the other shape; lines that are no JSON object are unchanged."""
    try:
        record = json.loads(line)
    except ValueError:
        return line
    if not isinstance(record, dict):
        return line
    # By the line's own bytes, so that a repeated line stays a repetition.
    number = zlib.crc32(line, SEED)
    record = {"deployment": extra(number), **record, "worker": extra(number ^ 0xFFFF)}
    text = json.dumps(
        reordered(record), ensure_ascii=number % 2 == 0, separators=(", ", ": "))
    return text.replace("/", "\\/").encode()


def rewrite(source, target):
    """All files of a folder of logs."""
    for path, copy in copies(source, target):
        rewrite_lines(path, copy, lambda line: rewritten(line.rstrip(b"\n")) + b"\n")


def measure(setup):
    """The part of the benchmarks."""
    ours = Ours(setup.binary)
    original = mixed(setup.binary, min(setup.sends, SENDS))
    rewritten_logs = remade(original, "held-out", __file__, rewrite)
    shapes = {"sample": original.files, "held out": rewritten_logs.files}
    bytes = {name: inflated_bytes(files) for name, files in shapes.items()}
    runs = {name: [] for name in shapes}
    for round in range(setup.rounds):
        say(f"held-out: round {round + 1} of {setup.rounds}")
        for name, files in shapes.items():
            db = fresh("held-out.db")
            runs[name].append(ours.ingest(db, files))
            check(ours.funnel(db), original.truth(), name)
    fresh("held-out.db")
    costs = {
        name: [Run(run.cpu_s / bytes[name], run.wall_s, run.rss_mb) for run in runs[name]]
        for name in shapes}
    return Part("Logs of another shape", ABOUT, [
        Finding("CPU of a byte held out, over one of the sample",
                ratios(costs["held out"], costs["sample"], "cpu_s"), at_most(1.5)),
        Finding("CPU of a line held out, over one of the sample",
                ratios(runs["held out"], runs["sample"], "cpu_s")),
    ], [
        Figure(name, contenders.shown(ours.ingest_argv("DB", files)), runs[name],
               {"inflated MB": f"{bytes[name] / 1e6:.0f}"})
        for name, files in shapes.items()])


if __name__ == "__main__":
    rewrite_command(__doc__, "a folder that `pushfunnel sample` wrote", rewrite)
