#!/usr/bin/env python3
"""Compares what reports of sample logs say with what was simulated in them.

    check.py --binary PUSHFUNNEL [--seeds 20] [--first-seed 1] [--sends 68000]

For each seed there are three samples of 34 days: ordinary ones, ones with incidents of one day, and ones
in which opens of a platform change for good. Days and weeks are reported; then

- every figure of a finding is that of truth.json, to the printed digit;
- every planted incident that noise cannot hide is told, of its own platform;
- what is not planted is told as outside its usual range at most once in 20 days, over all series.

Prints the counts; ends with 1 when one of these does not hold.
"""

import argparse
import collections
import datetime
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

START = datetime.date(2025, 11, 17)
DAYS = 34
# After three weeks, so that a weekday is compared with its own kind; the last days are not final.
JUDGED = [START + datetime.timedelta(days=number) for number in range(22, 33)]
PLATFORMS = {"Android": "android", "iOS": "ios", "Web": "web"}
MEASURES = {"opened": "opened", "received": "received"}
CHANGE = re.compile(
    r"(?P<subject>.+?) (?:pushes )?(?:were|was) (?P<measure>opened|received|shown) "
    r"(?P<side>less|more) than usual: (?P<amount>[\d.]+)%; (?P<low>[\d.]+)–(?P<high>[\d.]+)% is usual")
SENT = re.compile(r"(?P<side>Fewer|More) pushes than usual were sent: (?P<amount>[\d,]+);")


class World:
    """A sample with its database, and the sums of its truth by day, platform and campaign."""

    def __init__(self, binary, folder, seed, sends, incidents=()):
        self.binary, self.database = binary, folder / "push.db"
        logs = folder / "logs"
        planted = [option for incident in incidents for option in ("--incident", incident)]
        run(binary, "sample", logs, "--quiet", "--start", START, "--days", DAYS, "--sends", sends,
            "--seed", seed, "--tail-hours", 80, *planted)
        run(binary, "ingest", "--quiet", "--db", self.database, logs)
        self.sums = collections.defaultdict(collections.Counter)
        for cell in json.loads((logs / "truth.json").read_text())["cells"]:
            day = cell["send_hour"][:10]
            counts = {name: cell[name] for name in ("sent", "received", "opened")}
            counts["base"] = 0 if cell["campaign"] == "inbox_sync" else cell["sent"]
            for key in ["all", cell["platform"], cell["campaign"]]:
                self.sums[day, key].update(counts)

    def changes(self, *period):
        """The sentences of a report that say what is outside its usual range."""
        text = run(self.binary, "report", "--db", self.database, *period)
        sentences, parts = [], None
        for line in text.splitlines():
            if re.match(r"[~!i] ", line):
                parts = [line[2:]]
                if line[0] == "~":
                    sentences.append(parts)
            elif parts is not None and line.startswith("  ") and line.strip():
                parts.append(line.strip())
            else:
                parts = None
        return [" ".join(parts) for parts in sentences]

    def problem(self, sentence, days):
        """What is wrong with the figures of a sentence about these days; nil when they are right."""
        sent = SENT.match(sentence)
        if sent:
            truth = sum(self.sums[f"{day}", "all"]["sent"] for day in days)
            return None if sent["amount"].replace(",", "") == f"{truth}" else f"sent are {truth}"
        change = CHANGE.match(sentence)
        if not change:
            return "not understood"
        key = PLATFORMS.get(change["subject"], "all" if change["subject"] == "Pushes" else None)
        key = key or change["subject"]
        amount, low, high = (float(change[name]) for name in ("amount", "low", "high"))
        if (amount < low) != (change["side"] == "less") or low <= amount <= high:
            return "contradicts itself"
        if change["measure"] not in MEASURES:
            return None
        sums = collections.Counter()
        for day in days:
            sums.update(self.sums[f"{day}", key])
        base = sums["base" if change["measure"] == "opened" else "sent"]
        truth = 100 * sums[change["measure"]] / max(base, 1)
        return None if abs(truth - amount) <= 0.051 else f"the rate is {truth:.2f}%"


def run(*command):
    texts = [f"{word}" for word in command]
    return subprocess.run(texts, check=True, capture_output=True, text=True).stdout


class Tally(collections.Counter):
    def __init__(self):
        super().__init__()
        self.problems = []

    def judge(self, world, kind, planted):
        """`planted`: by day, platform and measure of what begins then."""
        changed = False
        for day in JUDGED:
            self[f"{kind}: days"] += 1
            expected = dict(planted.get(day, []))
            told = set()
            for sentence in world.changes("--day", day):
                self["sentences"] += 1
                problem = world.problem(sentence, [day])
                if problem:
                    self.problems.append(f"{kind}, {day}: {sentence}: {problem}")
                change = CHANGE.match(sentence)
                subject = PLATFORMS.get(change["subject"]) if change else None
                if subject in expected and expected[subject] == change["measure"]:
                    told.add(subject)
                elif not expected and not (kind == "shifts" and changed):
                    self[f"{kind}: told without a cause"] += 1
                elif subject and not changed:
                    self[f"{kind}: told of another platform"] += 1
            changed = changed or bool(expected)
            self[f"{kind}: planted"] += len(expected)
            self[f"{kind}: told"] += len(told)
            for missing in expected.keys() - told:
                self.problems.append(f"{kind}, {day}: {missing} {expected[missing]} is not told")

    def judge_week(self, world, kind):
        first = START + datetime.timedelta(days=21)
        week = [first + datetime.timedelta(days=number) for number in range(7)]
        for sentence in world.changes("--week", first):
            self["sentences of weeks"] += 1
            problem = world.problem(sentence, week)
            if problem:
                self.problems.append(f"{kind}, week: {sentence}: {problem}")


def incident(metric, platform, day, hours, factor):
    return f"{metric}:platform={platform}:{day}T00/{hours}h:{factor}"


def worlds(seed):
    """Kind, incidents, and what is expected on which day."""
    chance = random.Random(seed)
    yield "ordinary", [], {}
    opens, delivery = chance.sample(JUDGED, 2)
    lost = chance.choice(["android", "ios"])
    unread = chance.choice(["android", "ios"])
    yield "incidents", [
        incident("opens", unread, opens, 24, round(chance.uniform(0.1, 0.35), 2)),
        incident("delivery", lost, delivery, 24, round(chance.uniform(0.4, 0.8), 2)),
    ], {opens: [(unread, "opened")], delivery: [(lost, "received")]}
    start = JUDGED[chance.randrange(3, 6)]
    shifted = chance.choice(["android", "ios"])
    yield "shifts", [
        incident("opens", shifted, start, 24 * 20, round(chance.uniform(0.1, 0.35), 2)),
    ], {start: [(shifted, "opened")]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--sends", type=int, default=68_000)
    options = parser.parse_args()
    tally = Tally()
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        for kind, incidents, planted in worlds(seed):
            with tempfile.TemporaryDirectory() as folder:
                world = World(options.binary, Path(folder), seed, options.sends, incidents)
                tally.judge(world, f"{kind}", planted)
                tally.judge_week(world, kind)
    for name, count in sorted(tally.items()):
        print(f"{count:6} {name}")
    days = tally["ordinary: days"] + tally["incidents: days"]
    false = tally["ordinary: told without a cause"] + tally["incidents: told without a cause"]
    if false > max(1, days / 20):
        tally.problems.append(f"{false} told without a cause in {days} days: more than 1 in 20")
    print("\n".join(tally.problems) or "all findings are right")
    sys.exit(1 if tally.problems else 0)


if __name__ == "__main__":
    main()
