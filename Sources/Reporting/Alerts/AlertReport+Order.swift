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
        return (state, [rule] + slice.words + [id])
    }

    /// The largest share first.
    var orderedContributors: [AlertReport.Contributor] {
        contributors.sorted { left, right in
            left.shareOfMissing != right.shareOfMissing
                ? left.shareOfMissing > right.shareOfMissing
                : left.slice.words.lexicographicallyPrecedes(right.slice.words)
        }
    }
}
