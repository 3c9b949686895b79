internal import Delivery

/// Drops that are none, because files with records of these hours are missing.
///
/// A drop is explained by missing files that usually bring, in the hours of its most telling
/// window, at least half as many lines as it lacks events: of its platform, where their path says
/// of which they are. Fewer leave a drop that is told. Files that came and hold little are no
/// reason: then a drop is one. Whether somebody is woken does not depend on it, only by what:
/// files that are missing for longer than `lag` are told as `freshness`.
struct PartialData {
    private static let explains = 0.5
    /// What an alarm begins with may be the end of a window before it.
    private static let reach: Int64 = 24

    private let sources: HourlySources
    /// Hours of leaves that are neither judged nor learned from.
    private(set) var spans: [LeafSpan] = []
    /// Hours whose sends are not known, since 1970.
    private(set) var unknownSends: Set<Int64> = []
    /// Gaps that explain a drop.
    private(set) var telling: [HourlySources.Gap] = []

    static let none = PartialData(HourlySources())

    init(_ sources: HourlySources) { self.sources = sources }

    /// Takes out the hours of drops that missing files explain; false when there was none.
    /// `first` is the first hour of the history.
    mutating func explain(
        _ findings: [AlertFinding], leaves: [[String]], first: Int64
    ) -> Bool {
        var isFound = false
        for finding in findings {
            let own = sources.gaps.filter { gap in
                let platform = finding.slice.values[0]
                return gap.platform == nil || platform == nil || platform == gap.platform
            }
            let worst = finding.episode.worst
            let window = worst.hour + 1 - Int64(worst.score.window)...worst.hour
            let lines = sources.missingLines(window, of: own)
            guard lines >= PartialData.explains * worst.score.missing else { continue }
            isFound = true
            let span =
                finding.episode.start - PartialData.reach..<max(finding.episode.end, worst.hour + 1)
            for gap in own { take(gap, finding, span, leaves: leaves, first: first) }
        }
        return isFound
    }

    private mutating func take(
        _ gap: HourlySources.Gap, _ finding: AlertFinding, _ span: Range<Int64>,
        leaves: [[String]], first: Int64
    ) {
        let hours = gap.lines.keys.filter(span.contains)
        guard !hours.isEmpty else { return }
        if !telling.contains(gap) { telling.append(gap) }
        if finding.rule == .sends {
            unknownSends.formUnion(hours)
            return
        }
        let met = finding.leaves.filter { gap.platform == nil || leaves[$0][0] == gap.platform }
        spans += hours.sorted().map {
            LeafSpan(leaves: met, hours: Int($0 - first)..<Int($0 - first) + 1)
        }
    }

    /// Gaps that go on, of files that should be there by now. `end` is one after the newest hour.
    func late(end: Int64, now: Int64, lag: Int64) -> [HourlySources.Gap] {
        telling.filter { gap in
            guard let last = gap.lines.keys.max(), let start = gap.lines.keys.min() else {
                return false
            }
            let isOpen = (last + 1) * 3_600_000 + lag >= (end - 1) * 3_600_000
            return isOpen && (start + 1) * 3_600_000 + lag < now
        }
    }
}
