package import Delivery
package import FCM

/// The statements that make a lake's views, in the order in which they are to be run.
package enum LakeSQL {
    /// What the lake's files hold, and their merge: Spark alone understands these.
    ///
    /// `literal` writes a text between the quotes of a literal.
    package static func sources(
        of path: String, literal: (String) -> String
    ) -> [String] {
        statements(
            file("spark.sql"),
            [
                "STATE_COLUMNS": stateColumns.map { "\($0.name) \($0.type)" }
                    .joined(separator: ", "),
                "LAKE": literal(path), "MERGES": merges,
                "MERGED_NAMES": merged.map(\.name).joined(separator: ", "),
            ])
    }

    /// One view of `states.sql`, `counted.sql`, `cells.sql` or `views.sql`.
    package struct View: Sendable {
        package var name: String
        /// The `select` that it stands for.
        package var body: String

        /// The names of all that it reads itself.
        package var reads: Set<String> {
            Set(body.matches(of: /\b(?:from|join)\s+([a-z_]+)/).map { String($0.1) })
        }
    }

    /// The views over `merged_states`, `ledger_lines` and `reject_lines`; each after the
    /// views that it reads. Hours are of `clock`. `byDay`
    /// makes counts of each day of the lake apart, as `lake_day`.
    package static func views(
        _ windows: Windows, dimensions: [OwnDimension] = [], clock: HourClock = .utc,
        byDay: Bool = false
    ) -> [View] {
        let start = "create view "
        return statements(
            [file("states.sql"), ViewText.counted, file("cells.sql"), ViewText.shared]
                .joined(separator: "\n"),
            [
                "WINDOW_HOURS": String(windows.openHours),
                "CONVERSION_HOURS": String(windows.conversionHours), "BUCKETS": buckets,
                "BUCKET": bucket, "LAKE_DAY": byDay ? "lake_day," : "",
                "IMAGE_STATUSES": imageStatuses,
            ].merging(hours(of: clock)) { $1 }.merging(ViewText.columns(of: dimensions)) { $1 }
        ).compactMap { statement in
            guard statement.hasPrefix(start), let name = statement.firstRange(of: " as\n") else {
                return nil
            }
            let from = statement.index(statement.startIndex, offsetBy: start.count)
            let view = View(
                name: String(statement[from..<name.lowerBound]),
                body: String(statement[name.upperBound...]))
            return byDay && view.name == counted ? ofDays(view) : view
        }
    }

    /// With counts of each day of a lake apart.
    package static func viewsByDay(of lake: Lake) -> [View] {
        views(
            lake.windows, dimensions: lake.dimensions, clock: lake.clock, byDay: true)
    }

    /// With the day of the lake that has all records of a message, since 1970: null where the key
    /// holds no time, and several days may have records.
    private static func ofDays(_ counted: View) -> View {
        let body = """
            select
                counted.*,
                case when k >= 0 then whole(k, \(microsecondsOfDay << 2)) end as lake_day
            from (
            \(counted.body)
            ) as counted
            """
        return View(name: counted.name, body: body)
    }

    private static let microsecondsOfDay: Int64 = 86_400_000_000

    /// Names for moments, by the hours of a clock.
    private static func hours(of clock: HourClock) -> [String: String] {
        let end = clock.shifted("(as_of_ms - 3600000 * window_hours)")
        return [
            "OPENS_FINAL_BEFORE": "hour_text(whole(\(end), 3600000))",
            "ARRIVAL_START": clock.beginning("counted.hours"),
            "NEWEST_CLOCK": clock.shifted("max(newest_send_ms)"),
            "COHORT_CLOCK": clock.shifted("cohort_ms"),
            "MOMENT_CLOCK": clock.shifted("moment_ms"),
        ]
    }

    /// Those of the views that these names stand on.
    package static func needed(for names: some Sequence<String>, of views: [View]) -> [View] {
        var needed = Set(names)
        // Each stands after those that it reads.
        for view in views.reversed() where needed.contains(view.name) {
            needed.formUnion(view.reads)
        }
        return views.filter { needed.contains($0.name) }
    }

    /// The states of a day, merged, with all that a line of `states` has.
    package static func merge(day: String, literal: (String) -> String) -> String {
        let start = "create temporary view merged_states as\n"
        let all = sources(of: "", literal: literal).first { $0.hasPrefix(start) } ?? ""
        let own = ["exported_states", "compacted_states"].map {
            "select * from \($0) where day = '\(literal(day))'"
        }
        return String(all.dropFirst(start.count)).replacing(
            "from partial_states\n",
            with: "from (\n\(own.joined(separator: "\nunion all\n"))\n) as partial_states\n")
    }

    /// Statements that leave only the states that a count reads: all states of changed days, and
    /// of the other days those whose key holds no time. The states without a time of the changed
    /// days are also written into a folder, by day.
    static func statesToCount(
        of days: LakeDays, keyless folder: String, literal: (String) -> String
    ) -> [String] {
        let columns = stateColumns.map(\.name).joined(separator: ", ")
        // Without a name, the list is no SQL.
        func list(_ names: [String]) -> String {
            ([""] + names).map { "'\(literal($0))'" }.joined(separator: ", ")
        }
        func changed(_ keys: String, _ columns: String) -> String {
            ["exported_states", "compacted_states"].map {
                "select \(columns) from \($0) where \(keys) and day in (\(list(days.changed)))"
            }.joined(separator: "\nunion all\n")
        }
        let declared = stateColumns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        return [
            """
            create table changed_keyless using parquet
            partitioned by (day) location '\(literal(folder))' as
            select * from (
            \(changed("k < 0", columns + ", day"))
            ) as keyless
            distribute by day
            """,
            """
            create temporary view kept_keyless (\(declared), states string)
            using parquet options (path '\(literal(days.keylessRoot))')
            """,
            """
            create temporary view partial_states as
            \(changed("k >= 0", columns))
            union all
            select \(columns) from changed_keyless
            union all
            select \(columns) from kept_keyless where states in (\(list(days.kept)))
            """,
        ]
    }

    /// Sources of a lake for a count: see `statesToCount`.
    package static func sources(
        of path: String, counting days: LakeDays, keyless folder: String,
        literal: (String) -> String
    ) -> [String] {
        sources(of: path, literal: literal).flatMap { statement in
            statement.hasPrefix("create temporary view partial_states as\n")
                ? statesToCount(of: days, keyless: folder, literal: literal) : [statement]
        }
    }

    /// What each message counts as: all counts are made of it.
    package static let counted = "base_counts"

    /// Counts that several views are made of.
    package static let cells = countTables.map(cells)

    /// Tables whose rows a lake counts; the others are sums of these.
    static let countTables = RollupTable.counting

    static func cells(of table: RollupTable) -> String {
        table == .funnel ? "send_cells" : table.name
    }

    /// The members of a line of `states`, with the types that they have in Spark.
    package static let stateColumns: [(name: String, type: String)] =
        [
            ("k", "bigint"), ("tail", "bigint"), ("message_id", "string"), ("facts", "bigint"),
            ("sent_ms", "bigint"),
        ]
        + (merged + conversion + members(SendError.self)).map {
            ($0.name, $0.isText ? "string" : "bigint")
        }

    private typealias Member = (name: String, isText: Bool, merge: String)

    /// Members that merge by themselves, and what merges them.
    private static let merged: [Member] =
        (StateTable.kinds.map { "\($0.column)_ms" } + ["target_hash"])
        .map { ($0, false, "min") }
        + members(SendProfile.self) + members(ObservedProfile.self)

    /// Members that merge together.
    private static let conversion: [Member] =
        [("converted_ms", false, "min")] + members(Amount.self)

    private static func members<Value: SharedValue>(_ type: Value.Type) -> [Member] {
        Value.members.flatMap(\.parts).map { ($0.name, $0.isText, $0.merge.rawValue) }
    }

    /// Each in a line of its own.
    private static var merges: String {
        merged.map { "\($0.merge)(\($0.name)) as \($0.name)" }.joined(separator: ",\n        ")
    }

    private static let imageStatuses = ImageStatus.allCases
        .map { "when \($0.rawValue) then '\($0.name)'" }.joined(separator: " ")

    /// Of a delay in ms, as `DelayBucket.index`.
    private static let bucket: String = {
        let classes = DelayBucket.all.sorted { ($0.from ?? .min) > ($1.from ?? .min) }
        let branches = classes.map { bucket, from, _ in
            from.map { "when delay_ms >= \($0 * 1000) then \(bucket)" } ?? "else \(bucket)"
        }
        return "case \(branches.joined(separator: " ")) end"
    }()

    private static let buckets: String = DelayBucket.all.map { bucket, from, to in
        let ends = [from, to].map { $0.map { String($0) } ?? "cast(null as bigint)" }
        return "(\(bucket), \(ends[0]), \(ends[1]))"
    }.joined(separator: ", ")

    private static func file(_ name: String) -> String {
        EmbeddedLakeViews.files.first { $0.name == name }?.text ?? ""
    }

    /// Statements of a file, with words for its `$NAMES`, and without the comments before them.
    private static func statements(_ text: String, _ words: [String: String]) -> [String] {
        let text = SQLNames.filled(text, words)
        return text.split(separator: ";\n").map { part in
            part.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0.isEmpty || $0.hasPrefix("--") }.joined(separator: "\n")
        }.filter { !$0.isEmpty }
    }
}
