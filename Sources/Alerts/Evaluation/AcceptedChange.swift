internal import Delivery
internal import SQLite

/// An accepted incident (`alert accept`): what it found is normal from its start on.
///
/// Counts from before the start are scaled to the level since then: the baseline keeps what it
/// knows of hours, ages and campaigns, and expects the new level at once. Two weeks after the
/// start, the slice learns from the time since the start only.
struct AcceptedChange: Equatable, Sendable {
    var rule: AlertRule
    var slice: [AlertReport.Dimension]
    /// Hours since 1970.
    var start: Int64
    var accepted: Int64

    /// With fewer expected events since the start, the level is unknown.
    fileprivate static let fewestExpected = 20.0
    /// Hours after the start from which its history is enough.
    fileprivate static let learned = Int64(AlertParameters.lag + AlertParameters.fewestDays * 24)

    /// Whether missing files of these hours are the ones that were accepted.
    func covers(missing hours: ClosedRange<Int64>) -> Bool {
        rule == .freshness && hours.lowerBound <= accepted && start <= hours.upperBound
    }

    /// A drop of deliveries is one of opens, too.
    fileprivate var stages: [AlertRule] { rule == .delivered ? [.delivered, .opened] : [rule] }

    fileprivate func overlaps(_ other: AcceptedChange) -> Bool {
        slice.allSatisfy { dimension in
            !other.slice.contains { $0.name == dimension.name && $0.text != dimension.text }
        }
    }
}

/// The hours from which the level of an accepted change is measured, and its leaves.
private struct ChangeSpan {
    var leaves: [Int]
    /// Indices of hours.
    var start: Int
    var end: Int
}

extension AlertHistory {
    /// The history in which accepted changes have always been so, for the judgement of the day
    /// that ends with the hour `end`.
    func accepting(
        _ changes: [AcceptedChange], end: Int64, _ settings: AlertSettings,
        hourOfWeek: (Int64) -> Int
    ) -> AlertHistory {
        var history = self
        history.accepted = changes
        let day = floorDay((end - 1) * 3_600_000) * 24
        let known = changes.filter { hours.contains($0.start) }.sorted { $0.start < $1.start }
        for change in known {
            // Hours of the running day may have a new drop.
            let measured = min(max(change.accepted, day - Int64(AlertParameters.lag)), end)
            for stage in change.stages {
                // The level ends where the next one begins.
                let next = known.filter {
                    $0.start > change.start && $0.stages.contains(stage) && $0.overlaps(change)
                }.map(\.start).min()
                let isLearned = day - change.start >= AcceptedChange.learned
                history.apply(
                    change, to: stage, until: min(measured, next ?? .max), isLearned: isLearned,
                    settings, hourOfWeek: hourOfWeek)
            }
        }
        return history
    }

    private mutating func apply(
        _ change: AcceptedChange, to stage: AlertRule, until end: Int64, isLearned: Bool,
        _ settings: AlertSettings, hourOfWeek: (Int64) -> Int
    ) {
        guard let slice = Slice(change.slice, of: delivered.dimensions) else { return }
        let start = Int(change.start - hours.lowerBound)
        func span(_ leaves: [[String]]) -> ChangeSpan {
            ChangeSpan(
                leaves: slice.places(in: leaves), start: start,
                end: max(start, Int(end - hours.lowerBound)))
        }
        switch stage {
        case .delivered, .opened:
            let cohorts = stage == .delivered ? delivered : opened
            let model = RateModel(
                cohorts, parameters: settings.parameters(stage), hourOfWeek: hourOfWeek)
            let span = span(cohorts.leaves)
            let changed: Cohorts
            if isLearned {
                changed = cohorts.without(span.leaves, before: start)
            } else {
                guard let factor = model.level(span) else { return }
                changed = cohorts.scaled(span.leaves, before: start, by: factor)
            }
            if stage == .delivered { delivered = changed } else { opened = changed }
        case .sends:
            let span = span(sends.leaves)
            guard let factor = sends.level(span.leaves, span.start..<span.end) else { return }
            sends = sends.scaled(span.leaves, before: start, by: factor)
        case .failed:
            guard
                let kind = change.slice.first(where: { $0.name == AlertHistory.refusalDimension })
                    .flatMap({ RefusalClass(rawValue: $0.text) })
            else { return }
            let span = span(refusals.leaves)
            refusals = refusals.assuming(
                kind, as: span.start..<span.end, in: span.leaves)
        // Gaps are not judged again: `PartialData.late`.
        case .freshness: break
        }
    }
}

extension RateModel {
    /// Events over expected ones since the start, by the history before it; nil if too few are
    /// expected.
    fileprivate func level(_ span: ChangeSpan) -> Double? {
        let first = max(firstUsable, span.start - parameters.historyDays * 24)
        guard span.start - first >= AlertParameters.fewestDays * 24, span.start < span.end else {
            return nil
        }
        let expectation = expectation(training: first..<span.start, end: span.end, excluded: [])
        let data = counts(expectation, span.start..<span.end)
        let sum = span.leaves.map(data.sum).reduce(into: LeafHours.Count()) { $0 += $1 }
        guard sum.expected >= AcceptedChange.fewestExpected else { return nil }
        return sum.observed / sum.expected
    }
}

extension AcceptedChange {
    /// The accepted incidents, whose rules compare with the past: of all projects together, or of
    /// one.
    static func all(
        of project: String?, _ hours: HourClock, _ db: Connection
    ) throws -> [AcceptedChange] {
        let sql = """
            select rule, slice, starts_ms, accepted_ms from alert_incidents
            where accepted_ms is not null order by starts_ms, id
            """
        return try Row.fetchAll(db, sql: sql).compactMap { row in
            let slice = AlertSilence.slice(try row["slice"])
            guard slice.project == project, let rule = AlertRule(rawValue: try row["rule"])
            else { return nil }
            return AcceptedChange(
                rule: rule, slice: slice,
                start: hours.hour(of: try row["starts_ms"]),
                accepted: hours.hour(of: try row["accepted_ms"]))
        }
    }
}
