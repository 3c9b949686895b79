"""A year of production: sends, client events, hourly files, and incidents. It knows the truth.

Everything random has a seed. Nothing here is shared with the program: lines are written as text, and
`truth.py` counts what they say.
"""

import datetime
import gzip
import math
import random
import uuid
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
UTC = datetime.timezone.utc
HOUR = 3_600_000
DAY = 24 * HOUR
WINDOW = 72 * HOUR
CONVERSION_WINDOW = 168 * HOUR
SOURCES = ("sends", "android", "ios", "web", "shop")
PLATFORMS = {"android": 0.5, "ios": 0.4, "web": 0.1}
DELIVERED = {"android": 0.93, "ios": 0.7, "web": 0.8}
ERRORS = (("UNREGISTERED", 404, "NOT_FOUND"), ("INTERNAL", 500, "INTERNAL"))
FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"

# name: share of the sends of a day, image, silent, open rate, hour of a mailing (None: all day)
CAMPAIGNS = {
    "order_update": (0.36, False, False, 0.22, None),
    "new_message": (0.26, False, False, 0.3, None),
    "daily_deals": (0.24, True, False, 0.07, 18),
    "morning_news": (0.1, True, False, 0.1, 7),
    "sync": (0.04, False, True, 0.0, None),
}
# Two mailings a week, each with a name of its own: weekday and local hour, share of the sends of
# a day, open rate, and how differently people like them.
MAILINGS = {1: 11, 4: 16}
MAILING = (0.35, 0.12, 0.3)
# The share of a day's messages by local hour.
CURVE = (1, .6, .4, .3, .4, .9, 2, 4, 5, 5, 5, 5.5, 6.5, 6, 5.5, 5, 5.5, 6, 7, 8, 8, 6, 4, 2)
WEEKDAYS = (1, 1, 1, 1.02, 1.1, 1.15, 1.05)
# Orders, which the shop logs itself: the share of openers and of others who order, the mean time
# that they take, and the longest.
ORDERS = {True: 0.12, False: 0.003}
ORDER_TIME = (40 * HOUR, 8 * DAY)
CURRENCIES = {"EUR": 0.8, "CHF": 0.2}


def stamp(ms):
    moment = datetime.datetime.fromtimestamp(ms // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z"


def local(ms):
    return datetime.datetime.fromtimestamp(ms // 1000, ZONE)


class Message:
    """A send, and its events as (kind, time that the phone says, file), and its order."""

    __slots__ = ("key", "sent", "platform", "campaign", "image", "silent", "error", "file",
                 "events", "order", "timed")

    def __init__(self, key, sent, platform, campaign, error):
        self.key, self.sent, self.platform, self.campaign = key, sent, platform, campaign
        _, self.image, self.silent, _, _ = CAMPAIGNS.get(campaign, (0, False, False, 0, None))
        self.error, self.file, self.events, self.timed = error, None, [], platform != "web"
        # Time, file, currency and cents.
        self.order = None


class LogFile:
    """An hour of one source: its lines, what they are, and when it arrives; None is never."""

    def __init__(self, source, hour):
        self.source, self.hour, self.lines = source, hour, []
        self.arrival, self.read = None, False
        # Records by the UTC day that decides whether they are pruned; other lines by class.
        self.days, self.records, self.duplicates = {}, 0, 0
        self.rejected, self.foreign, self.blank = set(), 0, 0
        self.bytes = b""

    @property
    def name(self):
        moment = datetime.datetime.fromtimestamp(self.hour * 3600, UTC)
        return f"{self.source}/{moment:%Y-%m-%dT%H}.ndjson.gz"

    def add(self, line, day):
        self.lines.append(line)
        self.days[day] = self.days.get(day, 0) + 1
        self.records += 1

    def close(self):
        self.lines.sort()
        text = "".join(line + "\n" for line in self.lines)
        self.bytes, self.lines = gzip.compress(text.encode(), 1, mtime=0), []


class World:
    """Hours, one after the other: `hour(h)` makes the messages of one and gives its files."""

    def __init__(self, first_day, sends_a_day, plants, seed):
        self.random = random.Random(seed)
        self.first = int(first_day.timestamp()) // 3600
        self.sends_a_day, self.plants = sends_a_day, plants
        # Open rates of mailings.
        self.mailings = {}
        self.open = {}
        self.count = 0

    # Random numbers

    def poisson(self, mean):
        if mean > 40:
            return max(0, round(self.random.gauss(mean, math.sqrt(mean))))
        limit, product, count = math.exp(-mean), self.random.random(), 0
        while product > limit:
            product *= self.random.random()
            count += 1
        return count

    def chance(self, share):
        return self.random.random() < share

    # Messages

    def hour(self, hour):
        """The messages of an hour, and the files that end with it."""
        start = local(hour * HOUR)
        shape = self.random.lognormvariate(0, 0.06) * WEEKDAYS[start.weekday()]
        messages = []
        for name, (share, _, _, _, mailing) in CAMPAIGNS.items():
            if mailing is None:
                part = CURVE[start.hour] / sum(CURVE)
            else:
                part = {mailing: 0.85, mailing + 1: 0.15}.get(start.hour, 0)
            count = self.poisson(self.sends_a_day * share * part * shape)
            messages += [self.message(hour, name) for _ in range(count)]
        for name, platform, count in self.mailing(hour, start):
            messages += [self.message(hour, name, platform) for _ in range(count)]
        return messages, [self.end(source, hour) for source in SOURCES]

    def mailing(self, hour, start):
        """Mailings of an hour: (name, its only platform or None, sends)."""
        share, rate, spread = MAILING
        if MAILINGS.get(start.weekday()) == start.hour:
            name = f"mailing_{start:%Y-%m-%d}"
            self.mailings[name] = rate * self.random.lognormvariate(0, spread)
            yield name, None, round(self.sends_a_day * share)
        for plant in self.plants:
            if plant.start != hour * HOUR:
                continue
            if plant.kind.effect == "mailing":
                yield "spring_ios", plant.slice["platform"], self.sends_a_day // 5
            if plant.kind.effect == "dead mailing":
                self.mailings[plant.slice["campaign"]] = 0
                yield plant.slice["campaign"], None, round(self.sends_a_day * share)

    def file(self, source, ms):
        key = (source, ms // HOUR)
        if key not in self.open:
            self.open[key] = LogFile(*key)
        return self.open[key]

    def message(self, hour, campaign, platform=None):
        sent = hour * HOUR + self.random.randrange(HOUR)
        if platform is None:
            platform = "android" if campaign == "sync" else self.random.choices(
                list(PLATFORMS), PLATFORMS.values())[0]
        self.count += 1
        micros = sent * 1000 + self.count % 1000
        key = {
            "android": lambda: f"0:{micros}%{self.random.getrandbits(64):016x}",
            "ios": lambda: f"{micros}",
            "web": lambda: str(uuid.UUID(int=self.random.getrandbits(128), version=4)),
        }[platform]()
        error = self.random.choices(ERRORS, (9, 1))[0] if self.chance(0.02) else None
        for plant in self.hitting("refused", sent, platform=platform, campaign=campaign):
            if not self.chance(plant.kind.left):
                error = plant.kind.error
        message = Message(key, sent, platform, campaign, error[0] if error else None)
        message.file = self.file("sends", sent)
        line = self.send_line(message, error)
        self.write(message.file, line, sent // DAY)
        if not error:
            self.follow(message)
        return message

    def write(self, file, line, day):
        file.add(line, day)
        if self.chance(0.003):
            file.lines.append(line)
            file.days[day] += 1
            file.duplicates += 1

    def send_line(self, message, error):
        user = self.random.randrange(200_000)
        content = '"data":{"sync":"1"}' if message.silent else (
            '"notification":{"title":"Hello","body":"From the shop"'
            + (',"image":"https://cdn.example/a.png"' if message.image else "") + "}")
        if error:
            word, code, status = error
            outcome = (f'"error":{{"code":{code},"status":"{status}","details":[{{"@type":'
                       f'"{FCM_ERROR}","errorCode":"{word}"}}]}}')
        else:
            outcome = f'"response":{{"name":"projects/demo/messages/{message.key}"}}'
        return (f'{{"ts":"{stamp(message.sent)}","platform":"{message.platform}",'
                f'"campaign":"{message.campaign}","request":{{"message":{{"token":'
                f'"token-{message.platform}-{user}",{content}}}}},{outcome}}}')

    # Events

    def follow(self, message):
        """What a phone does with an accepted message."""
        if not self.chance(DELIVERED[message.platform] * self.left("delivered", message)):
            return
        delay = self.random.expovariate(1 / 8_000)
        if self.chance(0.12):
            delay += self.random.expovariate(1 / (5 * HOUR))
        shown = message.sent + 200 + int(min(delay, 60 * HOUR))
        ahead = self.random.randrange(60_000, 23 * HOUR) if self.chance(0.005) else 0
        if self.chance(0.95):
            self.event(message, "receipt", shown, ahead)
        rate = self.mailings.get(message.campaign)
        if rate is None:
            rate = CAMPAIGNS.get(message.campaign, (0, 0, 0, 0.1, 0))[3]
        if message.silent:
            return
        moment, is_opened = shown, False
        if self.chance(rate):
            long = self.chance(0.3)
            moment += int(self.random.expovariate(1 / ((11 if long else 0.5) * HOUR)))
            is_opened = self.chance(self.left("opened", message, moment))
        if is_opened:
            self.event(message, "open", moment, ahead)
        if self.chance(ORDERS[is_opened]):
            self.order(message, moment)

    def hitting(self, effect, moment, **values):
        return [p for p in self.plants if p.hits(effect, moment, **values)]

    def left(self, effect, message, moment=None):
        found = self.hitting(
            effect, message.sent if moment is None else moment, platform=message.platform,
            campaign=message.campaign)
        return math.prod(plant.kind.left for plant in found)

    def event(self, message, kind, moment, ahead):
        """Phones without a network log later, by a clock that may be ahead."""
        logged = moment + (self.random.randrange(12 * HOUR) if self.chance(0.02) else 0)
        file = self.file(message.platform, logged)
        says = moment + ahead
        message.events.append((kind, says, file))
        day = message.sent // DAY if message.timed else says // DAY
        self.write(file, self.event_line(message, kind, says), day)

    def order(self, message, after):
        """An order some time after: the clock of the shop is right."""
        mean, most = ORDER_TIME
        moment = after + int(min(self.random.expovariate(1 / mean), most))
        currency = self.random.choices(list(CURRENCIES), CURRENCIES.values())[0]
        cents = self.random.randrange(100, 20_000)
        file = self.file("shop", moment)
        message.order = (moment, file, currency, cents)
        name = "fcmMessageId" if message.platform == "web" else "messageId"
        self.write(
            file, f'{{"ts":"{stamp(moment)}","event":"converted","{name}":"{message.key}",'
            f'"value":"{cents // 100}.{cents % 100:02}","currency":"{currency}"}}',
            (message.sent if message.timed else moment) // DAY)

    @staticmethod
    def event_line(message, kind, says):
        head = f'{{"ts":"{stamp(says)}","platform":"{message.platform}",'
        if message.platform == "android":
            shows = "" if message.silent else ',"gcm.n.e":"1"'
            word = '"event":"received","app_state":"background"' if kind == "receipt" \
                else '"event":"opened"'
            return head + f'{word},"bundle":{{"google.message_id":"{message.key}"{shows}}}}}'
        if message.platform == "ios":
            word = '"callback":"serviceExtension"' if kind == "receipt" else (
                '"callback":"didReceiveResponse",'
                '"action":"com.apple.UNNotificationDefaultActionIdentifier"')
            return head + (f'{word},"user_info":{{"aps":{{"alert":"Hello","mutable-content":1}},'
                           f'"gcm.message_id":"{message.key}"}}}}')
        word = "received" if kind == "receipt" else "opened"
        return head + (f'"event":"{word}","payload":{{"fcmMessageId":"{message.key}",'
                       f'"from":"482910374655","notification":{{"title":"Hello"}}}}}}')

    # Files

    def end(self, source, hour):
        file = self.open.pop((source, hour), None) or LogFile(source, hour)
        for _ in range(self.poisson(0.001 * file.records)):
            number = len(file.rejected) + hour * 1000
            file.rejected.add((source, number))
            file.lines.append(
                f'{{"ts":"soon","request":{{"message":{{"token":"{source}-{number}"}}}},'
                f'"response":{{"name":"projects/demo/messages/{number}"}}}}')
        file.foreign, file.blank = 3 + self.random.randrange(3), self.random.randrange(2)
        # Two files of the same bytes would be one.
        file.lines += [f"{file.name}: listening"] * file.foreign + [""] * file.blank
        end = (hour + 1) * HOUR
        late = self.random.randrange(5 * 60_000, 50 * 60_000)
        if self.chance(0.01):
            late += self.random.randrange(2 * HOUR, 20 * HOUR)
        file.arrival = end + late
        if self.hitting("late", hour * HOUR, platform=source):
            file.arrival = end + 7 * HOUR
        if self.hitting("lost", hour * HOUR, platform=source):
            file.arrival = None
        for plant in self.plants:
            plant.note(file)
        file.close()
        return file
