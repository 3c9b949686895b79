"""A store of many series, as alerts read it: rollups alone, without messages.

402 series (3 platforms, 99 campaigns, with and without image), eight weeks of hours: ten
campaigns are sent in every hour, the others once a day. Always the same.
"""

import math
import random
import sqlite3
import subprocess
import time
from pathlib import Path

from workload import HOME, say

DAYS = 56
CAMPAIGNS = 99
HOURLY = 10
PLATFORMS = ("android", "ios", "web")
IMAGES = ("image", "no_image")
# 2025-10-06, a Monday, in hours since 1970.
START = 488_808
NOW = "2025-12-01T00:00"
# Share of sends with an event in each class of delay: the first is of minutes, then come hours.
STAGES = {
    0: [0.5, 0.15, 0.08, 0.05, 0.04] + [0.03 / hour for hour in range(1, 24)],
    2: [0.01, 0.01, 0.01, 0.008, 0.008] + [0.015 / hour**1.5 for hour in range(1, 24)],
}
# How much of a class comes in a later hour of the clock than its whole hours tell.
LATER = [0.01, 0.05, 0.15, 0.4, 0.7] + [0.5] * 23


def hour_text(hour):
    return time.strftime("%Y-%m-%dT%H", time.gmtime(hour * 3600))


def poisson(numbers, mean):
    if mean > 20:
        return max(0, round(mean + math.sqrt(mean) * numbers.gauss(0, 1)))
    count, product, limit = 0, numbers.random(), math.exp(-mean)
    while product > limit:
        count += 1
        product *= numbers.random()
    return count


def sends(campaign, hour):
    """Sends of one leaf of a campaign in an hour."""
    if campaign < HOURLY:
        return 150 + 100 * math.sin(hour % 24 * math.pi / 24)
    return 1200 if hour % 24 == 8 + campaign % 12 else 0


def rows(numbers):
    """Cells of the funnel, and of delays."""
    funnel, delays = [], []
    for hour in range(DAYS * 24):
        text = hour_text(START + hour)
        for campaign in range(CAMPAIGNS):
            mean = sends(campaign, hour)
            if mean == 0:
                continue
            mood = math.exp(numbers.gauss(0, 0.08))
            for leaf in range(len(PLATFORMS) * len(IMAGES)):
                segment = campaign * len(PLATFORMS) * len(IMAGES) + leaf + 1
                sent = poisson(numbers, mean)
                funnel.append((text, segment, sent, sent))
                for stage, shares in STAGES.items():
                    for bucket, share in enumerate(shares):
                        for later in (0, 1):
                            part = LATER[bucket] if later else 1 - LATER[bucket]
                            count = poisson(numbers, sent * share * part * mood)
                            if count:
                                packed = stage << 8 | bucket + 1 | later << 10
                                delays.append((text, segment, packed, count))
    return funnel, delays


def store(binary):
    """The path of the store, which is made once."""
    path = HOME / "alerts.db"
    if path.exists():
        return path
    say(f"writing {path}")
    HOME.mkdir(exist_ok=True)
    raw = Path(f"{path}-new")
    subprocess.run([binary, "ingest", "-q", "--db", str(raw), "-"], stdin=subprocess.DEVNULL,
                   check=True)
    funnel, delays = rows(random.Random(1))
    with sqlite3.connect(raw) as db:
        db.executemany(
            "insert into segments (id, platform, platform_source, campaign, image, image_status,"
            " silent, target_kind) values (?, ?, 'explicit', ?, ?, 'ok', 0, 'token')",
            [(number + 1, platform, f"campaign {number // 6}", image)
             for number, (_, platform, image) in enumerate(
                 (campaign, platform, image) for campaign in range(CAMPAIGNS)
                 for platform in PLATFORMS for image in IMAGES)])
        db.executemany(
            "insert into funnel_cells values (?, ?, ?, ?" + ", 0" * 14 + ")", funnel)
        db.executemany("insert into delay_cells values (?, ?, ?, ?)", delays)
        # Any marks: they hold as long as they stay the same.
        db.execute("insert into hour_marks select distinct send_hour, 1 from funnel_cells")
        db.executemany(
            "insert into record_minutes values (?, ?, ?)",
            [(hour_text(START + hour), (1 << 60) - 1, (1 << 60) - 1)
             for hour in range(DAYS * 24)])
        newest = (START + DAYS * 24) * 3_600_000 - 1000
        for name in ("newest_send_ms", "newest_event_ms", "newest_record_ms"):
            db.execute("insert or replace into settings values (?, ?)", (name, str(newest)))
    db.close()
    raw.rename(path)
    return path


def forget(path):
    """Deletes what earlier looks kept."""
    with sqlite3.connect(path) as db:
        db.execute("delete from alert_hours")
        db.execute("delete from settings where name like 'alert%'")
    db.close()
