"""A year of production in simulated time, checked against the truth.

    python3 -B Tests/Year/year.py --binary PUSHFUNNEL --faults libPushfunnelFaults.so [--days 40]

Hourly logs of five sources arrive late, and some never; old files are delivered again; phones have
clocks that are ahead. Four times a day logs are read and alerts looked at; the commands of the nightly
unit run at six o'clock, and each week a backup and a check. Once the database is restored from a
backup. Prints how exact pages and tables were, how the database and the commands grew, which planted
incidents were told, and what cron would have mailed. Fails if a number was wrong.
"""

import argparse
import collections
import datetime
import heapq
import json
import math
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import checks
import plants
from machine import Machine
from truth import Truth
from world import DAY, HOUR, UTC, World, ZONE, local

FIRST_DAY = datetime.datetime(2024, 10, 1, tzinfo=UTC)
LOOKS = (1, 7, 13, 19)
NIGHT = 6
LAG = 2 * HOUR
MARKS = (30, 100, 200, 400)
# Logs stay on the disk for so many days, which is longer than a backup is old.
LOG_DAYS = 10
FILES_AGAIN = 60
# Tables whose rows are of messages; and, besides cells, of hours.
MESSAGES = ("states", "message_ids", "day_filters", "day_keys")
HOURS = ("hour_marks", "record_minutes")
# What grows with neither messages nor hours may be larger by this after the retention has passed.
GROWTH = 1.3
# Pages compare a day with so many days before it.
HISTORY = 30
# The commands of the nightly unit.
NIGHTLY = ["ingest of the night", "prune", "pages of weeks and campaigns", "pages of days"]
# Days whose pages are compared with the truth each night.
CHECKED_DAYS = 6


class Receiver(BaseHTTPRequestHandler):
    posts = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Receiver.posts.append(json.loads(body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def ms(text):
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


class Year:
    def __init__(self, setup, folder):
        self.setup, self.folder = setup, Path(folder)
        first = int(FIRST_DAY.timestamp()) // 3600
        self.plants = plants.plant(first, setup.days)
        self.world = World(FIRST_DAY, setup.sends // setup.days, self.plants, setup.seed)
        self.truth = Truth()
        self.random = random.Random(setup.seed + 1)
        self.logs, self.pages = self.folder / "logs", self.folder / "pages"
        self.logs.mkdir()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.machine = Machine(setup.binary, setup.faults, folder, {
            "PUSHFUNNEL_DB": str(self.folder / "push.db"), "PUSHFUNNEL_TZ": "Europe/Berlin",
            "PUSHFUNNEL_KEEP": f"{setup.keep}d", "LOGS": str(self.logs),
            "PUSHFUNNEL_KEEP_COUNTS": f"{setup.keep_counts}d" if setup.keep_counts else "",
            "REPORTS": str(self.pages), "ALERT_OPTIONS": "--format json --notify "
            f"http://127.0.0.1:{server.server_address[1]}/"})
        self.arriving, self.number = [], 0
        self.present = collections.deque()
        self.unread = []
        # Some files, to deliver them again.
        self.kept = set()
        self.backup = None
        # Incidents in the order of their first posts, and those that can be posted again.
        self.incidents, self.known = [], {}
        self.looks = []
        # Sources and hours of files that came later than alerts wait for (`lag`).
        self.late = set()
        self.differences = collections.defaultdict(list)
        self.checked = collections.Counter()
        self.growth = []
        self.days_done, self.finals = 0, {}
        self.news_days = set()

    # Files

    def arrive(self, moment):
        """Puts the files that have come by a moment onto the disk, and deletes old ones."""
        while self.arriving and self.arriving[0][0] <= moment:
            arrival, _, file, name = heapq.heappop(self.arriving)
            path = self.logs / (name or file.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.bytes)
            os.utime(path, (arrival / 1000, arrival / 1000))
            self.present.append((arrival, path, file))
            if file not in self.kept:
                file.bytes = b""
            self.unread.append(file)
        while self.present and self.present[0][0] < moment - LOG_DAYS * DAY:
            self.present.popleft()[1].unlink()

    def expect(self, file, arrival, name=None):
        self.number += 1
        heapq.heappush(self.arriving, (arrival, self.number, file, name))

    def deliver_again(self, day, moment):
        """Old files under other names; some are from before the horizon."""
        files = sorted((f for f in self.kept if f.read), key=lambda f: f.name)
        for file in self.random.sample(files, min(FILES_AGAIN, len(files))):
            self.expect(file, moment, f"again-{day}/{file.name}")

    # Commands

    def horizon(self):
        path = self.folder / "push.db"
        if not path.exists():
            return None
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return database.execute("select horizon_day from pruned").fetchone()[0]
        finally:
            database.close()

    def note_ingest(self):
        self.truth.ingest(self.unread, self.horizon())
        self.unread = []

    def look(self):
        self.note_ingest()
        self.machine.run(["ingest", "-q", str(self.logs)], name="ingest")
        self.looks.append(self.machine.now)
        self.machine.unit("pushfunnel-alert.service", ["look"], accept=(0, 1, 2))
        for post in Receiver.posts:
            for alert in post["alerts"]:
                self.note(alert)
        Receiver.posts.clear()

    def note(self, alert):
        """A post: it begins an incident, or is of one that has been over for less than a day."""
        if not alert["is_news"]:
            return
        now = self.machine.now
        self.news_days.add(now // DAY)
        known = self.known.get(alert["id"])
        if known is None or known["over"] and now - known["posted"] > DAY:
            known = {"id": alert["id"], "told": now, "posts": 0, "over": None}
            self.known[alert["id"]] = known
            self.incidents.append(known)
        known |= {
            "rule": alert["rule"], "slice": alert["slice"], "starts": ms(alert["starts_at"]),
            "updated": ms(alert["updated_at"]), "severity": alert["severity"], "posted": now,
            "posts": known["posts"] + 1, "over": alert["ends_at"] and ms(alert["ends_at"])}
        known.setdefault("summary", alert["summary"])

    def night(self):
        self.note_ingest()
        self.machine.unit("pushfunnel-ingest.service", NIGHTLY[:1])
        self.machine.unit("pushfunnel-nightly.service", NIGHTLY[1:])
        today = local(self.machine.now).date()
        for back in range(1, min(CHECKED_DAYS, self.days_done) + 1):
            day = today - datetime.timedelta(days=back)
            path = self.pages / f"{day}.json"
            if not path.exists():
                self.differences["pages"].append(f"{path.name}: missing")
                continue
            self.differences["pages"] += checks.of_page(path, self.truth.day(day))
            self.checked["pages"] += 1
        self.note_finals()
        self.truth.close(today)

    def note_finals(self):
        """The counts with which the page of a day became final."""
        for day, page in json.loads((self.pages / "pages.json").read_text())["pages"].items():
            if page["isFinal"] and not day.startswith(("week-", "campaign-")):
                self.finals.setdefault(day, checks.counts(page["figures"]))

    def week(self):
        self.machine.run(["backup", "-q", "--force", "backup.db"], name="backup")
        self.backup = self.truth.snapshot()
        self.machine.run(["verify", "-q"], name="verify")
        self.check_tables()

    def check_tables(self):
        self.differences["tables"] += checks.of_database(self.machine, self.truth)
        self.checked["tables"] += 1

    def restore(self):
        """As Documentation/Operations.md says."""
        for suffix in ("", "-wal", "-shm"):
            (self.folder / f"push.db{suffix}").unlink(missing_ok=True)
        shutil.copy(self.folder / "backup.db", self.folder / "push.db")
        self.truth.restore(self.backup)
        read = {id(file) for file in self.truth.read}
        self.unread = [file for _, _, file in self.present if id(file) not in read]

    # Days

    def run(self):
        started = time.monotonic()
        for day in range(self.setup.days):
            self.day(day)
            self.days_done = day
            if day + 1 in MARKS or day + 1 == self.setup.days:
                self.measure(day + 1)
            if self.setup.verbose:
                print(f"day {day + 1}: {time.monotonic() - started:.0f} s, "
                      f"{sum(map(len, self.differences.values()))} differences", file=sys.stderr)
        if not self.setup.alerts:
            self.machine.run(["verify", "-q"], name="verify")
            self.check_tables()

    def day(self, day):
        start = self.world.first + day * 24
        for hour in range(start, start + 24):
            now = hour * HOUR
            here = local(now)
            self.machine.now = now + 60_000
            self.arrive(self.machine.now)
            if here.hour in LOOKS:
                self.look()
            if here.hour == NIGHT:
                self.close(day, now)
            messages, files = self.world.hour(hour)
            self.truth.add(messages)
            for file in files:
                if file.arrival is None or file.arrival > (file.hour + 1) * HOUR + LAG:
                    self.late.add((file.source, file.hour))
                if file.arrival is not None:
                    self.expect(file, file.arrival)
                    if self.random.random() < 0.05:
                        self.kept.add(file)

    def close(self, day, now):
        """What is done in the morning."""
        if self.setup.alerts:
            self.truth.close(local(now).date())
            if day % 7 == 6:
                self.machine.run(["prune", "-q"])
            return
        if day == self.setup.days * 5 // 8 and self.backup:
            self.restore()
        self.night()
        if day % 7 == 6:
            self.week()
        if day in {self.setup.days * share // 8 for share in (3, 7)}:
            self.deliver_again(day, now + HOUR)

    # Growth

    def measure(self, day):
        costs = {name: self.recent(name, day) for name in ("ingest", "look")}
        nights = [self.recent(name, day) for name in NIGHTLY]
        self.growth.append((day, self.bytes(), sum(nights), costs["look"], costs["ingest"]))

    def recent(self, name, day):
        """Seconds of CPU: the median of five days."""
        until = (self.world.first + day * 24) * HOUR
        found = sorted(cpu for at, cpu, _ in self.machine.costs[name] if at > until - 5 * DAY)
        return found[len(found) // 2] if found else 0

    def bytes(self):
        """Of the database: of messages, of counts by hour, and of everything else."""
        database = sqlite3.connect(f"file:{self.folder / 'push.db'}?mode=ro", uri=True)
        sizes = dict(database.execute("select name, sum(pgsize) from dbstat group by 1"))
        database.close()
        messages = sum(sizes.pop(name, 0) for name in MESSAGES)
        counts = sum(sizes.pop(name) for name in list(sizes) if name.endswith("_cells"))
        counts += sum(sizes.pop(name, 0) for name in HOURS)
        return messages, counts, sum(sizes.values())


def report(year):
    """Prints what was found; the number of wrong figures."""
    machine, wrong = year.machine, 0
    for name in ("pages", "tables"):
        found = year.differences[name]
        wrong += len(found)
        print(f"{name}: {year.checked[name]} checked, {len(found)} differences from the truth")
        for line in found[:10]:
            print(f"  {line}")
    if not year.setup.alerts:
        wrong += last_pages(year)
    print("growth: days; MB of messages, of counts by hour, of the rest; seconds of CPU: "
          "night, look, ingest")
    for day, sizes, *seconds in year.growth:
        print(f"  {day:4}  " + "  ".join(f"{size / 1e6:6.2f}" for size in sizes)
              + "  " + "  ".join(f"{cpu:6.3f}" for cpu in seconds))
    wrong += grown(year)
    print("memory: MB at most: " + ", ".join(
        f"{name} {max(c[2] for c in costs):.0f}" for name, costs in machine.costs.items() if costs))
    wrong += alerts(year)
    wrong += mail(year)
    for at, command, code, text in machine.unexpected[:20]:
        print(f"exit {code}: {local(at):%Y-%m-%d %H:%M} {command}\n  {text[:300]}")
    return wrong + len(machine.unexpected)


def alerts(year):
    """Planted incidents that were not reported as they must be, and too many other posts."""
    others = plants.assign(year.plants, year.incidents)
    print(f"alerts: {len(year.incidents)} incidents, "
          f"{sum(i['posts'] for i in year.incidents)} posts")
    wrong = 0
    for line, misses in plants.table(year.plants, year.looks):
        print(f"  {line}")
        for one, why in misses:
            print(f"    {why}: {local(one.start):%Y-%m-%d %H:%M}")
        wrong += len(misses)
    late = [i for i in others if plants.are_late(i, year.late)]
    others = [i for i in others if i not in late]
    print(f"  files that were late in a row: {len(late)}")
    critical = sum(i["severity"] == "critical" for i in others)
    print(f"  others: {len(others)}, {critical} critical")
    for one in others:
        during = [p.kind.name for p in year.plants
                  if one["starts"] < p.end + DAY and p.start < one["updated"]]
        print(f"    {local(one['told']):%Y-%m-%d %H:%M} {one['rule']} {one['summary']}"
              + "".join(f" [{name}]" for name in during))
    first = int(FIRST_DAY.timestamp()) * 1000 // DAY
    planted = {day for p in year.plants for day in p.days()}
    quiet = set(range(first, first + year.setup.days)) - planted
    silent = len(quiet - year.news_days)
    print(f"  days without a plant: {len(quiet)}, {silent} without a post")
    most = math.ceil(plants.MOST_OTHERS * year.setup.days / 365)
    wrong += max(0, len(others) - most) + critical
    return wrong + (silent < plants.LEAST_QUIET_DAYS * len(quiet))


def grown(year):
    """How many parts of the database grew after their retention had passed."""
    kept = {"messages": year.setup.keep, "counts": year.setup.keep_counts, "rest": year.setup.keep}
    grew = 0
    for place, (name, days) in enumerate(kept.items()):
        sizes = [sizes[place] for day, sizes, *_ in year.growth if days and day > days]
        if sizes and sizes[-1] > GROWTH * sizes[0]:
            print(f"  {name} grew from {sizes[0] / 1e6:.2f} to {sizes[-1] / 1e6:.2f} MB")
            grew += 1
    return grew


def last_pages(year):
    """Pages that are over against those that the database gives at the end."""
    year.night()
    # The first days whose counts are stored are compared with days whose counts were deleted.
    first = checks.first_day(year.machine) + HISTORY
    names = sorted(p.name for p in year.pages.glob("????-??-??.json")
                   if checks.day_number(p.name[:10]) >= first)
    last = datetime.date.fromisoformat(names[-1][:10]) + datetime.timedelta(days=1)
    year.machine.run(["report", "--each-day", "--since", names[0][:10], "--until", str(last),
                      "-o", "fresh/"], name="all pages")
    year.machine.run(["report", "--since", names[0][:10], "--until", str(last), "-o",
                      "period.json"], name="report of all days")
    over = names[:-3]
    same = [checks.same_figures(year.pages / n, year.folder / "fresh" / n) for n in over]
    unsaid, said = 0, 0
    for day, figures in year.finals.items():
        page = json.loads((year.pages / f"{day}.json").read_text())
        rows = page["sections"]["overall"]["rows"] or [{}]
        if checks.counts(rows[0]) != figures:
            is_said = any("after it was final" in note for note in page["notes"])
            said, unsaid = said + is_said, unsaid + (not is_said)
    differ = sum(not s[0] for s in same)
    print(f"pages that are over: {len(same)}, {differ} with counts that differ from those of the "
          f"last day, {sum(not s[1] for s in same)} with any table that does")
    print(f"pages that were final: {len(year.finals)}, {said} changed and say so, {unsaid} changed "
          f"and do not")
    return differ + unsaid


def mail(year):
    """What commands printed that are to be quiet, except alerts their news."""
    count, wrong = collections.Counter(), 0
    for at, name, text in year.machine.mail:
        count[name] += text.count("\n")
        if name != "look":
            wrong += 1
            print(f"mail: {local(at):%Y-%m-%d %H:%M} {name}: {text.strip()[:300]}")
        elif at // DAY not in year.news_days:
            wrong += 1
            print(f"mail without news: {local(at):%Y-%m-%d %H:%M} {text.strip()[:300]}")
    print("mail: " + (", ".join(f"{n} {c} lines" for n, c in count.items()) or "nothing"))
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--faults", required=True, help="libPushfunnelFaults.so")
    parser.add_argument("--days", type=int, default=400)
    parser.add_argument("--sends", type=int, help="default: 3,750 a day")
    parser.add_argument("--keep", type=int, help="days; default: 90, of a short year a half")
    parser.add_argument("--keep-counts", type=int, help="days; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alerts", action="store_true", help="without pages and comparisons")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--folder", help="is kept; default: a temporary one")
    setup = parser.parse_args()
    setup.sends = setup.sends or 3750 * setup.days
    setup.keep = setup.keep or min(90, setup.days // 2)
    setup.binary, setup.faults = (str(Path(p).resolve()) for p in (setup.binary, setup.faults))
    with tempfile.TemporaryDirectory(prefix="pushfunnel-year-") as temporary:
        folder = Path(setup.folder or temporary).resolve()
        folder.mkdir(exist_ok=True)
        year = Year(setup, folder)
        year.run()
        wrong = report(year)
    print(f"{wrong} wrong" if wrong else "nothing wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
