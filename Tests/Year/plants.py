"""Incidents that are planted in a year, and how alerts are scored against them."""

import dataclasses

from world import DAY, HOUR

# kind: platform or source, hours, what is left of the events; the alert that it deserves.
KINDS = {
    "delivered": ("ios", 8, 0.3, "delivered"),
    "opened": ("android", 12, 0.25, "opened"),
    "lost": ("android", 8, 0, "any"),
    "in flight": ("ios", 1, 1, None),
    "refused": ("ios", 6, 0.4, "failed"),
    "mailing": ("ios", 1, 1, None),
}
# Alerts need 14 days of history.
FIRST_DAY = 18
DAYS_BETWEEN = 4


@dataclasses.dataclass
class Plant:
    kind: str
    where: str
    start: int
    end: int
    factor: float
    deserves: str | None
    told: int | None = None

    def hits(self, kind, where, moment):
        return (self.kind == kind and self.where == where
                and self.start <= moment < self.end)

    def explains(self, alert):
        """Whether an alert is of it: its slice, and its time."""
        platform = alert["slice"].get("platform", self.where)
        started, updated = alert["starts"], alert["updated"]
        return (platform == self.where and started < self.end + 6 * HOUR
                and updated > self.start and started > self.start - 30 * HOUR)


def plant(first_hour, days):
    """One every four days, each kind in turn; they begin at another hour each time."""
    plants = []
    for number, day in enumerate(range(FIRST_DAY, days - 1, DAYS_BETWEEN)):
        kind = list(KINDS)[number % len(KINDS)]
        where, hours, factor, deserves = KINDS[kind]
        start = first_hour * HOUR + day * DAY + (8 + number * 5 % 9) * HOUR
        plants.append(Plant(kind, where, start, start + hours * HOUR, factor, deserves))
    return plants


def score(plants, notifications):
    """Lines: told, missed and other alerts; `notifications` are (time, alert) of new incidents."""
    others = []
    for moment, alert in notifications:
        found = [p for p in plants if p.explains(alert)]
        for match in found:
            if match.deserves and match.told is None:
                match.told = moment
        if not any(p.deserves for p in found):
            others.append((moment, alert, found[0].kind if found else None))
    lines = []
    for kind in KINDS:
        of_kind = [p for p in plants if p.kind == kind]
        if not of_kind:
            continue
        if of_kind[0].deserves is None:
            count = sum(1 for o in others if o[2] == kind)
            lines.append(f"{kind}: {len(of_kind)} planted, {count} alerts (0 are right)")
            continue
        told = [p for p in of_kind if p.told is not None]
        hours = sorted((p.told - p.start) / HOUR for p in told)
        after = f", after {hours[len(hours) // 2]:.0f} h (median)" if hours else ""
        lines.append(f"{kind}: {len(of_kind)} planted, {len(told)} told{after}, "
                     f"{len(of_kind) - len(told)} missed")
    lines.append(f"others: {sum(1 for o in others if o[2] is None)}")
    return lines, others
