"""What four dimensions of one's own cost an ingest.

The same logs with four members in the data of each message, of 10, 20, 30 and 50 values, in 200
combinations: twenty for each campaign, or any of them for each message.
"""

import functools
import os
import random
import re
import zlib

import contenders
from contenders import Ours, check
from measure import ratios, run
from report import Figure, Finding, Part, at_most
from workload import copies, fresh, remade, rewrite_lines, say, uniform

VALUES = {"variant": 10, "template": 20, "language": 30, "version": 50}
COMBINATIONS, OF_CAMPAIGN = 200, 20
SEED = 5

ABOUT = """\
A uniform sample of one day ({sends:,} sends) with four members in the data of each message, of 10,
20, 30 and 50 values, in 200 combinations: twenty for each campaign, or any for each message.
Each combination has its own row of counts by hour: see the last two columns. With any combination
for each message a row has one or two messages, which is the most that dimensions cost."""

CAMPAIGN = re.compile(rb'"analytics_label":"([^"]*)"')
ROWS = """select (select count(*) from segments), (select count(*) from funnel_cells)
    + (select count(*) from delay_cells) + (select count(*) from failure_cells)"""


def combinations():
    """The members of each combination, as a message's data begins with them."""
    chance = random.Random(SEED)
    return [
        b'"data":{' + b"".join(
            f'"{name}":"{name}-{chance.randrange(count)}",'.encode()
            for name, count in VALUES.items())
        for _ in range(COMBINATIONS)]


def of_campaign(line, number):
    """One of the combinations of the line's campaign."""
    found = CAMPAIGN.search(line)
    first = zlib.crc32(found[1]) if found else 0
    return (first * OF_CAMPAIGN + number % OF_CAMPAIGN) % COMBINATIONS


def of_message(_, number):
    """Any combination."""
    return number % COMBINATIONS


def rewrite(choose, source, target):
    """All files of a folder of logs; those of events are the same files."""
    members = combinations()

    def rewritten(line):
        # By the line's own bytes, so that a repeated line stays a repetition.
        place = choose(line, zlib.crc32(line, SEED))
        return line.replace(b'"data":{', members[place], 1)

    for path, copy in copies(source, target):
        if path.parent.name == "sends":
            rewrite_lines(path, copy, rewritten)
        else:
            os.link(path, copy)


def measure(setup):
    """The part of the benchmarks."""
    ours = Ours(setup.binary)
    original = uniform(setup.binary, setup.sends)
    options = [
        word for name in VALUES
        for word in ("--dimension", f"{name}=/request/message/data/{name}")]
    findings, figures = [], []
    for name, kind, choose, aim in (
            ("twenty combinations for each campaign", "by-campaign", of_campaign, at_most(1.15)),
            ("any combination for each message", "by-message", of_message, None)):
        files = remade(original, kind, __file__, functools.partial(rewrite, choose)).files
        ways = {"no dimension": files, "four dimensions": [*options, *files]}
        runs, rows = {way: [] for way in ways}, {}
        for round in range(setup.rounds):
            say(f"dimensions, {name}: round {round + 1} of {setup.rounds}")
            for way, words in ways.items():
                db = fresh("dimensions.db")
                runs[way].append(ours.ingest(db, words))
                check(ours.funnel(db), original.truth(), name)
                rows[way] = counted(setup.binary, db)
        findings.append(Finding(
            f"CPU with four dimensions, over none: {name}",
            ratios(runs["four dimensions"], runs["no dimension"], "cpu_s"), aim))
        figures += [
            Figure(f"{name}: {way}", contenders.shown(ours.ingest_argv("DB", words)), runs[way],
                   dict(zip(("segments", "rows of counts"), rows[way])))
            for way, words in ways.items()]
    fresh("dimensions.db")
    return Part("Dimensions of one's own", ABOUT.format(sends=setup.sends), findings, figures)


def counted(binary, db):
    """The segments, and the rows of counts by hour, with thousands apart."""
    told = run([binary, "sql", "--csv", "--db", db, ROWS]).output
    return [f"{int(count):,}" for count in told.split()[-1].split(",")]
