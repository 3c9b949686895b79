"""The funnel with DuckDB: read_json with a fixed schema, straight into one row a message."""

import duckdb

import common

# What the funnel needs of a line, and nothing else: DuckDB skips the rest.
SEND_COLUMNS = """{
    ts: 'VARCHAR', platform: 'VARCHAR', response: 'STRUCT("name" VARCHAR)',
    request: 'STRUCT(message STRUCT(
        "token" VARCHAR,
        android STRUCT(notification STRUCT(image VARCHAR)),
        apns STRUCT(fcm_options STRUCT(image VARCHAR)),
        webpush STRUCT(headers STRUCT(image VARCHAR), notification STRUCT(image VARCHAR)),
        fcm_options STRUCT(analytics_label VARCHAR)))'}"""

EVENT_COLUMNS = """{
    ts: 'VARCHAR', platform: 'VARCHAR', event: 'VARCHAR', app_state: 'VARCHAR',
    callback: 'VARCHAR', action: 'VARCHAR',
    bundle: 'STRUCT("google.message_id" VARCHAR)', extras: 'STRUCT("google.message_id" VARCHAR)',
    user_info: 'STRUCT("gcm.message_id" VARCHAR)', payload: 'STRUCT(fcmMessageId VARCHAR)'}"""

SEND_FIELDS = {
    "ts": "ts", "platform": "platform", "name": "response.name",
    "token": "request.message.token", "label": "request.message.fcm_options.analytics_label",
    "android_image": "request.message.android.notification.image",
    "ios_image": "request.message.apns.fcm_options.image",
    "web_image": "request.message.webpush.notification.image",
    "header_image": "request.message.webpush.headers.image"}

EVENT_FIELDS = {
    "ts": "ts", "platform": "platform", "event": "event", "app_state": "app_state",
    "callback": "callback", "action": "action", "bundle_id": 'bundle."google.message_id"',
    "extras_id": 'extras."google.message_id"', "user_id": 'user_info."gcm.message_id"',
    "payload_id": "payload.fcmMessageId"}


def by_struct(files, columns, fields):
    """Lines as structures: one pass of the JSON reader fills the columns.

    Lines of other programs, in which a name has a value of another type, are errors to DuckDB.
    """
    picked = ", ".join(f"{path} as {name}" for name, path in fields.items())
    return (f"select {picked} from read_json({files}, columns={columns}, format='nd', "
            "ignore_errors=true)")


def by_list(files, columns, fields):
    """Lines as JSON values, all paths extracted by one call."""
    paths = ", ".join("'$." + path + "'" for path in fields.values())
    picked = ", ".join(f"found[{i}] as {name}" for i, name in enumerate(fields, 1))
    return (f"select {picked} from (select json_extract_string(json, [{paths}]) as found "
            f"from read_ndjson_objects({files}))")


READERS = {"struct": by_struct, "list": by_list}


def sends(reader, files):
    """Distinct sends. A failed one has no message ID; its token stands in."""
    lines = reader(common.of_kind("sends", files), SEND_COLUMNS, SEND_FIELDS)
    return f"""
        select distinct
            coalesce(substr(name, {len(common.NAME_PREFIX) + 1}), token) as key,
            name is not null as sent, ts::timestamp as sent_at, platform,
            coalesce(label, '(none)') as campaign,
            case platform
                when 'android' then android_image
                when 'ios' then ios_image
                else coalesce(web_image, header_image)
            end is not null as image
        from ({lines})
        where name is not null or token is not null"""


def events(reader, files):
    """Client events: the facts of each as bits, and the time of an open."""
    lines = reader(common.of_kind("events", files), EVENT_COLUMNS, EVENT_FIELDS)
    return f"""
        select
            coalesce(bundle_id, user_id, payload_id, extras_id) as key,
            (case
                when event = 'displayed' then {common.SHOWN}
                when event = 'received' and platform = 'android'
                    then case app_state when 'background' then {common.SHOWN}
                        when 'foreground' then {common.EVENT} else {common.UNSAID} end
                when event = 'foreground' then {common.FOREGROUND}
                else {common.EVENT}
            end)::utinyint as seen,
            case when event = 'opened' or (callback in ('didReceive', 'didReceiveResponse')
                    and action is distinct from '{common.DISMISS}')
                then ts::timestamp
            end as opened_at
        from ({lines})
        where key is not null"""


def by_message(events):
    """Events, one row a message."""
    return f"""
        select key, bit_or(seen) as seen, min(opened_at) as opened_at from ({events}) group by 1"""


def joined(sends, events):
    """One row for each message, with the facts of its events."""
    return f"""
        select s.*, coalesce(e.seen, 0)::utinyint as seen, e.opened_at
        from ({sends}) s left join ({by_message(events)}) e using (key)"""


def funnel(facts):
    """Counts by platform, image and campaign."""
    return f"""
        select platform, if(image, 'image', 'no_image'), campaign,
            count(*), count(*) filter (sent), count(*) filter (not sent),
            count(*) filter (seen > 0),
            count(*) filter (seen & {common.SHOWN} > 0
                or seen & {common.UNSAID | common.FOREGROUND} = {common.UNSAID}),
            count(*) filter (opened_at <= sent_at + interval {common.WINDOW_HOURS} hour)
        from {facts} group by all order by all"""


def append_facts(db, sends, events):
    """The delta by hand: new sends with their events, then updates of the older sends.

    A repeated send has the same time, which spares the look-up of all older rows. Events before
    their send are left out, which these files do not have.
    """
    db.execute(f"create temp table told as {by_message(events)}")
    db.execute(f"create temp table logged as {sends}")
    db.execute("""
        create temp table fresh as
        from logged anti join (
            select key from facts where sent_at >= (select min(sent_at) from logged)) using (key)""")
    db.execute("""
        insert into facts
        select n.*, coalesce(e.seen, 0)::utinyint, e.opened_at
        from fresh n left join told e using (key)""")
    db.execute("""
        update facts set seen = facts.seen | e.seen, opened_at = least(facts.opened_at, e.opened_at)
        from (from told anti join fresh using (key)) e where facts.key = e.key""")


def main():
    options = common.arguments(__doc__, lambda parser: parser.add_argument(
        "--reader", choices=READERS, default="struct", help="how lines are taken apart"))
    reader = READERS[options.reader]
    db = duckdb.connect(options.db)
    db.execute(f"set threads = {options.threads}; set preserve_insertion_order = false")
    read = sends(reader, options.files), events(reader, options.files)
    facts = "facts"
    if options.keep == "raw":
        insert = "create table {} as" if options.mode == "load" else "insert into {}"
        for table, query in zip(("sends", "events"), read):
            db.execute(f"{insert.format(table)} {query}")
        facts = f"({joined('select distinct * from sends', 'from events')})"
    elif options.mode == "load":
        db.execute(f"create table facts as {joined(*read)}")
    else:
        append_facts(db, *read)
    rows = db.execute(funnel(facts)).fetchall()
    db.close()
    common.emit(f"DuckDB {duckdb.__version__}", rows)


if __name__ == "__main__":
    main()
