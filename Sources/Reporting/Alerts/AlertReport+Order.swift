internal import Alerts
internal import Delivery

extension AlertReport {
    /// Firing first, then by metric, slice and rule: an order that depends on nothing else.
    var ordered: [Alert] {
        alerts.sorted { left, right in
            let (a, b) = (left.rank, right.rank)
            return a.state != b.state
                ? a.state < b.state : a.words.lexicographicallyPrecedes(b.words)
        }
    }

    /// What somebody has to hear of; without any, what fires.
    var told: [Alert] {
        let news = ordered.filter(\.isNews)
        return news.isEmpty ? firing : news
    }

    var firing: [Alert] { ordered.filter { $0.state == .firing } }
}

extension AlertReport.Alert {
    fileprivate var rank: (state: Int, words: [String]) {
        let state =
            switch state {
            case .firing: 0
            case .resolved: 1
            case .reopened: 2
            case .silenced: 3
            case .inhibited: 4
            }
        return (state, [metric] + slice.words + [rule, id])
    }

    /// Those that explain the most first.
    var orderedContributors: [AlertReport.Contributor] {
        contributors.sorted { left, right in
            left.shareOfMissing != right.shareOfMissing
                ? left.shareOfMissing > right.shareOfMissing
                : left.slice.words.lexicographicallyPrecedes(right.slice.words)
        }
    }
}

extension [AlertReport.Dimension] {
    fileprivate var words: [String] { flatMap { [$0.name, $0.text] } }
}
