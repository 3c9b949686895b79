"""Compares reports by days and hours of zones with counts of the same messages by zoneinfo.

A day's report of a store that counts by the hours of a zone must have the rows of a report over
the records of that day's messages alone. Hours are counted here, from the moments in `messages`.
"""

import argparse
import collections
import datetime
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zoneinfo

# Zones with odd minutes, and the first day of logs: before a change of their clock, if any.
ZONES = [
    ("Asia/Kolkata", "2025-10-03"),
    ("Asia/Kathmandu", "2025-10-03"),
    ("America/St_Johns", "2025-11-01"),
    ("Australia/Adelaide", "2025-10-03"),
    ("Pacific/Chatham", "2025-09-26"),
    ("Australia/Lord_Howe", "2025-10-03"),
    ("Australia/Lord_Howe", "2025-04-04"),
    ("Asia/Tehran", "2025-10-03"),
    ("Asia/Yangon", "2025-10-03"),
    ("Australia/Eucla", "2025-10-03"),
    ("Pacific/Marquesas", "2025-10-03"),
]

# Of the messages of a period alone: no other day, not the time of the data, and no whole days of
# the store, which queries of delays over many days read.
SECTIONS = [
    "overall", "platform", "campaign", "image", "platform_image", "failures",
    "reach", "image_problems", "priority_lowered", "topics", "phantom_opens",
    "orphans",
]

ID = re.compile(
    r"0:\d{16}%[0-9a-f]{16}|(?<![\d.])\d{16}(?!\d)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r'"(?:ts|time|@?timestamp|event_timestamp|sent_at)":"?([^",}]+)')
HOUR = 3_600_000
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def run(binary, *words, path):
    """What the program prints; ends with its error if it has one."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PUSHFUNNEL_")}
    done = subprocess.run(
        [binary, *words], cwd=path, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def rows(binary, path, *words):
    return json.loads(run(binary, "sql", *words, "--limit", "0", "--json", path=path))


class Clock:
    """A zone by zoneinfo."""

    def __init__(self, name):
        self.zone = zoneinfo.ZoneInfo(name)

    def local(self, moment):
        return (EPOCH + datetime.timedelta(milliseconds=moment)).astimezone(self.zone)

    def hour(self, moment):
        """Day and hour of the clock in which the hour began; that is an hour of 60 minutes, too, if
        the clock was moved by an hour within it."""
        local = self.local(moment)
        start = self.local(moment - local.minute * 60_000 - moment % 60_000)
        local = start if start.minute == 0 else local
        return local.date().isoformat(), local.hour

    def cell(self, moment):
        """The name of the hour of the clock, by the UTC hour in which it begins."""
        local = self.local(moment)
        past = (local.minute * 60 + local.second) * 1000 + local.microsecond // 1000
        start = EPOCH + datetime.timedelta(milliseconds=(moment - past) // HOUR * HOUR)
        return start.strftime("%Y-%m-%dT%H")


def moment_of(text):
    if text.isdigit():
        return int(text) * 1000 // {10: 1, 13: 1000, 16: 1_000_000}[len(text)]
    time = datetime.datetime.fromisoformat(re.sub("Z| UTC", "+00:00", text))
    return (time - EPOCH) // datetime.timedelta(milliseconds=1)


def expect(what, have, want):
    if have == want:
        return 0
    if isinstance(have, dict):
        (have, want) = [
            {k: v for k, v in sorted(side.items()) if other.get(k) != v}
            for side, other in ((have, want), (want, have))]
    print(f"{what}:\n  have {have}\n  want {want}")
    return 1


def by_hours(binary, path, zone, clock, messages):
    """Counts by the hours of the clock, in three ways."""
    hours = collections.Counter()
    names = collections.Counter()
    arrivals = collections.Counter()
    for message in messages:
        if not message["attempted"]:
            continue
        day, hour = clock.hour(message["sent_ms"])
        hours[day, hour, "sent"] += message["sent"]
        hours[day, hour, "opened"] += message["opened"]
        names[clock.cell(message["sent_ms"])] += message["attempted"]
        if message["received"] and message["received_ms"] - message["sent_ms"] < 24 * HOUR:
            # What a wrong clock puts before the send counts in the hour of the send.
            arrivals[clock.cell(max(message["received_ms"], message["sent_ms"]))] += 1
    found = rows(
        binary, path,
        "select local_day, local_hour, sum(sent) as sent, sum(opened) as opened from funnel_hourly "
        "inner join hours using (send_hour) group by 1, 2")
    have = {(r["local_day"], r["local_hour"], c): r[c] for r in found for c in ("sent", "opened")}
    wrong = expect(f"{zone} hours", +collections.Counter(have), +hours)
    found = rows(
        binary, path, "select send_hour, sum(attempted) as n from funnel_hourly group by 1")
    wrong += expect(f"{zone} names of hours", {r["send_hour"]: r["n"] for r in found}, dict(names))
    found = rows(binary, path, "arrivals_by_hour", "--param", "stage=received")
    have = collections.Counter({r["arrival_hour"]: r["arrived"] for r in found})
    return wrong + expect(f"{zone} arrivals", +have, +arrivals)


def by_day(binary, path, zone, clock, lines, moments, now):
    """Reports of days against reports over the records of their messages."""
    days = collections.defaultdict(list)
    for line in lines:
        found = [moments[i] for i in ID.findall(line) if i in moments]
        time = TIME.search(line)
        if found or time:
            moment = found[0] if found else moment_of(time.group(1))
            days[clock.local(moment).date().isoformat()].append(line)
    wrong = 0
    sent = {clock.local(moment).date().isoformat() for moment in moments.values()}
    for day in sorted(sent):
        records = days[day]
        own = path / "days" / day
        own.mkdir(parents=True)
        (own / "log.ndjson").write_text("\n".join(records) + "\n", encoding="latin-1")
        run(binary, "ingest", "-q", "--now", now, "log.ndjson", path=own)
        want = json.loads(run(binary, "report", "nightly", "--json", path=own))["sections"]
        have = json.loads(run(binary, "report", "nightly", "--day", day, "--json", path=path))
        for name in SECTIONS:
            wrong += expect(
                f"{zone} {day} {name}", counts(have["sections"], name), counts(want, name))
    return wrong


def counts(sections, name):
    """The rows of a section, without the names of days, which are of the store's hours."""
    found = sections.get(name, {}).get("rows", [])
    return [{k: v for k, v in row.items() if k not in ("first_day", "last_day")} for row in found]


def check(binary, zone, start, path):
    last = datetime.date.fromisoformat(start) + datetime.timedelta(days=20)
    now = f"{last}T00:00:00Z"
    run(binary, "sample", "logs", "--sends", "1500", "--days", "3", "--start", start, path=path)
    run(binary, "ingest", "-q", "--now", now, "--tz", zone, "logs", path=path)
    messages = rows(binary, path, "select * from messages")
    clock = Clock(zone)
    moments = {}
    for message in messages:
        if message["message_id"] and message["sent_ms"] is not None:
            moments[message["message_id"]] = message["sent_ms"]
        elif message["message_id"]:
            digits = re.search(r"\d{16}", message["message_id"])
            moments[message["message_id"]] = (
                int(digits.group()) // 1000 if digits else message["received_ms"])
    lines = [
        line for file in sorted((path / "logs").rglob("*.ndjson*"))
        for line in read(file).split("\n")]
    wrong = by_hours(binary, path, zone, clock, messages)
    wrong += by_day(binary, path, zone, clock, lines, moments, now)
    return wrong + ("everything adds up" not in run(binary, "verify", path=path))


def read(file):
    """The text of a log. Some lines are no UTF-8."""
    data = file.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--zone", help="this one alone")
    options = parser.parse_args()
    wrong = 0
    for zone, start in ZONES:
        if options.zone in (None, zone):
            with tempfile.TemporaryDirectory() as folder:
                found = check(options.binary, zone, start, pathlib.Path(folder))
            print(f"{zone} {start}: {'as counted' if found == 0 else 'WRONG'}")
            wrong += found
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
