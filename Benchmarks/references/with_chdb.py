"""The funnel with chDB: lines as text, one typed JSONExtract for each, into MergeTree."""

import os

import chdb
from chdb.session import Session

import common

SEND_TYPE = """Tuple(
    ts String, platform LowCardinality(String), response Tuple(name String),
    request Tuple(message Tuple(
        token String,
        android Tuple(notification Tuple(image String)),
        apns Tuple(fcm_options Tuple(image String)),
        webpush Tuple(headers Tuple(image String), notification Tuple(image String)),
        fcm_options Tuple(analytics_label LowCardinality(String)))))"""

EVENT_TYPE = """Tuple(
    ts String, platform LowCardinality(String), event LowCardinality(String),
    app_state LowCardinality(String), callback LowCardinality(String),
    action LowCardinality(String), bundle Tuple(`google.message_id` String),
    extras Tuple(`google.message_id` String), user_info Tuple(`gcm.message_id` String),
    payload Tuple(fcmMessageId String))"""

# The time of an open that never was: above all others, so that min() needs no condition.
NEVER = "toDateTime64('2200-01-01 00:00:00', 3, 'UTC')"

SEND_TABLE = """(key String, sent UInt8, sent_at DateTime64(3, 'UTC'),
    platform LowCardinality(String), campaign LowCardinality(String), image UInt8)"""
EVENT_TABLE = "(key String, seen UInt8, opened_at DateTime64(3, 'UTC'))"
FACT_TABLE = SEND_TABLE[:-1] + ", " + EVENT_TABLE[1:].replace("key String, ", "")


def lines(kind, files, type):
    """Lines of some files of one folder, each parsed once into a tuple.

    LineAsString takes a fifth less CPU than JSONAsString, which walks each object to find its end.
    """
    paths = common.of_kind(kind, files)
    folder = os.path.dirname(paths[0])
    names = ",".join(map(os.path.basename, paths))
    return f"""(select JSONExtract(json, '{type}') as r
        from file('{folder}/{{{names}}}', 'LineAsString', 'json String'))"""


def time(text):
    """A time in milliseconds; the basic parser is several times as fast as the best-effort one."""
    return f"toDateTime64(substring({text}, 1, 23), 3, 'UTC')"


def sends(files):
    """Sends as they stand in the log. A failed one has no message ID; its token stands in."""
    return f"""
        with r.request.message as m, substring(r.response.name, {len(common.NAME_PREFIX) + 1}) as id
        select
            if(empty(id), m.token, id) as key, notEmpty(id) as sent, {time('r.ts')} as sent_at,
            r.platform as platform,
            if(empty(m.fcm_options.analytics_label), '(none)', m.fcm_options.analytics_label)
                as campaign,
            notEmpty(multiIf(
                platform = 'android', m.android.notification.image,
                platform = 'ios', m.apns.fcm_options.image,
                concat(m.webpush.notification.image, m.webpush.headers.image))) as image
        from {lines('sends', files, SEND_TYPE)}
        where notEmpty(key)"""


def events(files):
    """Client events: the facts of each as bits, and the time of an open."""
    return f"""
        select
            concat(r.bundle.`google.message_id`, r.extras.`google.message_id`,
                r.user_info.`gcm.message_id`, r.payload.fcmMessageId) as key,
            toUInt8(multiIf(
                r.event = 'displayed', {common.SHOWN},
                r.event = 'received' and r.platform = 'android',
                    multiIf(r.app_state = 'background', {common.SHOWN},
                        r.app_state = 'foreground', {common.EVENT}, {common.UNSAID}),
                r.event = 'foreground', {common.FOREGROUND},
                {common.EVENT})) as seen,
            if(r.event = 'opened' or (r.callback in ('didReceive', 'didReceiveResponse')
                and r.action != '{common.DISMISS}'), {time('r.ts')}, {NEVER}) as opened_at
        from {lines('events', files, EVENT_TYPE)}
        where notEmpty(key)"""


def by_union(sends, events):
    """One row a message by grouping sends and events together: no join, no separate DISTINCT."""
    return f"""
        select key, max(_sent) as sent, max(_sent_at) as sent_at, max(_platform) as platform,
            max(_campaign) as campaign, max(_image) as image, groupBitOr(_seen) as seen,
            min(_opened_at) as opened_at
        from (
            select key, sent as _sent, sent_at as _sent_at, platform as _platform,
                campaign as _campaign, image as _image, toUInt8(0) as _seen, {NEVER} as _opened_at
            from ({sends})
            union all
            select key, 0, toDateTime64(0, 3, 'UTC'), '', '', 0, seen, opened_at from ({events}))
        group by key having platform != ''"""


def by_join(sends, events):
    """One row a message by joining distinct sends with the events of each message."""
    return f"""
        select key, sent, sent_at, platform, campaign, image, e.seen as seen,
            if(e.seen = 0, {NEVER}, e.opened_at) as opened_at
        from (select distinct * from ({sends})) s
        any left join (
            select key, groupBitOr(seen) as seen, min(opened_at) as opened_at
            from ({events}) group by key) e using (key)"""


PLANS = {"union": by_union, "join": by_join}


def funnel(facts):
    """Counts by platform, image and campaign."""
    return f"""
        select platform, if(image, 'image', 'no_image'), campaign,
            count(), countIf(sent = 1), countIf(sent = 0), countIf(seen > 0),
            countIf(bitAnd(seen, {common.SHOWN}) > 0
                or bitAnd(seen, {common.UNSAID | common.FOREGROUND}) = {common.UNSAID}),
            countIf(opened_at <= sent_at + interval {common.WINDOW_HOURS} hour)
        from {facts} group by 1, 2, 3 order by 1, 2, 3"""


def main():
    options = common.arguments(__doc__, lambda parser: parser.add_argument(
        "--plan", choices=PLANS, default="union", help="how messages meet their events"))
    plan = PLANS[options.plan]
    db = Session(options.db)
    db.query(f"set max_threads = {options.threads}, max_insert_threads = {options.threads}")
    read = sends(options.files), events(options.files)
    tables = {"facts": (FACT_TABLE, plan(*read))}
    facts = "funnel.facts"
    if options.keep == "raw":
        tables = {"sends": (SEND_TABLE, read[0]), "events": (EVENT_TABLE, read[1])}
        facts = f"({plan('select * from funnel.sends', 'select * from funnel.events')})"
    elif options.mode == "append":
        raise SystemExit("append needs --keep raw")
    db.query("create database if not exists funnel")
    for name, (columns, query) in tables.items():
        db.query(f"create table if not exists funnel.{name} {columns} "
                 "engine = MergeTree order by tuple()")
        db.query(f"insert into funnel.{name} {query}")
    rows = [row.split("\t") for row in str(db.query(funnel(facts), "TSV")).splitlines()]
    db.close()
    common.emit(f"chDB {chdb.__version__} (ClickHouse {chdb.engine_version})", rows)


if __name__ == "__main__":
    main()
