internal import Alerts

/// Where events are missing, and what is normal.
enum AlertPlaces {
    /// A part whose share of the missing events is this much larger than its share of the expected
    /// ones stands out.
    private static let standsOut = 0.1

    /// Of these words in a notification, whose sentence has the counts since the start.
    static func heading(_ alert: AlertReport.Alert) -> String {
        alert.windowHours > 0
            ? "Missing in \(NumberWords.count(alert.windowHours, "hour")): " : "Missing: "
    }

    /// The parts that lack more than their size explains, the largest share first.
    static func uneven(_ alert: AlertReport.Alert) -> [AlertReport.Contributor] {
        alert.contributors.ordered.filter {
            alert.expected > 0
                && $0.shareOfMissing - $0.expected / alert.expected >= standsOut
        }
    }

    /// The parts, and the clients that lack opens.
    static func words(_ alert: AlertReport.Alert, most: Int) -> [String] {
        parts(alert, most: most) + alert.clientParts.map(\.words)
    }

    /// `70.0% image image`; of parts that are alike, `spread evenly over campaigns and images`; of
    /// one alone, `all on platform android`.
    private static func parts(_ alert: AlertReport.Alert, most: Int) -> [String] {
        let parts = uneven(alert)
        guard parts.isEmpty else {
            let shown = parts.prefix(most).map { part in
                "\(NumberWords.percent(part.shareOfMissing)) \(AlertWords.slice(part.slice)): "
                    + "\(NumberWords.count(part.observed)) of \(NumberWords.count(part.expected))"
            }
            return shown + (parts.count > most ? ["and \(parts.count - most) more"] : [])
        }
        let dimensions = Dictionary(grouping: alert.contributors) { $0.slice.first?.name ?? "" }
            .filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
        let alone = dimensions.filter { $0.value.count == 1 }
            .map { "all on " + AlertWords.slice($0.value[0].slice) }
        let names = dimensions.filter { $0.value.count > 1 }
            .map { SafeText.visible($0.key) + "s" }
        guard alert.lostParts.isEmpty else { return alone + alert.lostParts.map(\.words) }
        guard let last = names.last else { return alone }
        let list =
            names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and \(last)"
        return alone + ["spread evenly over " + list]
    }
}

extension AlertReport.LostParts {
    /// `5 of 288 in 20 of 100 campaigns: camp_00, camp_01, camp_02 and 17 more`
    fileprivate var words: String {
        let rest = count - examples.count
        return "\(NumberWords.count(observed)) of \(NumberWords.count(expected)) in "
            + "\(count) of \(all) \(SafeText.visible(dimension))s: "
            + examples.map(SafeText.visible).joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension AlertReport.ClientPart {
    /// `with app_version 2.1.0, 3 of 240 received messages were opened, 31 by the rate of the
    /// others`
    fileprivate var words: String {
        "with \(AlertWords.slice([dimension])), \(NumberWords.count(opened)) of "
            + "\(NumberWords.count(received)) received messages were opened, "
            + NumberWords.count(expected) + " by the rate of the others"
    }
}
