package import FCM

/// The files of SQL that make views of a database.
package enum ViewText {
    /// What each message counts as, over `base_messages`: for a database and a lake.
    package static let counted = file("counted.sql")
    /// The views for people that a database and a lake have.
    package static let shared = file("views.sql")
    /// What they read in a database, and the views for people that only a database has.
    package static let database = file("database.sql")
    /// All views of a database without dimensions of its own, by hours of UTC.
    private static let usual = typed(plain([], .utc), [])

    /// All views of a database with these dimensions, by position, and the hours of a clock.
    package static func ofDatabase(_ dimensions: [OwnDimension], _ clock: HourClock) -> String {
        dimensions.isEmpty && clock.isOfUTC
            ? usual : typed(plain(dimensions, clock), dimensions)
    }

    /// The `select` of a view that names no hours, without the types of its columns.
    static func body(of view: String, _ dimensions: [OwnDimension]) -> String {
        body(of: view, in: plain(dimensions, .utc))
    }

    private static func body(of view: String, in text: String) -> String {
        let start = "create view \(view) as\n"
        guard let from = text.firstRange(of: start)?.upperBound,
            let to = text[from...].firstIndex(of: ";")
        else { preconditionFailure("no file makes the view \(view)") }
        return String(text[from..<to])
    }

    private static func plain(_ dimensions: [OwnDimension], _ clock: HourClock) -> String {
        filled(["ASKED_ID": "", "ASKED": "", "ASKED_KEY": ""], dimensions, clock)
    }

    private static func filled(
        _ words: [String: String], _ dimensions: [OwnDimension], _ clock: HourClock
    ) -> String {
        let own = hours(of: clock).merging([
            "CONVERSION_HOURS": String(Windows.defaultConversionHours)
        ]) { $1 }.merging(columns(of: dimensions)) { $1 }
        return SQLNames.filled(
            [database, counted, shared].joined(separator: "\n"), words.merging(own) { $1 })
    }

    /// Names in files of SQL for moments, by the hours of a clock.
    private static func hours(of clock: HourClock) -> [String: String] {
        let end = clock.shifted("(as_of_ms - 3600000 * window_hours)")
        return [
            "OPENS_FINAL_BEFORE": "strftime('%Y-%m-%dT%H', \(end) / 1000, 'unixepoch')",
            "ARRIVAL_START": clock.beginning("counted.hours"),
            "NEWEST_CLOCK": clock.shifted("cast(setting as integer)"),
            "SEND_CLOCK": clock.shifted(SQLNames.filled("$SEND_MOMENT")),
            // The day of the key is that of the hour, which may begin on the day before.
            "SENT_DAY": clock.isOfUTC
                ? "day_keys.send_day"
                : "strftime('%Y-%m-%d', states.sent_at / 1000, 'unixepoch')",
        ]
    }

    /// Names in files of SQL for the columns of dimensions, by position; each begins with a comma.
    package static func columns(of dimensions: [OwnDimension]) -> [String: String] {
        let pairs = dimensions.columns(of: .sends)
        let clients = dimensions.columns(of: .clients)
        return [
            "SEGMENT_DIMENSIONS": pairs.map { ",\n    segments.\($0.0) as \($0.0)" }.joined(),
            "DIMENSIONS": shown(pairs),
            "CLIENT_DIMENSIONS": shown(clients),
            "CLIENT_COLUMNS": clients.map { ", \($0.0)" }.joined(),
            "CLIENT_NULLS": clients.map { ",\n    nullif('', '') as \($0.0)" }.joined(),
            "DIMENSION_COLUMNS": pairs.map { ", \($0.0)" }.joined(),
            "DIMENSION_NAMES": pairs.map { ", \($0.1)" }.joined(),
            "VALUES": pairs.map { "\n        when '\($0.1)' then \($0.1)" }.joined(),
            "VALUE_NAMES": pairs.map { "\n    union all\n    select '\($0.1)'" }.joined(),
        ]
    }

    private static func shown(_ pairs: [(column: String, name: String)]) -> String {
        pairs.map { ",\n    coalesce(\($0.0), '\(Segment.noWord)') as \($0.1)" }.joined()
    }

    /// The view `messages` and those below it, in order, for statements that ask for messages by
    /// their IDs: over `message_keys` (see `keys.h`), whose column `message_id` is theirs.
    package static func byMessageID(
        _ dimensions: [OwnDimension], _ clock: HourClock
    ) -> [(name: String, select: String)] {
        let text = filled(
            [
                "ASKED_ID": "message_keys.message_id as asked_id,",
                "ASKED": "message_keys\ncross join",
                "ASKED_KEY": """
                and states.k = message_keys.k and states.tail = message_keys.tail
                    and message_keys.k between day_keys.first_k and day_keys.last_k
                """,
            ], dimensions, clock)
        let names = ["base_messages", "base_counts", "messages"]
        return names.map { ($0, body(of: $0, in: text)) }
            .map { name, select in
                let ownID = "    message_id,\n"
                let asked = "    asked_id as message_id,\n"
                return (
                    name,
                    name == "messages"
                        ? select.replacing(ownID, with: asked, maxReplacements: 1) : select
                )
            }
    }

    /// Each view for people over a view of its text, with the types of its columns.
    ///
    /// SQLite has no types for what is computed. DuckDB reads a view as its own SQL if it can, and
    /// else takes the view of SQLite for a table of texts: types have to be in a view above it.
    /// `bigint`, because an `integer` has 32 bits there. A time that a table holds has its type,
    /// and a cast would hide the table's index: a query of one day would read all days.
    private static func typed(_ text: String, _ dimensions: [OwnDimension]) -> String {
        let views = Dictionary(
            uniqueKeysWithValues: ViewDocumentation.all.map { ("create view \($0.name) as", $0) })
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let view = views[String(line)] else { return String(line) }
            let columns = view.with(dimensions).columns.map { column in
                let name = column.name
                return isTimeOfTable(name, in: view.name)
                    ? name : "cast(\(name) as \(column.type.inSQL)) as \(name)"
            }
            return """
                \(line)
                select
                    \(columns.joined(separator: ",\n    "))
                from base_of_\(view.name);

                create view base_of_\(view.name) as
                """
        }.joined(separator: "\n")
    }

    private static func isTimeOfTable(_ column: String, in view: String) -> Bool {
        switch (view, column) {
        case ("messages", _): false
        case (_, "send_hour"), (_, "arrival_hour"), (_, "event_hour"): true
        case ("delay_daily", "send_day"), ("funnel_daily", "send_day"): true
        default: false
        }
    }

    private static func file(_ name: String) -> String {
        guard let file = EmbeddedViews.files.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not embedded")
        }
        return file.text
    }
}
