"""The funnel with Python, orjson and sqlite3: rows in bulk, then a join in SQL."""

import gzip
import sqlite3
import sys

import orjson

import common

SCHEMA = """
    pragma journal_mode = off; pragma synchronous = off;
    create table sends (key text, sent int, sent_at text, platform text, campaign text, image int);
    create table events (key text, seen int, opened_at text);
    create table facts (key text primary key, sent int, sent_at text, platform text, campaign text,
        image int, seen int, opened_at text) without rowid;"""

# SQLite has no OR over rows: the greatest of each bit does the same.
JOIN = f"""
    insert into facts
    select s.*, coalesce(e.seen, 0), e.opened_at
    from (select distinct * from sends) s left join (
        select key,
            max(seen & {common.EVENT}) | max(seen & {common.SHOWN})
                | max(seen & {common.UNSAID}) | max(seen & {common.FOREGROUND}) as seen,
            min(opened_at) as opened_at
        from events group by key) e using (key)"""

FUNNEL = f"""
    select platform, iif(image, 'image', 'no_image'), campaign,
        count(*), sum(sent), sum(1 - sent), sum(seen > 0),
        sum(seen & {common.SHOWN} > 0
            or seen & {common.UNSAID | common.FOREGROUND} = {common.UNSAID}),
        count(*) filter (where opened_at is not null
            and julianday(opened_at) <= julianday(sent_at) + {common.WINDOW_HOURS} / 24.0)
    from facts group by 1, 2, 3 order by 1, 2, 3"""


def records(kind, files):
    """Parsed lines of some files."""
    for path in common.of_kind(kind, files):
        with gzip.open(path) as file:
            yield from map(orjson.loads, file)


def image(platform, message):
    """Whether a send asks for an image on its platform."""
    if platform == "android":
        return "image" in message["android"]["notification"]
    if platform == "ios":
        return "image" in message["apns"].get("fcm_options", ())
    web = message["webpush"]
    return "image" in web["notification"] or "image" in web["headers"]


def sends(files):
    """Rows of sends. A failed one has no message ID; its token stands in."""
    for record in records("sends", files):
        if "request" not in record or "platform" not in record:
            continue
        message = record["request"]["message"]
        platform = record["platform"]
        answer = record.get("response")
        label = message.get("fcm_options", {}).get("analytics_label", "(none)")
        key = answer["name"][len(common.NAME_PREFIX):] if answer else message["token"]
        yield key, answer is not None, record["ts"], platform, label, image(platform, message)


def events(files):
    """Rows of client events: the facts of each as bits, and the time of an open."""
    for record in records("events", files):
        if "platform" not in record:
            continue
        event = record.get("event")
        seen, opened = common.EVENT, event == "opened"
        if record["platform"] == "ios":
            key = record["user_info"]["gcm.message_id"]
            opened = (record["callback"] in ("didReceive", "didReceiveResponse")
                      and record.get("action") != common.DISMISS)
        elif record["platform"] == "web":
            key = record["payload"]["fcmMessageId"]
        else:
            key = (record.get("bundle") or record["extras"])["google.message_id"]
            if event == "received":
                state = record.get("app_state")
                seen = {"background": common.SHOWN, None: common.UNSAID}.get(state, seen)
        if event == "displayed":
            seen = common.SHOWN
        elif event == "foreground":
            seen = common.FOREGROUND
        yield key, seen, record["ts"] if opened else None


def main():
    options = common.arguments(__doc__)
    if options.mode != "load" or options.keep != "facts":
        raise SystemExit("only load into facts")
    db = sqlite3.connect(options.db)
    db.executescript(SCHEMA)
    db.executemany("insert into sends values (?, ?, ?, ?, ?, ?)", sends(options.files))
    db.executemany("insert into events values (?, ?, ?)", events(options.files))
    db.execute(JOIN)
    rows = db.execute(FUNNEL).fetchall()
    db.commit()
    db.close()
    common.emit(f"orjson {orjson.__version__}, SQLite {sqlite3.sqlite_version}, "
                f"Python {sys.version.split()[0]}", rows)


if __name__ == "__main__":
    main()
