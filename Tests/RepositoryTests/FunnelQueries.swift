/// The queries that print a funnel: one text, with other keys in each.
///
/// `UPDATE_GOLDEN=1 swift test --filter FunnelQueryTests` writes them to `queries/`.
struct FunnelQuery {
    var name: String
    /// The first lines of the manual.
    var about: String
    /// What the rows are by, with the meaning of each.
    var keys: [(name: String, meaning: String)] = []
    /// Whether rows, which are days, say that no open is to come.
    var isMarkedMature = false
    var order: String
    var example: String

    static let all = [
        FunnelQuery(
            name: "funnel_total", about: "How far all sends got. One row.", order: "sent",
            example: "--param since=2025-11-01 --param until=2025-11-08"),
        FunnelQuery(
            name: "funnel_by_platform",
            about: "How far sends got on each platform. One row for each platform, by name.",
            keys: [platform], order: "platform",
            example: "--param since=2025-11-01 --param until=2025-11-08"),
        FunnelQuery(
            name: "funnel_by_campaign",
            about: "How far the sends of each campaign got. One row for each campaign, most sent "
                + "first.",
            keys: [("campaign", "campaign or label, '(none)' without one")],
            order: "sent desc, campaign", example: "--param platform=ios"),
        FunnelQuery(
            name: "funnel_by_project",
            about: "How far the sends of each project got. One row for each project, most sent "
                + "first.",
            keys: [("project", "of the send, '(none)' where no record names one")],
            order: "sent desc, project", example: "--param platform=ios"),
        FunnelQuery(
            name: "funnel_by_image",
            about: "Whether sends with an image got further. One row for each class of image, by "
                + "name.",
            keys: [image], order: "image", example: "--param platform=android"),
        FunnelQuery(
            name: "funnel_by_platform_and_image",
            about: "Whether sends with an image got further, on each platform. One row for each "
                + "platform and class\nof image, by name.",
            keys: [platform, image], order: "platform, image",
            example: "--param since=2025-11-01"),
        FunnelQuery(
            name: "funnel_by_day",
            about: "How far the sends of each day got. One row for each UTC day that has sends, "
                + "oldest first.",
            keys: [("send_day", "YYYY-MM-DD, UTC: the day of the send")],
            isMarkedMature: true, order: "send_day",
            example: "--param since=2025-11-01 --param platform=web"),
        FunnelQuery(
            name: "funnel_by_hour",
            about: "How far the sends of each hour got. One row for each UTC hour that has sends, "
                + "oldest first.",
            keys: [("send_hour", "YYYY-MM-DDTHH, UTC: the hour of the send")], order: "send_hour",
            example: "--param since=2025-11-18 --param platform=web"),
    ]

    private static let platform = ("platform", "android, ios, web, unknown; from the send side")
    private static let image = ("image", "image (the send asked for one), no_image, unknown")

    /// Rows of one platform have bases of their own; of several, `:platform` has to name one.
    private var isByPlatform: Bool { keys.contains { $0.name == "platform" } }

    private var columns: [(name: String, type: String, meaning: String)] {
        let ofOne = isByPlatform ? "sent, " : "of one :platform: "
        let known =
            isByPlatform
            ? "attempted, with a platform known whatever FCM answered"
            : "attempted; of one :platform those of a known platform"
        return keys.map { ($0.name, "text", $0.meaning) } + [
            ("attempted", "integer", "sends in the log: sent + failed"),
            ("failed", "integer", "FCM refused them"),
            ("sent", "integer", "FCM accepted them"),
            ("received", "integer", "a client event proves arrival"),
            ("impressions", "integer", "shown; null where none is known"),
            ("opened", "integer", "opened within the window"),
            ("failure_rate", "rate", "failures_in_base / failure_base"),
            ("received_rate", "rate", "received / sent"),
            ("impression_rate", "rate", "impressions / impression_base"),
            ("open_rate", "rate", "opened / open_base"),
        ] + (isMarkedMature ? [FunnelQuery.mature] : []) + [
            ("impression_base", "integer", ofOne + "not silent, and reported by a client log"),
            ("open_base", "integer", "sent, not silent"),
            ("failure_base", "integer", known),
            ("failures_in_base", "integer", "failed of failure_base"),
            ("receipts", "integer", "received, with an explicit receipt"),
            ("dismissed", "integer", "dismissed by the user"),
        ]
    }

    var text: String {
        """
        \(manual)
        with totals as (
            select
        \(lines(keys.map { "\($0.name)," } + FunnelQuery.sums(isByPlatform), indent: 8))
            from funnel_hourly
        \(FunnelQuery.hours("since", "", "until"))\(grouping)
        )

        select
        \(lines(selected, indent: 4))
        from totals\(isMarkedMature ? "\ncross join store_settings" : "")
        order by \(order)

        """
    }

    private var grouping: String {
        keys.isEmpty ? "" : "\n    group by " + keys.map(\.name).joined(separator: ", ")
    }

    private var manual: String {
        let width = columns.map(\.name.count).max() ?? 0
        let described = columns.map { name, type, meaning in
            "  " + padded(name, width + 2) + padded(type, 9) + meaning
        }
        let text =
            [name] + about.split(separator: "\n").map(String.init)
            + ["", "words: \(FunnelQuery.words)", "parameters"]
            + FunnelQuery.parameters + ["", "columns"] + described
            + ["", "example: pushfunnel sql \(name) \(example)"]
        return text.map { $0.isEmpty ? "--" : "-- " + $0 }.joined(separator: "\n") + "\n"
    }

    private var selected: [String] {
        let rates = columns.filter { $0.type == "rate" }.map { rate in
            let parts = rate.meaning.split(separator: " / ")
            return (rate.name, "1e0 * total_\(parts[0]) / nullif(total_\(parts[1]), 0)")
        }
        let known = Dictionary(
            uniqueKeysWithValues: rates + [("mature", FunnelQuery.isMature)])
        let keys = Set(keys.map(\.name))
        let all = columns.map { column in
            keys.contains(column.name)
                ? column.name : "\(known[column.name] ?? "total_" + column.name) as \(column.name)"
        }
        return all.dropLast().map { $0 + "," } + all.suffix(1)
    }

    private static let words =
        "ctr, click-through rate, clicks, conversion, delivery rate, bounce rate"

    private static let mature = (
        "mature", "text", "yes when the windows of all its sends are over; no: opens still come"
    )
    private static let isMature =
        "case when send_day < substr(opens_final_before, 1, 10) then 'yes' else 'no' end"

    private static let parameters = [
        "  :since     hour                     default null  first day or hour, UTC",
        "  :until     hour                     default null  day or hour after the last",
        "  :platform  android|ios|web|unknown  default null  one platform",
        "  :project   text                     default null  one Firebase project",
        "  :campaign  text                     default null  one campaign or label",
        "  :image     image|no_image|unknown   default null  one class of image",
    ]

    private static func sums(_ isByPlatform: Bool) -> [String] {
        let plain = ["attempted", "failed", "sent", "received", "opened", "open_base"]
            .map { "coalesce(sum(\($0)), 0) as total_\($0)," }
        let impressions = ["nullif(sum(impressions), 0) as total_impressions,"]
        let last = [
            "coalesce(sum(receipts), 0) as total_receipts,",
            "coalesce(sum(dismissed), 0) as total_dismissed",
        ]
        let bases =
            isByPlatform
            ? ["impression_base", "failure_base", "failures_in_base"]
                .map { "coalesce(sum(\($0)), 0) as total_\($0)," }
            : [
                "case when :platform is not null then coalesce(sum(impression_base), 0) end",
                "    as total_impression_base,",
            ] + FunnelQuery.failures
        return plain + impressions + bases + last
    }

    private static let failures = [
        "coalesce(sum(case when :platform is null then attempted else failure_base end), 0)",
        "    as total_failure_base,",
        "coalesce(sum(case when :platform is null then failed else failures_in_base end), 0)",
        "    as total_failures_in_base,",
    ]

    private static func hours(_ since: String, _ first: String, _ until: String) -> String {
        """
            where
                send_hour >= coalesce(:\(since), '\(first)')
                and send_hour < coalesce(:\(until), '9999')
                and (:platform is null or platform = :platform)
                and (:project is null or project = :project)
                and (:campaign is null or campaign = :campaign)
                and (:image is null or image = :image)
        """
    }

    private func lines(_ texts: [String], indent: Int) -> String {
        texts.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    // MARK: Periods

    /// `funnel_periods`: its manual is written by hand, its three parts are one text.
    static func periods(manual: String) -> String {
        let parts = [
            ("period", "since", "", "until"),
            ("previous", "previous_since", "9999", "previous_until"),
            ("week_before", "week_since", "9999", "week_until"),
        ].map(period)
        let columns = manual.split(separator: "\n")
            .compactMap {
                $0.wholeMatch(of: /--   (\w+) +(?:text|integer) .*/).map { String($0.1) }
            }
        let selected = columns.map { $0 == "period" ? $0 : "total_\($0) as \($0)" }
        return """
            \(manual)with periods as (
            \(parts.joined(separator: "\n    union all\n"))
            )

            select
                \(selected.joined(separator: ",\n    "))
            from periods
            order by period

            """
    }

    private static func period(
        _ name: String, _ since: String, _ first: String, _ until: String
    ) -> String {
        let sums = ["attempted", "failed", "sent", "received", "opened", "open_base"]
            .map { "coalesce(sum(\($0)), 0) as total_\($0)," }
        let shown = ["android", "ios", "web"].flatMap { platform in
            [
                "nullif(sum(case when platform = '\(platform)' then impressions end), 0)",
                "    as total_\(platform)_impressions,",
                "coalesce(sum(case when platform = '\(platform)' then impression_base end), 0)",
                "    as total_\(platform)_impression_base,",
            ]
        }
        let last = shown.dropLast() + ["    as total_web_impression_base"]
        let lines = ["'\(name)' as period,"] + sums + failures + last
        return """
                select
            \(lines.map { "        " + $0 }.joined(separator: "\n"))
                from funnel_hourly
            \(hours(since, first, until))
            """
    }
}
