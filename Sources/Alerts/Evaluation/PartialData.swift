/// Drops that missing files explain.
///
/// Missing files explain a drop if they usually have, in the hours of its most significant window,
/// at least half as many lines as it lacks events: of its platform, if their path names one. With
/// fewer lines, the drop is reported. Files that arrive with few lines explain nothing. There is a
/// notification in both cases: files that are missing for longer than `lag` are reported as
/// `freshness`.
struct PartialData {
    private static let explains = 0.5
    private static let nothing = 0.05
    /// The beginning of an alarm can be the end of a window before it.
    private static let reach: Int64 = 24

    private let sources: HourlySources
    /// Hours of leaves that are neither judged nor learned from.
    private(set) var spans: [LeafSpan] = []
    /// Hours with unknown sends, since 1970.
    private(set) var unknownSends: Set<Int64> = []
    /// Gaps that explain a drop.
    private(set) var reported: [HourlySources.Gap] = []

    static let none = PartialData(HourlySources())

    init(_ sources: HourlySources) { self.sources = sources }

    /// Removes the hours of drops that missing files explain; false if there are none. `first` is
    /// the first hour of the history.
    mutating func explain(
        _ findings: [AlertFinding], leaves: [[String]], first: Int64
    ) -> Bool {
        var isFound = false
        for finding in findings {
            let own = sources.gaps.filter { gap in
                let platform = finding.slice.values[0]
                if gap.platform == nil || platform == nil { return true }
                // Without the file of a day, nothing comes of its platform.
                let score = finding.episode.worst.score
                return platform == gap.platform
                    && !(gap.isDaily && score.observed > PartialData.nothing * score.expected)
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
        if !reported.contains(gap) { reported.append(gap) }
        if finding.rule == .sends {
            unknownSends.formUnion(hours)
            return
        }
        let met = finding.leaves.filter { gap.platform == nil || leaves[$0][0] == gap.platform }
        spans += hours.sorted().map {
            LeafSpan(leaves: met, hours: Int($0 - first)..<Int($0 - first) + 1)
        }
    }

    /// The hours in a row with which gaps still last, of files that should have arrived. `end` is
    /// one after the newest hour.
    ///
    /// A single hour does not count: one file takes longer than usual, and later ones have come or
    /// are not due. Hours before a file that came are another gap. Accepted ones are lost for good.
    func late(
        end: Int64, now: Int64, lag: Int64, accepted: [AcceptedChange]
    ) -> [HourlySources.Gap] {
        reported.compactMap { gap in
            let gap = gap.lastHours
            guard let start = gap.lines.keys.min(), let last = gap.lines.keys.max(), start < last,
                (last + 1) * 3_600_000 + lag >= (end - 1) * 3_600_000,
                gap.due(start, lag: lag) < now,
                !accepted.contains(where: { $0.covers(missing: start...last) })
            else { return nil }
            return gap
        }
    }
}

extension HourlySources.Gap {
    /// The last of its hours, and those in a row before it.
    fileprivate var lastHours: HourlySources.Gap {
        guard let last = lines.keys.max() else { return self }
        var start = last
        while lines[start - 1] != nil { start -= 1 }
        var gap = self
        gap.lines = lines.filter { $0.key >= start }
        return gap
    }
}
