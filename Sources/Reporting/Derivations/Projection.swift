internal import Delivery
internal import NDJSON

extension Derivation {
    /// Opens when all windows are over, from those so far: see `OpenProjection`.
    static let projection = Derivation(
        name: "projection",
        summary: "How many opens there will be when the windows of all sends are over.",
        needs: [
            "part", "platform", "send_hour", "send_day", "from_seconds", "to_seconds", "open_base",
            "opened", "as_of", "window_hours",
        ],
        columns: [
            .init("platform", .text, "android, ios, web, unknown; all for their sum"),
            .init("as_of", .text, "the moment of the counts"),
            .init("open_base", .integer, "sent, not silent"),
            .init("opened", .integer, "opened so far"),
            .init("arrived_share", .share, "share of final opens that has usually come"),
            .init("projected_opened", .integer, "opened when all windows are over"),
            .init("projected_low", .integer, "its 95 % interval; opened when all are over"),
            .init("projected_high", .integer, "likewise"),
            .init("projected_rate", .share, "projected of open_base; null below 100"),
            .init("projected_rate_low", .share, "its 95 % interval"),
            .init("projected_rate_high", .share, "likewise"),
            .init("final_at", .text, "when the window of the last send ends"),
            .init("mature", .text, "yes when all windows are over, else null"),
            .init("history_days", .integer, "final days that tell how opens come"),
            .init("basis", .text, "final, history, or why there is no projection"),
        ],
        rows: { ProjectionRows($0).rows })

}

/// Reads the rows of `open_cohorts`, and writes those of the projection.
private struct ProjectionRows {
    private var platforms: [String: OpenProjectionInput] = [:]
    private var asOf: Timestamp?
    private var windowHours: Int64 = 72
    private let clock: HourClock

    private var windowSeconds: Double { Double(windowHours) * 3600 }

    init(_ table: ResultTable) {
        clock = table.clock
        let rows = NamedCells.rows(table)
        if let first = rows.first {
            asOf = first.word("as_of").flatMap(ProjectionRows.moment)
            windowHours = first.hours("window_hours") ?? windowHours
        }
        for row in rows {
            guard let platform = row.word("platform") else { continue }
            if row.word("part") == "cohort" {
                addCohort(row, to: &platforms[platform, default: OpenProjectionInput()])
            } else {
                addHistory(row, to: &platforms[platform, default: OpenProjectionInput()])
            }
        }
    }

    private func addCohort(_ row: NamedCells, to input: inout OpenProjectionInput) {
        guard let hour = row.word("send_hour").flatMap(ProjectionRows.moment) else { return }
        input.cohorts.append(
            OpenCohort(
                hour: hour.hour, base: row.count("open_base") ?? 0,
                opened: row.count("opened") ?? 0))
    }

    /// A day of which some windows are open yet says nothing of the rest.
    private func addHistory(_ row: NamedCells, to input: inout OpenProjectionInput) {
        let (from, to) = (row.integer("from_seconds"), row.integer("to_seconds"))
        guard let asOf, let start = row.word("send_day").flatMap(ProjectionRows.moment),
            clock.beginning(of: start.hour + 24) + windowHours * 3_600_000 <= asOf.milliseconds,
            let kind = DelayClass(from: from, to: to, windowSeconds: windowSeconds)
        else { return }
        let day = start.hour / 24
        input.history[day, default: [:]][kind, default: 0] += row.count("opened") ?? 0
    }

    var rows: [[ResultTable.Cell]] {
        let projected = OpenProjectionInput.project(
            platforms, asOf: asOf?.milliseconds ?? Int64.min, windowSeconds: windowSeconds,
            clock: clock)
        let names = projected.keys.sorted { ($0 == "all" ? "" : $0) < ($1 == "all" ? "" : $1) }
        return names.compactMap { name in projected[name].map { row(name, $0) } }
    }

    private func row(_ name: String, _ projection: OpenProjection) -> [ResultTable.Cell] {
        let interval = projection.interval
        let hasRate = projection.base >= Proportion.fewestShown
        func rate(_ count: Double?) -> ResultTable.Cell {
            hasRate ? .rounded(count.map { $0 / Double(projection.base) }) : .null
        }
        return [
            .text(name), asOf.map { .text($0.text) } ?? .null, .integer(projection.base),
            .integer(projection.opened), .rounded(projection.arrived),
            .count(projection.projected.map { Int64($0.rounded()) }),
            .count(interval.map { Int64($0.lowerBound.rounded(.down)) }),
            .count(interval.map { Int64($0.upperBound.rounded(.up)) }),
            rate(projection.projected), rate(interval?.lowerBound), rate(interval?.upperBound),
            projection.finalAt.map { .text(Timestamp(milliseconds: $0).text) } ?? .null,
            .flag(projection.isFinal), .integer(Int64(projection.days)),
            .text(basis(projection)),
        ]
    }

    private func basis(_ projection: OpenProjection) -> String {
        if asOf == nil { return "as_of is no time" }
        if projection.isFinal { return "final" }
        if projection.days < OpenProjection.fewestDays {
            return "fewer than \(OpenProjection.fewestDays) final days"
        }
        return projection.projected == nil ? "nothing can have come yet" : "history"
    }

    /// A day, an hour, or RFC 3339.
    private static func moment(_ text: String) -> Timestamp? {
        switch text.utf8.count {
        case 10: Timestamp(text + "T00:00:00Z")
        case 13: Timestamp(text + ":00:00Z")
        default: Timestamp(text)
        }
    }
}
