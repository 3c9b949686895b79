"""Reads sample logs of one shape (`pushfunnel sample --uniform`) by Documentation/Definitions.md.

It shares nothing with the program, and stores nothing: a list of messages, in memory.
"""

import gzip
import json
from collections import defaultdict
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

WINDOW_MS = 72 * 3600 * 1000
CONVERSION_WINDOW_MS = 168 * 3600 * 1000
APPLE = {
    "willPresent": "foreground", "didReceiveResponse": "open", "didReceive": "open",
    "didReceiveRemoteNotification": "receipt", "serviceExtension": "receipt",
    "didReceiveNotificationRequest": "receipt",
}
WORDS = {
    "received": "receipt", "foreground": "foreground", "displayed": "impression", "opened": "open",
    "dismissed": "dismiss",
}


def milliseconds(text):
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def lines(folder):
    for file in sorted(Path(folder).glob("*.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as text:
            yield from filter(None, (line.strip() for line in text))


class Message:
    def __init__(self):
        self.sent = self.failed = 0
        self.sent_ms = self.error = self.token = None
        self.platform, self.campaign, self.image = "unknown", "(none)", "unknown"
        self.priority = self.ttl = None
        self.times = {}
        self.in_background = self.is_unstated = False
        # What clients tell: the least value of all records.
        self.version = self.action = "(none)"
        # The moment, and what it is worth: nothing is the least, then the smallest amount.
        self.conversion = None

    @property
    def hour(self):
        return datetime.fromtimestamp(self.sent_ms / 1000, timezone.utc).strftime("%Y-%m-%dT%H")

    @property
    def day(self):
        return self.hour[:10]

    @property
    def received_ms(self):
        return min(self.times.values(), default=self.conversion and self.conversion[0])

    @property
    def received(self):
        return int(self.sent and self.received_ms is not None)

    @property
    def shown_ms(self):
        times = [self.times["impression"]] if "impression" in self.times else []
        if self.platform == "android" and "receipt" in self.times:
            if self.in_background or (self.is_unstated and "foreground" not in self.times):
                times.append(self.times["receipt"])
        return min(times, default=None) if self.sent else None

    @property
    def opened_ms(self):
        return self.times.get("open") if self.sent else None

    @property
    def opened(self):
        return int(self.opened_ms is not None and self.opened_ms - self.sent_ms <= WINDOW_MS)

    @property
    def late(self):
        return int(self.opened_ms is not None) - self.opened

    @property
    def shown(self):
        return int(self.shown_ms is not None)

    @property
    def dismissed(self):
        return int(self.sent and "dismiss" in self.times)

    @property
    def converted(self):
        return int(bool(self.sent and self.conversion)
                   and self.conversion[0] - self.sent_ms <= CONVERSION_WINDOW_MS)

    @property
    def converted_late(self):
        return int(bool(self.sent and self.conversion)) - self.converted

    @property
    def converted_opened(self):
        return self.converted * self.opened

    @property
    def millionths(self):
        return self.conversion[1] * self.converted

    @property
    def currency(self):
        return self.conversion[2] or "(none)"

    def tell(self, name, value):
        known = getattr(self, name)
        setattr(self, name, value if known == "(none)" else min(known, value))

    @property
    def delay(self):
        return self.received_ms - self.sent_ms if self.received else None


def image(platform, message):
    own = {
        "android": message.get("android", {}).get("notification", {}).get("image"),
        "ios": message.get("apns", {}).get("fcm_options", {}).get("image"),
        "web": message.get("webpush", {}).get("notification", {}).get("image")
        or message.get("webpush", {}).get("headers", {}).get("image"),
    }
    asked = own[platform] or message.get("notification", {}).get("image")
    return "image" if asked else "no_image"


def sends(folder, messages):
    seen = set()
    for text in lines(folder):
        line = json.loads(text)
        name = line.get("response", {}).get("name")
        if not name and text in seen:
            continue
        seen.add(text)
        key = name.split("/")[-1] if name else len(seen)
        found = messages[key]
        request = line["request"]["message"]
        time = milliseconds(line["ts"])
        found.sent_ms = min(found.sent_ms or time, time)
        found.platform, found.token = line["platform"], request["token"]
        found.campaign = request.get("fcm_options", {}).get("analytics_label", "(none)")
        found.image = image(found.platform, request)
        if name:
            found.sent = 1
        else:
            error = line["error"]
            codes = [detail.get("errorCode") for detail in error.get("details", [])]
            codes += [error.get("status"), f"HTTP_{line['status']}"]
            found.error = next(filter(None, codes))
            found.failed = 1
        if found.platform == "android":
            found.priority = request["android"].get("priority")
            found.ttl = int(request["android"]["ttl"].rstrip("s"))


def conversion(line):
    """The ID of its message, the moment, the worth in millionths and the currency; None for others."""
    if line.get("event") not in ("converted", "Push Notification Converted"):
        return None
    body = line.get("properties", line)
    key = next(body[name] for name in ("google.message_id", "fcmMessageId", "message_id")
               if name in body)
    time = milliseconds(next(line[name] for name in ("ts", "time", "timestamp") if name in line))
    worth = int(Decimal(str(body.get("value", 0))) * 1_000_000)
    return key, (time, worth, body.get("currency", ""))


def events(folder, messages):
    for line in map(json.loads, lines(folder)):
        found = conversion(line)
        if found:
            message = messages[found[0]]
            message.conversion = min(message.conversion or found[1], found[1])
            continue
        body = next(line[name] for name in ("bundle", "extras", "user_info", "payload")
                    if name in line)
        key = next(body[name] for name in ("google.message_id", "gcm.message_id", "fcmMessageId")
                   if name in body)
        kind = APPLE[line["callback"]] if "callback" in line else WORDS[line["event"]]
        if line.get("action") == "com.apple.UNNotificationDismissActionIdentifier":
            kind = "dismiss"
        found = messages[key]
        time = milliseconds(line["ts"])
        found.times[kind] = min(found.times.get(kind, time), time)
        if line.get("app_version"):
            found.tell("version", line["app_version"])
        button = line.get("action") or line.get("actionId")
        if kind == "open" and button:
            found.tell("action", "default" if button.startswith("com.apple.") else button)
        if kind == "receipt" and body.get("gcm.n.e") == "1":
            found.in_background |= line.get("app_state") == "background"
            found.is_unstated |= "app_state" not in line


def read(folder):
    """All messages, orphans too: those have neither `sent` nor `failed`."""
    messages = defaultdict(Message)
    sends(Path(folder) / "sends", messages)
    events(Path(folder) / "events", messages)
    return list(messages.values())


def rows(folder):
    """The rows of a BigQuery export, each once."""
    return [json.loads(text) for text in sorted(set(lines(folder)))]
