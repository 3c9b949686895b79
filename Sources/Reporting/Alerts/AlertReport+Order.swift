internal import Alerts

extension AlertReport {
    /// Firing first, then by rule and slice: the order of the list does not matter.
    var ordered: [Alert] {
        alerts.sorted { left, right in
            let (a, b) = (left.rank, right.rank)
            return a.state != b.state
                ? a.state < b.state : a.words.lexicographicallyPrecedes(b.words)
        }
    }

    /// The news; without any, the alerts that fire.
    var reported: [Alert] {
        let news = ordered.filter(\.isNews)
        return news.isEmpty ? firing : news
    }

    /// Without parts of others.
    var firing: [Alert] { ordered.filter { $0.state == .firing && $0.partOf == nil } }
}

extension AlertReport.Alert {
    /// Whether it compares counts: missing records and custom rules have none.
    var hasFigures: Bool { AlertRule(rawValue: rule).map { $0 != .freshness } ?? false }

    fileprivate var rank: (state: Int, words: [String]) {
        (State.allCases.firstIndex(of: state) ?? 0, [rule] + slice.words + [id])
    }
}
