"""Compares what the program says with the truth. Each check gives its differences as lines."""

import datetime
import json
from decimal import Decimal

from truth import CONVERSIONS, COUNTS, LINES


def of_page(path, truth):
    """Every table of a page of a day, in JSON, that counts messages."""
    page = json.loads(path.read_text())
    differences = []
    for name, groups in truth.tables.items():
        section = page["sections"].get(name)
        if section is None:
            if any(groups.values()):
                differences.append(f"{path.name}: {name} is missing")
            continue
        keys = name.split("_") if groups and name != "overall" else []
        found = {tuple(row[key] for key in keys): row for row in section["rows"]}
        for group in set(found) | set(groups):
            want = groups.get(group, [0] * len(COUNTS))
            row = found.get(group, {})
            have = counts(row)
            if have != want:
                differences.append(f"{path.name}: {name} {'/'.join(group)}: {have}, truth {want}")
    rows = page["sections"].get("failures", {}).get("rows", [])
    found = {(row["platform"], row["error_code"]): row["failed"] for row in rows}
    if found != dict(truth.failures):
        differences.append(f"{path.name}: failures {found}, truth {dict(truth.failures)}")
    return differences + of_conversions(path.name, page["sections"], truth)


def of_conversions(name, sections, truth):
    """The tables of conversions of a page."""
    def rows(section):
        return sections.get(section, {}).get("rows", [])

    found = [
        {row["campaign"]: counts(row, CONVERSIONS) for row in rows("conversion_campaign")},
        [counts(row, CONVERSIONS) for row in rows("conversions")],
        {(row["campaign"], row["currency"]): round(Decimal(row["total_value"]) * 100)
         for row in rows("conversion_value")}]
    total = [sum(column) for column in zip(*truth.conversions.values())]
    want = [truth.conversions, [total] if total else [], truth.value]
    differences = []
    for have, one in zip(found, want, strict=True):
        if isinstance(have, dict):
            have, one = ({k: v for k, v in d.items() if v and v != [0] * 3} for d in (have, one))
        if have != one:
            differences.append(f"{name}: conversions {have}, truth {one}")
    return differences


def counts(row, columns=COUNTS):
    return [round(row.get(column) or 0) for column in columns]


def rows(machine, sql):
    result = machine.run(["sql", "--json", sql])
    return json.loads(result.output) if result.code == 0 else []


def day_number(text):
    """Days since 1970."""
    return datetime.date.fromisoformat(text).toordinal() - 719_163


def first_day(machine):
    """The first day whose counts are stored."""
    found = rows(machine, "select counts_day from retention")
    return day_number(found[0]["counts_day"]) if found and found[0]["counts_day"] else 0


def of_database(machine, truth):
    """The funnel and conversions of every day by platform and campaign, and the ledger."""
    differences = []
    first = first_day(machine)
    views = (
        ("funnel_daily", COUNTS, "attempted > 0"),
        ("conversion_hourly", (*CONVERSIONS, "value_millionths"),
         "converted + converted_late > 0"))
    for (view, columns, condition), want in zip(views, truth.daily(), strict=True):
        sums = ", ".join(f"sum({c}) as {c}" for c in columns)
        found = {(day_number(row["send_day"]), row["platform"], row["campaign"]):
                 counts(row, columns)
                 for row in rows(machine, f"select send_day, platform, campaign, {sums} "
                                 f"from {view} where {condition} group by 1, 2, 3")}
        for key in sorted(key for key in set(found) | set(want) if key[0] >= first):
            if found.get(key) != want.get(key):
                differences.append(f"{view} {key}: {found.get(key)}, truth {want.get(key)}")
    ledger = rows(machine, "select * from ledger")[0]
    for name in LINES:
        if ledger[name] != truth.lines[name]:
            differences.append(f"ledger {name}: {ledger[name]}, truth {truth.lines[name]}")
    found = rows(machine, "select coalesce(sum(rejected), 0) as rejected from reject_reasons")
    if found[0]["rejected"] != len(truth.rejected):
        differences.append(
            f"reject_reasons: {found[0]['rejected']}, truth {len(truth.rejected)}")
    return differences


def same_figures(page, other):
    """Whether two pages of a day have the same figures: (counts of messages, all tables)."""
    pages = [json.loads(path.read_text())["sections"] for path in (page, other)]
    tables = ("overall", "platform", "campaign", "image", "platform_image", "failures")
    counts = [{t: p.get(t, {}).get("rows") for t in tables} for p in pages]
    return counts[0] == counts[1], pages[0] == pages[1]
