"""Questions that analysts ask, each with its way to an answer and an independent one.

The way is SQL of the views, of at most three lines, or a named query with parameters and the
columns that answer. The answer is made of the reader's messages: rows, in any order.
"""

import math
import re
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path

QUERIES = Path(__file__).resolve().parents[2] / "queries"


class Question:
    def __init__(self, text, way, answer, columns=None, parameters=None):
        self.text, self.way, self.answer = text, way, answer
        self.columns, self.parameters = columns, parameters or {}

    @property
    def is_named(self):
        return " " not in self.way

    @property
    def sql(self):
        """With parameters as literals."""
        if not self.is_named:
            return self.way
        body = re.sub(r"^--.*\n", "", (QUERIES / f"{self.way}.sql").read_text(), flags=re.M)
        return re.sub(r":([a-z_]+)", lambda name: (
            f"'{self.parameters[name[1]]}'" if name[1] in self.parameters else "null"), body)

    def file(self, name, answer):
        """A query of one's own, whose columns have the types of an answer."""
        names = [f"a{place}" for place in range(len(answer[0]))]
        columns = "".join(
            f"--   {column}  {'text' if isinstance(cell, str) else 'real'}  a part of the answer\n"
            for column, cell in zip(names, answer[0]))
        given = "answer" if self.is_named else f"answer ({', '.join(names)})"
        chosen = [f"{column} as {name}" for column, name in zip(self.columns, names)] \
            if self.is_named else names
        return (f"-- {name}\n-- {self.text}\n--\n-- columns\n{columns}--\n"
                f"-- example: pushfunnel lake run {name}\n\n"
                f"with {given} as (\n{self.sql}\n)\n\nselect {', '.join(chosen)} from answer\n")


ALL = []
# The options of the sample that the reader understands.
SAMPLE = ["--uniform", "--dirty", "0", "--sends", "20000", "--days", "15",
          "--start", "2025-11-17", "--clients", "--conversions"]
# What the database or the lake is made with.
DIMENSIONS = ["--client-dimension", "app_version", "--client-dimension", "action"]


def plain(rows):
    """In one order, with numbers as they compare."""
    def cell(value):
        if value is None or isinstance(value, str):
            return value
        return float(f"{float(value):.9g}")
    return sorted(([cell(value) for value in row] for row in rows), key=str)


def sql(text, way):
    return lambda answer: ALL.append(Question(text, way, answer))


def named(text, way, columns, **parameters):
    return lambda answer: ALL.append(
        Question(text, way, answer, columns.split(), parameters))


def share(part, whole):
    return part / whole if whole else None


def groups(messages, word):
    found = defaultdict(list)
    for message in messages:
        found[word(message)].append(message)
    return sorted(found.items())


def total(messages, *names):
    return [sum(getattr(message, name) for message in messages) for name in names]


def table(messages, word, *names):
    """A row for each word, with sums."""
    return [[found, *total(some, *names)] for found, some in groups(messages, word)]


def rates(messages, word, part, whole):
    return [[found, share(*counts)] for found, *counts in table(messages, word, part, whole)]


def sent(messages):
    return [message for message in messages if message.sent]


def attempted(messages):
    return [message for message in messages if message.sent + message.failed]


def percentile(numbers, percent):
    """Between the two nearest."""
    place = percent / 100 * (len(numbers) - 1)
    low, high = sorted(numbers)[math.floor(place)], sorted(numbers)[math.ceil(place)]
    return low + (place - math.floor(place)) * (high - low)


def nearest(numbers, percent):
    """The least that so many are at most."""
    return sorted(numbers)[math.ceil(percent / 100 * len(numbers)) - 1]


def weekday(message):
    return datetime.fromtimestamp(message.sent_ms / 1000, timezone.utc).isoweekday()


def week(message):
    day = datetime.fromtimestamp(message.sent_ms / 1000, timezone.utc).date()
    return day - timedelta(days=day.weekday())


def of_targets(messages):
    return groups(sent(messages), lambda message: message.token)


DAY, LATER = "2025-11-19", "2025-11-24"
HOUR_MS = 3_600_000

# How many, how far.

sql("How many notifications did we send?", "select sum(sent) from messages")(
    lambda all: [total(all, "sent")])
sql("How many were refused?", "select sum(failed) from messages")(
    lambda all: [total(all, "failed")])
sql("How many were opened?", "select sum(opened) from messages")(
    lambda all: [total(all, "opened")])
sql("How many were opened too late to count?", "select sum(late) from messages")(
    lambda all: [total(all, "late")])
sql("How many were received, by platform?",
    "select platform, sum(received) from messages where sent = 1 group by platform")(
    lambda all: table(sent(all), lambda m: m.platform, "received"))
sql("How many were shown, by platform?",
    "select platform, sum(impressions) from messages where sent = 1 group by platform")(
    lambda all: table(sent(all), lambda m: m.platform, "shown"))
sql("What is the open rate of each campaign?",
    "select campaign, 1e0 * sum(opened) / nullif(sum(open_base), 0) from messages\n"
    "where sent = 1 group by campaign")(
    lambda all: rates(sent(all), lambda m: m.campaign, "opened", "sent"))
sql("The same from the counts?",
    "select campaign, 1e0 * sum(opened) / nullif(sum(open_base), 0) from funnel_daily\n"
    "group by campaign having sum(sent) > 0")(
    lambda all: rates(sent(all), lambda m: m.campaign, "opened", "sent"))
sql("How many were sent each day?",
    "select send_day, sum(sent) from messages where sent = 1 group by send_day")(
    lambda all: [[word, len(some)] for word, some in groups(sent(all), lambda m: m.day)])
sql("How many were opened of one day's?",
    f"select sum(sent), sum(opened) from messages where send_day = '{DAY}'")(
    lambda all: [total([m for m in sent(all) if m.day == DAY], "sent", "opened")])
sql("Which hour had most sends?",
    "select send_hour, sum(sent) from messages where sent = 1 group by send_hour\n"
    "order by 2 desc, 1 limit 1")(
    lambda all: [max(([word, len(some)] for word, some in groups(sent(all), lambda m: m.hour)),
                     key=lambda row: (row[1], [-ord(letter) for letter in row[0]]))])
sql("What share was dismissed, by platform?",
    "select platform, 1e0 * sum(dismissed) / sum(sent) from messages where sent = 1\n"
    "group by platform")(
    lambda all: rates(sent(all), lambda m: m.platform, "dismissed", "sent"))
sql("How many were received and neither opened nor dismissed?",
    "select count(*) from messages where received = 1 and opened + late + dismissed = 0")(
    lambda all: [[sum(1 for m in all if m.received and not m.opened + m.late + m.dismissed)]])
sql("How many were opened without a receipt?",
    "select count(*) from messages where opened = 1 and receipts = 0")(
    lambda all: [[sum(1 for m in all if m.opened and "receipt" not in m.times)]])
sql("How many were both opened and dismissed?",
    "select count(*) from messages where opened = 1 and dismissed = 1")(
    lambda all: [[sum(1 for m in all if m.opened and m.dismissed)]])
named("How far did all sends get?", "funnel_total", "attempted failed sent received opened")(
    lambda all: [[len(attempted(all)), *total(all, "failed", "sent", "received", "opened")]])
named("How far on iOS?", "funnel_total", "attempted sent opened open_rate", platform="ios")(
    lambda all: [[len(ios), *total(ios, "sent", "opened"), share(*total(ios, "opened", "sent"))]
                 for ios in [[m for m in attempted(all) if m.platform == "ios"]]])
named("How far on each day?", "funnel_by_day", "send_day sent received opened")(
    lambda all: table(attempted(all), lambda m: m.day, "sent", "received", "opened"))
named("How far did each campaign get?", "funnel_by_campaign", "campaign sent opened open_rate")(
    lambda all: [[*row, share(row[2], row[1])]
                 for row in table(attempted(all), lambda m: m.campaign, "sent", "opened")])

# Campaigns and images.

sql("Which campaign is opened most, of those with 100 sends?",
    "select campaign, 1e0 * sum(opened) / sum(open_base) as open_rate from messages\n"
    "where sent = 1 group by campaign having sum(open_base) >= 100 order by 2 desc limit 1")(
    lambda all: [max((share(*total(some, "opened", "sent")), word)
                     for word, some in groups(sent(all), lambda m: m.campaign)
                     if len(some) >= 100)[::-1]])
named("And by name, the best three?", "top_campaigns_by_open_rate", "place campaign opened",
      top="3")(
    lambda all: [[place + 1, word, opened] for place, (_, word, opened) in enumerate(sorted(
        ((share(*total(some, "opened", "sent")), word, *total(some, "opened"))
         for word, some in groups(sent(all), lambda m: m.campaign) if len(some) >= 100),
        reverse=True)[:3])])
named("And the worst?", "top_campaigns_by_open_rate", "campaign", top="1", order="worst",
      minimum="200")(
    lambda all: [[min((share(*total(some, "opened", "sent")), word)
                      for word, some in groups(sent(all), lambda m: m.campaign)
                      if len(some) >= 200)[1]]])
sql("Are pushes with an image opened more?",
    "select image, sum(opened), sum(open_base) from messages where sent = 1 group by image")(
    lambda all: table(sent(all), lambda m: m.image, "opened", "sent"))
sql("The same on each platform?",
    "select platform, image, sum(opened), sum(open_base) from messages where sent = 1\n"
    "group by platform, image")(
    lambda all: [[*word, *total(some, "opened", "sent")]
                 for word, some in groups(sent(all), lambda m: (m.platform, m.image))])
sql("How many campaigns were there each day?",
    "select send_day, count(distinct campaign) from messages where sent = 1 group by send_day")(
    lambda all: [[word, len({m.campaign for m in some})]
                 for word, some in groups(sent(all), lambda m: m.day)])
sql("On which days did a campaign run?",
    "select campaign, min(send_day), max(send_day) from messages where sent = 1 group by campaign")(
    lambda all: [[word, min(m.day for m in some), max(m.day for m in some)]
                 for word, some in groups(sent(all), lambda m: m.campaign)])

# Errors.

sql("Why were sends refused?",
    "select error_code, count(*) from messages where failed = 1 group by error_code")(
    lambda all: list(Counter(m.error for m in all if m.failed).items()))
sql("Which campaign has most refused sends?",
    "select campaign, sum(failed) from messages where failed = 1 group by campaign\n"
    "order by 2 desc, 1 limit 1")(
    lambda all: [min(((len(some), word) for word, some in
                      groups([m for m in all if m.failed], lambda m: m.campaign)),
                     key=lambda row: (-row[0], row[1]))[::-1]])
sql("What share was refused, by platform?",
    "select platform, 1e0 * sum(failures_in_base) / sum(failure_base) from messages\n"
    "where attempted = 1 group by platform")(
    lambda all: [[word, share(*total(some, "failed"), len(some))]
                 for word, some in groups(attempted(all), lambda m: m.platform)])
sql("How many tokens are dead?",
    "select count(distinct target_hash) from messages where error_code = 'UNREGISTERED'")(
    lambda all: [[len({m.token for m in all if m.error == "UNREGISTERED"})]])
named("And by platform?", "dead_targets", "platform refused_targets")(
    lambda all: [[word, len({m.token for m in some if m.error == "UNREGISTERED"})]
                 for word, some in groups(attempted(all), lambda m: m.platform)])
named("Were refused sends tried again, and accepted?", "retries",
      "error_code refused retried succeeded", minutes="100000")(
    lambda all: retried(all, 100_000))
named("Why were sends to browsers refused?", "failures", "error_code failed", platform="web")(
    lambda all: list(Counter(m.error for m in all if m.failed and m.platform == "web").items()))


def retried(all, minutes):
    tries = groups(attempted(all), lambda m: (m.token, m.campaign))
    counts = defaultdict(lambda: [0, 0, 0])
    for _, some in tries:
        for refused in (m for m in some if m.failed):
            later = [m for m in some if m is not refused
                     and 0 < m.sent_ms - refused.sent_ms <= 60_000 * minutes]
            count = counts[refused.error]
            count[0] += 1
            count[1] += bool(later)
            count[2] += any(m.sent for m in later)
    return [[word, *count] for word, count in counts.items()]


# How long it takes.

sql("How long does a delivery take on average, by platform?",
    "select platform, avg(received_ms - sent_ms) from messages where received = 1\n"
    "group by platform")(
    lambda all: [[word, sum(m.delay for m in some) / len(some)]
                 for word, some in groups([m for m in all if m.received], lambda m: m.platform)])
sql("What share arrives within 10 seconds?",
    "select 1e0 * sum(case when received_ms - sent_ms <= 10000 then received else 0 end)\n"
    "    / sum(sent) from messages where sent = 1")(
    lambda all: [[share(sum(1 for m in all if m.received and m.delay <= 10_000),
                        len(sent(all)))]])
sql("What was the slowest delivery?",
    "select max(received_ms - sent_ms) from messages where received = 1")(
    lambda all: [[max(m.delay for m in all if m.received)]])
sql("How many took longer than a day?",
    "select count(*) from messages where received = 1 and received_ms - sent_ms > 86400000")(
    lambda all: [[sum(1 for m in all if m.received and m.delay > 86_400_000)]])
named("What are the percentiles of delivery, by platform?", "latency",
      "slice messages p50_seconds p75_seconds p95_seconds")(
    lambda all: [[word, len(delays), *(nearest(delays, percent) / 1000 for percent in (50, 75, 95))]
                 for word, delays in
                 ((word, [m.delay for m in some]) for word, some in
                  groups([m for m in all if m.received], lambda m: m.platform))])
named("And of opens, of all?", "latency", "messages p50_seconds within", stage="opened", by="all",
      within="3600")(
    lambda all: [[len(delays), nearest(delays, 50) / 1000,
                  sum(1 for delay in delays if delay <= 3_600_000)]
                 for delays in [[m.opened_ms - m.sent_ms for m in all if m.opened + m.late]]])
named("What share arrives within 5 seconds, by campaign?", "latency", "slice within base",
      by="campaign", within="5")(
    lambda all: [[word, sum(1 for m in some if m.received and m.delay <= 5000), len(some)]
                 for word, some in groups(sent(all), lambda m: m.campaign)])

# When.

named("On which weekday are pushes opened most?", "opens_by_weekday", "weekday sent opened",
      by="weekday")(
    lambda all: table(attempted(all), weekday, "sent", "opened"))
named("At which hour of the day?", "opens_by_weekday", "hour sent opened open_rate", by="hour")(
    lambda all: [[*row, share(row[2], row[1])]
                 for row in table(attempted(all), lambda m: int(m.hour[11:]), "sent", "opened")])
named("How did each week go?", "week_over_week", "week sent opened")(
    lambda all: [[word.isoformat(), *total(some, "sent", "opened")]
                 for word, some in groups(attempted(all), week)])
named("How did a platform go from week to week?", "week_over_week", "week sent sent_before",
      platform="android")(
    lambda all: [[word.isoformat(), now, before] for weeks in [
        [(word, *total(some, "sent")) for word, some in
         groups([m for m in attempted(all) if m.platform == "android"], week)]]
        for (word, now), before in zip(weeks, [None] + [before for _, before in weeks])])
sql("How many are sent by night, from 22 to 6?",
    "select sum(sent) from messages where substr(send_hour, 12, 2) >= '22'\n"
    "or substr(send_hour, 12, 2) < '06'")(
    lambda all: [[sum(1 for m in sent(all) if int(m.hour[11:]) >= 22 or int(m.hour[11:]) < 6)]])
sql("What is the open rate at weekends?",
    "select sum(funnel_hourly.opened), sum(funnel_hourly.sent) from funnel_hourly\n"
    "inner join hours on hours.send_hour = funnel_hourly.send_hour where hours.weekday >= 6")(
    lambda all: [total([m for m in sent(all) if weekday(m) >= 6], "opened", "sent")])

# Whom.

sql("How many different people got a push?",
    "select count(distinct target_hash) from messages where sent = 1")(
    lambda all: [[len({m.token for m in sent(all)})]])
sql("How many different people opened one?",
    "select count(distinct target_hash) from messages where opened = 1")(
    lambda all: [[len({m.token for m in all if m.opened})]])
named("Of each campaign?", "recipients", "slice targets reached openers")(
    lambda all: [[word, *(len({m.token for m in some if test(m)}) for test in
                          (lambda m: True, lambda m: m.received, lambda m: m.opened))]
                 for word, some in groups(sent(all), lambda m: m.campaign)])
named("On each day?", "recipients", "slice targets openers", by="send_day")(
    lambda all: [[word, len({m.token for m in some}), len({m.token for m in some if m.opened})]
                 for word, some in groups(sent(all), lambda m: m.day)])
named("How many pushes do people get in a week?", "frequency", "pushes weeks sent opened")(
    lambda all: [[word, len(some), sum(map(len, some)), sum(total(m, "opened")[0] for m in some)]
                 for word, some in groups(
                     [some for _, some in groups(sent(all), lambda m: (m.token, week(m)))],
                     lambda some: min(len(some), 10))])
named("Who never opens?", "never_openers", "platform targets never_opened", sends="2")(
    lambda all: [[word, len(some), sum(1 for m in some if not any(x.opened + x.late for x in m))]
                 for word, some in groups(
                     [some for _, some in groups(sent(all), lambda m: (m.platform, m.token))
                      if len(some) >= 2], lambda some: some[0].platform)])
named("Is the first push opened more than later ones?", "nth_push", "place sent opened")(
    lambda all: nth(all))
named("Who got the same push twice within a day?", "repeated_sends", "platform campaign repeats",
      minutes="1440")(
    lambda all: [[*word, count] for word, count in twice(all).items()])
sql("How many got more than three?",
    "select count(*) from (select target_hash from messages where sent = 1 group by target_hash\n"
    "having count(*) > 3) as many")(
    lambda all: [[sum(1 for _, some in of_targets(all) if len(some) > 3)]])
sql("How many of those who got two or more opened one?",
    "select count(*) from (select target_hash from messages where sent = 1 group by target_hash\n"
    "having count(*) > 1 and sum(opened) > 0) as openers")(
    lambda all: [[sum(1 for _, some in of_targets(all)
                      if len(some) > 1 and any(m.opened for m in some))]])


def twice(all):
    counts = Counter()
    for word, some in groups(sent(all), lambda m: (m.platform, m.campaign, m.token)):
        times = sorted(m.sent_ms for m in some)
        counts[word[:2]] += sum(1 for a, b in zip(times, times[1:]) if b - a <= 86_400_000)
    return {word: count for word, count in counts.items() if count}


def nth(all):
    counts = defaultdict(lambda: [0, 0])
    for _, some in of_targets(all):
        for place, message in enumerate(sorted(some, key=lambda m: m.sent_ms), 1):
            counts[min(place, 10)][0] += 1
            counts[min(place, 10)][1] += message.opened
    return [[place, *count] for place, count in counts.items()]


# Options, and what stands apart.

sql("How many are sent with which priority?",
    "select priority, count(*) from messages where sent = 1 and platform = 'android'\n"
    "group by priority")(
    lambda all: list(Counter(m.priority for m in sent(all) if m.platform == "android").items()))
sql("What is the longest time to live?",
    "select max(ttl_seconds) from messages where platform = 'android'")(
    lambda all: [[max(m.ttl for m in attempted(all) if m.platform == "android")]])
sql("How many client events have no known send?",
    "select sum(orphan_messages), sum(orphan_opened) from messages")(
    lambda all: [[sum(1 for m in all if m.sent_ms is None),
                  sum(1 for m in all if m.sent_ms is None and "open" in m.times)]])
sql("What is the rate of receipts before an open?",
    "select sum(receipts_before_open), sum(opened) from messages")(
    lambda all: [[sum(1 for m in all if m.opened
                      and m.times.get("receipt", m.opened_ms + 1) <= m.opened_ms),
                  *total(all, "opened")]])


# What clients tell, and conversions.

sql("Which versions of the app do those have who get pushes, and what do they open?",
    "select app_version, sum(received), sum(opened) from client_hourly group by 1")(
    lambda all: table([m for m in all if m.received], lambda m: m.version, "received", "opened"))
sql("Which buttons open messages?",
    "select action, count(*) from messages where opened = 1 group by 1")(
    lambda all: list(Counter(m.action for m in all if m.opened).items()))
named("How much is opened of what is received?", "received_by_platform",
      "platform received impressions opened open_rate_of_received")(
    lambda all: [[word, received, shown or None, opened, share(opened, received)]
                 for word, received, shown, opened in
                 table([m for m in all if m.received], lambda m: m.platform, "received", "shown",
                       "opened")])
sql("How many convert?",
    "select sum(converted), sum(converted_opened), sum(converted_late) from messages")(
    lambda all: [total(all, "converted", "converted_opened", "converted_late")])
sql("What are conversions worth?",
    "select currency, sum(value_millionths) / 1e6 from conversion_hourly\n"
    "where converted > 0 and currency <> '(none)' group by currency")(
    lambda all: [[word, total(some, "millionths")[0] / 1e6] for word, some in groups(
        [m for m in all if m.converted and m.conversion[2]], lambda m: m.currency)])
named("Which campaigns convert?", "conversion_by_campaign", "campaign sent converted")(
    lambda all: [row for row in table(sent(all), lambda m: m.campaign, "sent", "converted")
                 if row[2]])

# As dashboards of push services ask them: delivery reports, fatigue, decay of opens.

sql("At which hour of the day do people open?",
    "select (opened_ms % 86400000 - opened_ms % 3600000) / 3600000, count(*) from messages\n"
    "where opened = 1 group by 1")(
    lambda all: list(Counter(m.opened_ms // HOUR_MS % 24 for m in all if m.opened).items()))
sql("How many days after the send do opens come?",
    "select (opened_ms - sent_ms - (opened_ms - sent_ms) % 86400000) / 86400000, count(*)\n"
    "from messages where opened + late = 1 group by 1")(
    lambda all: list(Counter(math.trunc((m.opened_ms - m.sent_ms) / (24 * HOUR_MS))
                             for m in all if m.opened + m.late).items()))
sql("How many are opened within 12 hours?",
    "select sum(opened) from messages where opened_ms - sent_ms <= 43200000")(
    lambda all: [[sum(1 for m in all if m.opened and m.opened_ms - m.sent_ms <= 12 * HOUR_MS)]])
sql("What share of those that arrived is opened?",
    "select platform, 1e0 * sum(opened) / sum(received) from messages where received = 1\n"
    "group by platform")(
    lambda all: rates([m for m in all if m.received], lambda m: m.platform, "opened", "received"))
sql("What share of those that were shown is opened?",
    "select platform, 1e0 * sum(opened) / sum(impressions) from messages where impressions = 1\n"
    "group by platform")(
    lambda all: rates([m for m in all if m.shown], lambda m: m.platform, "opened", "shown"))
sql("How many failed because the app is gone, and how many for other reasons?",
    "select platform, sum(case when error_code = 'UNREGISTERED' then 1 else 0 end), sum(failed)\n"
    "from messages where failed = 1 group by platform")(
    lambda all: [[word, sum(1 for m in some if m.error == "UNREGISTERED"), len(some)]
                 for word, some in groups([m for m in all if m.failed], lambda m: m.platform)])
sql("Of which campaign do most sends meet uninstalled apps?",
    "select campaign, count(*) from messages where error_code = 'UNREGISTERED' group by campaign\n"
    "order by 2 desc, 1 limit 3")(
    lambda all: sorted(Counter(m.campaign for m in all if m.error == "UNREGISTERED").items(),
                       key=lambda row: (-row[1], row[0]))[:3])
sql("How many apps were found uninstalled each day?",
    "select send_day, sum(failed) from failure_daily where error_code = 'UNREGISTERED'\n"
    "group by send_day")(
    lambda all: list(Counter(m.day for m in all if m.error == "UNREGISTERED").items()))
sql("What is the bounce rate of each day?",
    "select send_day, 1e0 * sum(failed) / sum(attempted) from funnel_daily group by send_day")(
    lambda all: [[word, share(*total(some, "failed"), len(some))]
                 for word, some in groups(attempted(all), lambda m: m.day)])
sql("How many were sent each month?",
    "select substr(send_day, 1, 7), sum(sent) from funnel_daily group by 1")(
    lambda all: [[word, len(some)] for word, some in groups(sent(all), lambda m: m.day[:7])])
sql("How long did it take to send a campaign?",
    f"select campaign, max(sent_ms) - min(sent_ms) from messages\n"
    f"where sent = 1 and send_day = '{DAY}' group by campaign")(
    lambda all: [[word, max(m.sent_ms for m in some) - min(m.sent_ms for m in some)]
                 for word, some in groups([m for m in sent(all) if m.day == DAY],
                                          lambda m: m.campaign)])
sql("At which hours of working days is most opened?",
    "select hours.local_hour, sum(funnel_hourly.sent), sum(funnel_hourly.opened) from funnel_hourly\n"
    "inner join hours on hours.send_hour = funnel_hourly.send_hour where hours.weekday <= 5\n"
    "group by hours.local_hour")(
    lambda all: table([m for m in attempted(all) if weekday(m) <= 5], lambda m: int(m.hour[11:]),
                      "sent", "opened"))
sql("How often did somebody get more than two on one day?",
    "select count(*) from (select target_hash, send_day from messages where sent = 1\n"
    "group by target_hash, send_day having count(*) > 2) as many")(
    lambda all: [[sum(1 for _, some in groups(sent(all), lambda m: (m.token, m.day))
                      if len(some) > 2)]])
sql("Who opened something in the first week, and nothing that came later?",
    "select count(*) from (select target_hash from messages where sent = 1 group by target_hash\n"
    f"having max(case when send_day < '{LATER}' then opened else 0 end) = 1\n"
    f"and max(case when send_day >= '{LATER}' then opened end) = 0) as lapsed")(
    lambda all: [[sum(1 for _, some in of_targets(all)
                      if any(m.opened for m in some if m.day < LATER)
                      and any(m.day >= LATER for m in some)
                      and not any(m.opened for m in some if m.day >= LATER))]])
sql("Do people take longer to open from day to day, once it arrived?",
    "select send_day, avg(opened_ms - received_ms) from messages where opened = 1\n"
    "group by send_day")(
    lambda all: [[word, sum(m.opened_ms - m.received_ms for m in some) / len(some)]
                 for word, some in groups([m for m in all if m.opened], lambda m: m.day)])
sql("Does high priority arrive sooner on Android?",
    "select priority, avg(received_ms - sent_ms), sum(received) from messages\n"
    "where received = 1 and platform = 'android' group by priority")(
    lambda all: [[word, sum(m.delay for m in some) / len(some), len(some)]
                 for word, some in groups([m for m in all if m.received
                                           and m.platform == "android"], lambda m: m.priority)])
sql("How many arrived after more than half of their time to live?",
    "select count(*) from messages where received = 1 and platform = 'android'\n"
    "and received_ms - sent_ms > 500 * ttl_seconds")(
    lambda all: [[sum(1 for m in all if m.received and m.platform == "android"
                      and m.delay > 500 * m.ttl)]])
sql("How many came while the app was open?",
    "select platform, count(*) from messages where sent = 1 and foreground_ms is not null\n"
    "group by platform")(
    lambda all: list(Counter(m.platform for m in sent(all) if "foreground" in m.times).items()))


# The example queries of Firebase for its BigQuery export, of a database of the export alone. The
# answers are made of the export's rows; a row that is exported twice counts once.

EXPORT = []


def exported(text, way):
    return lambda answer: EXPORT.append(Question(text, way, answer))


def accepted(rows, *types):
    return {row["message_id"]: row for row in rows
            if row["event"] == "MESSAGE_ACCEPTED" and (not types or row["message_type"] in types)}


def delivery_times(rows):
    first = defaultdict(dict)
    for row in rows:
        if "message_id" in row and row["event"] in ("MESSAGE_ACCEPTED", "MESSAGE_DELIVERED"):
            time = datetime.fromisoformat(row["event_timestamp"].replace(" UTC", "+00:00"))
            time = math.floor(time.timestamp() * 1000 + 1e-3)
            times = first[row["message_id"]]
            times[row["event"]] = min(time, times.get(row["event"], time))
    return [times["MESSAGE_DELIVERED"] - times["MESSAGE_ACCEPTED"] for times in first.values()
            if len(times) == 2]


exported("Count sent messages", "select sum(sent) from messages")(
    lambda rows: [[len(accepted(rows))]])
exported("Count unique app instances targeted by messages",
         "select count(distinct target_hash) from messages where sent = 1")(
    lambda rows: [[len({row["instance_id"] for row in accepted(rows).values()})]])
exported("Count sent notification messages",
         "select sum(sent) from messages where message_type = 'notification'")(
    lambda rows: [[len(accepted(rows, "DISPLAY_NOTIFICATION"))]])
exported("Count sent data messages", "select sum(sent) from messages where message_type = 'data'")(
    lambda rows: [[len(accepted(rows, "DATA_MESSAGE"))]])
exported("Count messages sent to a campaign",
         "select campaign, sum(sent) from messages where sent = 1 group by campaign")(
    lambda rows: list(Counter(row.get("analytics_label") or "(none)"
                              for row in accepted(rows).values()).items()))
exported("Compute the latency of deliveries",
         "select count(*), min(received_ms - sent_ms), max(received_ms - sent_ms) from messages\n"
         "where received = 1")(
    lambda rows: [[len(times), min(times), max(times)] for times in [delivery_times(rows)]])
