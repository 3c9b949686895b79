/// A temporary fault in the sample, for alerts to find.
///
/// Text form: `METRIC:FILTER:FROM/DURATION:FACTOR`, as in
/// `opens:platform=ios:2025-11-18T12/6h:0.3` (opens on ios are 30 % of normal for six hours).
/// A factor of 0.3 on opens removes 70 % of the opens that *happen* in these hours. On sends,
/// delivery and failures it applies to messages *sent* in these hours.
package struct SampleIncident: Sendable, Equatable {
    package enum Metric: String, Sendable, CaseIterable {
        case sends, delivery, opens, failures
    }

    package var metric: Metric
    /// `android`, `ios` or `web`; nil is all of them.
    package var platform: String?
    /// A campaign's name, `(none)` for sends without one; nil is all of them.
    package var campaign: String?
    /// Only sends with (true) or without (false) an image; nil is both.
    package var image: Bool?
    /// Of a sample with apps, `a` or `b`; nil is both.
    package var variant: String?
    /// Of a sample whose clients tell the version of the app; nil is all versions.
    package var appVersion: String?
    /// First hour, counted from 1970 in UTC.
    package var fromHour: Int
    package var minutes: Int
    package var factor: Double

    /// Reads the text form.
    package init(_ text: String) throws(SampleError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else {
            throw .incident(
                text: text, part: "\(parts.count) parts",
                expected: "four parts METRIC:FILTER:FROM/DURATION:FACTOR")
        }
        guard let metric = Metric(rawValue: parts[0]) else {
            let words = Metric.allCases.map(\.rawValue).joined(separator: ", ")
            throw .incident(text: text, part: parts[0], expected: "one of \(words)")
        }
        self.metric = metric
        (fromHour, minutes) = try Self.span(parts[2], in: text)
        guard let factor = Double(parts[3]), factor >= 0, factor <= 20 else {
            throw .incident(text: text, part: parts[3], expected: "a factor from 0 to 20")
        }
        self.factor = factor
        try readFilter(parts[1], in: text)
    }

    private mutating func readFilter(_ filter: String, in text: String) throws(SampleError) {
        guard filter != "all" else { return }
        for condition in filter.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = condition.split(separator: "=", maxSplits: 1).map(String.init)
            switch (pair.first, pair.last) {
            case ("platform", let word?) where ["android", "ios", "web"].contains(word):
                platform = word
            case ("campaign", let word?) where pair.count == 2:
                campaign = word
            case ("image", "image"?) where pair.count == 2:
                image = true
            case ("image", "no_image"?):
                image = false
            case ("variant", let word?) where ["a", "b"].contains(word):
                variant = word
            case ("app_version", let word?) where AppVersions.all.contains(word):
                appVersion = word
            default:
                throw .incident(
                    text: text, part: String(condition),
                    expected: "all, platform=android|ios|web, campaign=NAME, "
                        + "image=image|no_image, variant=a|b or "
                        + "app_version=\(AppVersions.all.joined(separator: "|")), "
                        + "with commas between")
            }
        }
    }

    /// `2025-11-18T12/6h` or `2025-11-18/2d` as first hour and minutes.
    private static func span(
        _ part: String, in text: String
    ) throws(SampleError) -> (hour: Int, minutes: Int) {
        let expected = "FROM/DURATION such as 2025-11-18T12/6h (m, h or d)"
        let sides = part.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let unit = sides[1].last,
            let scale = ["m": 1, "h": 60, "d": 1440][String(unit)],
            let amount = Int(sides[1].dropLast()), (1...100_000).contains(amount)
        else { throw .incident(text: text, part: part, expected: expected) }
        let from = sides[0].split(separator: "T", omittingEmptySubsequences: false)
        let hour = from.count == 2 ? Int(from[1]) : 0
        guard (1...2).contains(from.count), let day = SampleDay(parsing: from[0]), let hour,
            (0...23).contains(hour)
        else { throw .incident(text: text, part: part, expected: expected) }
        return (day.daysSinceEpoch * 24 + hour, amount * scale)
    }
}

extension SampleIncident: CustomStringConvertible {
    package var description: String {
        var filters: [String] = []
        if let platform { filters.append("platform=\(platform)") }
        if let campaign { filters.append("campaign=\(campaign)") }
        if let image { filters.append(image ? "image=image" : "image=no_image") }
        if let variant { filters.append("variant=\(variant)") }
        if let appVersion { filters.append("app_version=\(appVersion)") }
        let filter = filters.isEmpty ? "all" : filters.joined(separator: ",")
        return "\(metric.rawValue):\(filter):\(hourText(fromHour))/\(minutes)m:\(factor)"
    }
}
