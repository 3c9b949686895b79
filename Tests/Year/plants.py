"""Incidents that are planted in a year, and how alerts are scored against them."""

import dataclasses

from world import DAY, HOUR

# Alerts need 14 days of history.
FIRST_DAY = 18
DAYS_BETWEEN = 4
# What is allowed in a year, besides the planted incidents; and days without any post.
MOST_OTHERS = 12
LEAST_QUIET_DAYS = 0.95


@dataclasses.dataclass(frozen=True)
class Kind:
    """What happens to which slice; the rule that must report it, and within how many hours."""

    name: str
    effect: str
    slice: dict
    hours: int
    left: float = 1
    rule: str | None = None
    within: int = 0
    error: tuple | None = None


APNS = ("THIRD_PARTY_AUTH_ERROR", 401, "UNAUTHENTICATED")
QUOTA = ("QUOTA_EXCEEDED", 429, "RESOURCE_EXHAUSTED")
REQUEST = ("INVALID_ARGUMENT", 400, "INVALID_ARGUMENT")
KINDS = (
    Kind("70 % of the deliveries of iOS", "delivered", {"platform": "ios"}, 8, 0.3,
         "delivered", 3),
    Kind("75 % of the opens of Android", "opened", {"platform": "android"}, 12, 0.25,
         "opened", 4),
    Kind("logs of Android", "lost", {"platform": "android"}, 8, 0, "freshness", 4),
    Kind("60 % of iOS refused", "refused", {"platform": "ios"}, 4, 0.4, "failed", 1, APNS),
    Kind("opens of a small slice", "opened", {"platform": "web"}, 12, 0, "opened", 12),
    Kind("a mailing that is not opened", "dead mailing", {}, 24, 0, "opened", 2),
    Kind("60 % of all refused", "refused", {}, 4, 0.4, "failed", 1, QUOTA),
    Kind("5 % of a campaign refused", "refused", {"campaign": "order_update"}, 8, 0.95,
         "failed", 4, REQUEST),
    Kind("a file 7 hours on its way", "late", {"platform": "ios"}, 1),
    Kind("a lost file", "lost", {"platform": "ios"}, 1, 0),
    Kind("a campaign of iOS alone", "mailing", {"platform": "ios"}, 1),
)


@dataclasses.dataclass
class Plant:
    kind: Kind
    start: int
    end: int
    slice: dict
    # When the last file arrived that the report needs; looks after it must have reported it.
    arrived: int = 0
    told: int | None = None
    starts: int | None = None
    over: int | None = None
    exact: bool = False

    def hits(self, effect, moment, **values):
        return (self.kind.effect == effect and self.start <= moment < self.end
                and all(values.get(name) == value for name, value in self.slice.items()))

    def note(self, file):
        """A file of a source that feeds it."""
        hour = file.hour * HOUR
        feeds = file.source in ("sends", self.slice.get("platform", file.source))
        if feeds and file.arrival and self.start <= hour < self.start + self.kind.within * HOUR:
            self.arrived = max(self.arrived, file.arrival)

    def explains(self, incident):
        """Whether an incident is of it: its rule, slice and time."""
        found = incident["slice"]
        return (incident["rule"] == self.kind.rule
                and all(found.get(name, value) == value for name, value in self.slice.items())
                and self.start - 24 * HOUR < incident["starts"] < self.end + 6 * HOUR
                and incident["updated"] > self.start)

    def days(self):
        """Days with posts because of it."""
        return range(self.start // DAY, (self.end + DAY) // DAY + 1)


def plant(first_hour, days):
    """One every four days, each kind in turn; they begin at another hour each time."""
    plants = []
    for number, day in enumerate(range(FIRST_DAY, days - 2, DAYS_BETWEEN)):
        kind = KINDS[number % len(KINDS)]
        start = (first_hour + day * 24 + 8 + number * 5 % 9) * HOUR
        slice = kind.slice or ({"campaign": f"dead_{day}"} if kind.effect == "dead mailing" else {})
        plants.append(Plant(kind, start, start + kind.hours * HOUR, slice))
    return plants


def assign(plants, incidents):
    """Incidents that no plant explains."""
    others = []
    for incident in incidents:
        found = next((p for p in plants if p.explains(incident)), None)
        if found is None:
            others.append(incident)
            continue
        if found.told is None:
            found.told = incident["told"]
            named = {name: value for name, value in incident["slice"].items()
                     if name != "error_class"}
            found.exact = named == found.slice
        found.starts = min(found.starts or incident["starts"], incident["starts"])
        found.over = max(found.over or 0, incident["over"] or 0)
    return others


def are_late(incident, late):
    """Whether files of two hours in a row were late by chance: that must be reported, too."""
    hour = incident["starts"] // HOUR
    return incident["rule"] == "freshness" and any(
        (source, hour) in late and (source, hour + 1) in late for source, _ in late)


def table(plants, looks):
    """A line for each kind: (text, plants that were missed or reported too late or too long)."""
    for kind in KINDS:
        of_kind = [p for p in plants if p.kind == kind]
        if not of_kind or kind.rule is None:
            continue
        wrong = []
        for one in of_kind:
            due = next((look for look in looks if look >= one.arrived), None)
            longest = one.end + (one.end - one.start) + DAY
            if one.told is None:
                wrong.append((one, "missed"))
            elif due and one.told > due:
                wrong.append((one, "late"))
            elif one.over == 0 or one.over and one.over > longest:
                wrong.append((one, "long"))
        told = [p for p in of_kind if p.told is not None]
        after = [hours(told, *names) for names in (
            ("told", "start"), ("start", "starts"), ("over", "end"))]
        yield (f"{kind.name}: {len(of_kind)} planted, {len(told)} reported after {after[0]}, "
               f"{sum(p.exact for p in told)} named exactly, since {after[1]} before, "
               f"over after {after[2]}, {sum(why == 'late' for _, why in wrong)} too late", wrong)


def hours(plants, name, base):
    """The median and the longest time from one moment of plants to another."""
    found = sorted((getattr(p, name) - getattr(p, base)) / HOUR for p in plants if getattr(p, name))
    return f"{found[len(found) // 2]:.0f} h (at most {found[-1]:.0f})" if found else "never"
