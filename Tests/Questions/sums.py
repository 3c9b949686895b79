"""Sums over messages, held against the counts of views."""

# Views of counts, and what their counts begin with in messages.
VIEWS = {
    "funnel_hourly": "", "funnel_daily": "", "failure_hourly": "", "failure_daily": "",
    "image_status_daily": "", "validated_hourly": "", "validated_daily": "",
    "topic_hourly": "topic_", "topic_daily": "topic_", "orphan_hourly": "orphan_",
    "orphan_daily": "orphan_", "client_hourly": "",
}
FIRST, LAST = "attempted", "validated"


def query(columns, after=""):
    """SQL for every engine. A row for each view: how many groups of the words that it shares with
    messages have a count, and in how many a sum is another. `columns` gives the names of a view's
    columns; only days and hours later than `after` are compared."""
    messages = columns("messages")
    known = messages[messages.index(FIRST):messages.index(LAST) + 1]
    parts = [part(view, prefix, columns(view), messages, known, after)
             for view, prefix in VIEWS.items()]
    return "\nunion all\n".join(parts)


def part(view, prefix, names, messages, known, after):
    time = names[0]
    counts = [name for name in names if prefix + name in known]
    words = [name for name in names if name in messages and name not in known]
    # What names the topic of a device's message is not what names that of a request.
    words = [time] if prefix == "topic_" else words
    keys, places = ", ".join(words), range(len(counts))
    ours = ", ".join(f"-{prefix}{name} as c{place}" for place, name in enumerate(counts))
    theirs = ", ".join(f"{name} as c{place}" for place, name in enumerate(counts))
    differs = " or ".join(f"sum(c{place}) <> 0" for place in places)
    size = " + ".join(f"abs(c{place})" for place in places)
    return (f"select '{view}' as view_name, count(*) as found, sum(differs) as wrong from (\n"
            f"select {keys}, case when {differs} then 1 else 0 end as differs from (\n"
            f"select {keys}, {ours} from messages where {time} > '{after}'\nunion all\n"
            f"select {keys}, {theirs} from {view} where {time} > '{after}') as counted\n"
            f"group by {keys} having sum({size}) > 0) as compared")


def wrong(rows, views):
    """What is wrong with the rows of the query, in sentences; so many views have counts."""
    if sum(1 for _, found, _ in rows if found) < views:
        yield f"sums over messages: too few views have counts: {rows}"
    for name, found, differing in rows:
        if differing:
            yield f"{name}: {differing} of {found} groups have other sums over messages"
