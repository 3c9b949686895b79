"""What the program must say: counted from the messages of the world and the files that were read."""

import collections

from world import CONVERSION_WINDOW, DAY, WINDOW, local

COUNTS = ("attempted", "failed", "sent", "received", "impressions", "opened")
CONVERSIONS = ("converted", "converted_opened", "converted_late")
LINES = ("lines", "new", "duplicate", "rejected", "foreign_lines", "blank", "past_retention", "files")


def outcome(message):
    """The counts of one message, by the files that were read; None if its send was not."""
    if not message.file.read:
        return None
    failed = message.error is not None
    events = [e for e in message.events if e[2].read]
    receipt = any(kind == "receipt" for kind, _, _ in events)
    opens = [says for kind, says, _ in events if kind == "open"]
    shown = message.platform == "android" and receipt and not message.silent
    opened = bool(opens) and min(opens) - message.sent <= WINDOW and not message.silent
    received = bool(events) or has_ordered(message)
    return (1, int(failed), int(not failed), int(received), int(shown), int(opened))


def has_ordered(message):
    return message.order is not None and message.order[1].read


def conversion(message):
    """The counts of conversions of one message; None without one that was read, or a send."""
    if not message.file.read or not has_ordered(message):
        return None
    is_late = message.order[0] - message.sent > CONVERSION_WINDOW
    opened = outcome(message)[-1]
    return (int(not is_late), int(not is_late) * opened, int(is_late))


def value(message):
    """The cents of an order that counts."""
    return message.order[3] * conversion(message)[0]


def with_value(message):
    found = conversion(message)
    return found and (*found, value(message) * 10_000)


def add(table, key, counts):
    row = table.setdefault(key, [0] * len(counts))
    for place, count in enumerate(counts):
        row[place] += count


class Day:
    """The funnel of a set of messages, by what the tables of a page group by."""

    GROUPS = {
        "overall": lambda m: (),
        "platform": lambda m: (m.platform,),
        "campaign": lambda m: (m.campaign,),
        "image": lambda m: ("image" if m.image else "no_image",),
        "platform_image": lambda m: (m.platform, "image" if m.image else "no_image"),
    }

    def __init__(self, messages):
        self.tables = {name: {} for name in self.GROUPS}
        self.failures = collections.Counter()
        # By campaign; and cents by campaign and currency.
        self.conversions, self.value = {}, collections.Counter()
        for message in messages:
            counts = outcome(message)
            if counts is None:
                continue
            for name, group in self.GROUPS.items():
                add(self.tables[name], group(message), counts)
            if message.error:
                self.failures[message.platform, message.error] += 1
            if converted := conversion(message):
                add(self.conversions, message.campaign, converted)
                self.value[message.campaign, message.order[2]] += value(message)


class Truth:
    """Messages by local day, until nothing of them can change; and the ledger."""

    # Events come for days after their window: late files, slow phones.
    OPEN_DAYS = 20

    def __init__(self):
        self.days = collections.defaultdict(list)
        self.closed = {}
        self.utc, self.utc_conversions = {}, {}
        self.lines = dict.fromkeys(LINES, 0)
        self.rejected = set()
        self.read = []

    def add(self, messages):
        for message in messages:
            self.days[local(message.sent).date()].append(message)

    def day(self, day):
        return self.closed.get(day) or Day(self.days.get(day, ()))

    def close(self, today):
        """Counts the days that are over for good, and forgets their messages."""
        for day in [d for d in self.days if (today - d).days > self.OPEN_DAYS]:
            messages = self.days.pop(day)
            self.closed[day] = Day(messages)
            self.count(messages, outcome, self.utc)
            self.count(messages, with_value, self.utc_conversions)

    @staticmethod
    def count(messages, counts, table):
        """By UTC day, platform and campaign."""
        for message in messages:
            if found := counts(message):
                add(table, (message.sent // DAY, message.platform, message.campaign), found)

    def daily(self):
        """The rows of `funnel_daily`, and of `conversion_hourly` by day, with millionths."""
        return [self.all(outcome, self.utc), self.all(with_value, self.utc_conversions)]

    def all(self, counts, closed):
        table = {key: list(row) for key, row in closed.items()}
        for messages in self.days.values():
            self.count(messages, counts, table)
        return table

    # The ledger

    def ingest(self, files, horizon):
        """Files are read, each for the first time; `horizon` is a UTC day, or None."""
        for file in files:
            past = sum(count for day, count in file.days.items()
                       if horizon is not None and day < horizon)
            known = file.read
            file.read = True
            kept = sum(file.days.values()) - past
            duplicate = kept if known else file.duplicates
            rejected = len(file.rejected)
            if past and not kept:
                past += rejected
                rejected = past
            else:
                rejected += past
                self.rejected |= file.rejected
            lines = sum(file.days.values()) + len(file.rejected) + file.foreign + file.blank
            for name, count in zip(LINES, (
                    lines, kept - duplicate, duplicate, rejected, file.foreign, file.blank, past,
                    1)):
                self.lines[name] += count
            self.read.append(file)

    def snapshot(self):
        return dict(self.lines), set(self.rejected), list(self.read)

    def restore(self, snapshot):
        """Files that were read since are not read."""
        lines, rejected, read = snapshot
        for file in self.read[len(read):]:
            file.read = False
        for file in read:
            file.read = True
        self.lines, self.rejected, self.read = dict(lines), set(rejected), list(read)
