internal import FCM

/// Apple's export of delivery metrics: a CSV file with the columns Push Type, Status, Date (UTC)
/// and Count (developer.apple.com, "Exporting delivery metrics logs"). It names no app, and its
/// counts are rounded.
///
/// A row that comes again is counted once; of two that differ the larger, for a later export holds
/// what was logged since.
struct PushMetricsTally {
    private var counts: [Name: Int64] = [:]

    private struct Name: Hashable {
        var day: String
        var type: String
        var status: String
    }

    /// Where the columns stand, by their heading; nil for the heading of another file.
    struct Columns {
        var type: Int
        var status: Int
        var date: Int
        var count: Int

        init?(_ heading: [String]) {
            let names = heading.map { PushMetricsTally.word($0) }
            let place = { (beginning: String) in names.firstIndex { $0.hasPrefix(beginning) } }
            guard let type = place("push_type"), let status = place("status"),
                let date = place("date"), let count = place("count")
            else { return nil }
            (self.type, self.status, self.date, self.count) = (type, status, date, count)
        }

        fileprivate var last: Int { max(type, status, date, count) }
    }

    /// Why a row is none; nil when it was counted.
    mutating func add(_ row: [String], _ columns: Columns) -> String? {
        guard row.count > columns.last else { return "missing_field" }
        guard let day = Self.day(row[columns.date]) else { return "bad_date" }
        guard let count = Int64(row[columns.count].filter { $0 != " " && $0 != "," }),
            (0...ProviderCounts.largest).contains(count)
        else { return "bad_number" }
        let name = Name(
            day: day, type: Self.word(row[columns.type]), status: Self.word(row[columns.status]))
        guard !name.status.isEmpty else { return "missing_field" }
        counts[name] = max(counts[name] ?? count, count)
        return nil
    }

    private static let alertTypes = ["alert": true, "background": false]

    /// For alerts and for background pushes, which ours can be told apart by, and for all types.
    var result: [ProviderKey: ProviderCounts] {
        var result: [ProviderKey: ProviderCounts] = [:]
        for (name, count) in counts {
            var counts = ProviderCounts()
            counts.add(count, Self.measure(name.status))
            for isAlert in Set([nil, Self.alertTypes[name.type]]) {
                let key = ProviderKey(
                    .pushMetrics, day: name.day, platform: .ios, isAlert: isAlert)
                result[key, default: ProviderCounts()].add(counts)
            }
        }
        return result
    }

    /// `Delivered to Device` and `Delivered to Device (From Storage)` are both deliveries; storing
    /// and delivering later are two data points of one push (developer.apple.com, "Viewing the
    /// status of push notifications using Metrics and APNs").
    private static func measure(_ status: String) -> ProviderMeasure {
        if status.hasPrefix("delivered") { return .delivered }
        if status.hasPrefix("received") || status.hasPrefix("accepted") { return .accepted }
        return ProviderMeasure(status)
    }

    /// `Discarded - Token Unregistered` as `discarded_token_unregistered`.
    static func word(_ text: String) -> String {
        text.kept.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }

    /// The day that a date or time begins with.
    private static func day(_ text: String) -> String? {
        ProviderDay.known(String(text.drop { $0 == " " }.prefix(10)))
    }
}
