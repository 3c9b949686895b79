internal import FCM
internal import NDJSON

/// Counts of the FCM Data API (`projects.androidApps.deliveryData`): one entry for each app, day
/// and label. Percentages are of `countMessagesAccepted`, so counts made of them are estimates.
///
/// Entries that come again are counted once; of two that differ the one that has counted more,
/// for counts grow until they are final.
struct DeliveryDataTally {
    /// The numbers of `counts`, then of `shares`; -1 for what is not told.
    private var entries: [Name: [Double]] = [:]
    private let fields = FieldReader(DeliveryDataTally.paths)

    private struct Name: Hashable {
        var app: String
        var day: String
        var label: String
    }

    /// Slots of `paths`, in this order.
    private enum Slot: Int {
        case app, label, year, month, day
        static let counts = 5
    }

    private static let counts: [(ProviderMeasure, String)] = [
        (.accepted, "countMessagesAccepted"), (.notifications, "countNotificationsAccepted"),
    ]

    private static let shares: [(ProviderMeasure, object: String, key: String)] =
        [
            (.delivered, "delivered"), (.pending, "pending"), (.collapsed, "collapsed"),
            (.expired, "droppedTtlExpired"),
            (ProviderMeasure("dropped_too_many_pending"), "droppedTooManyPendingMessages"),
            (ProviderMeasure("dropped_app_force_stopped"), "droppedAppForceStopped"),
            (ProviderMeasure("dropped_device_inactive"), "droppedDeviceInactive"),
        ].map { ($0.0, "messageOutcomePercents", $0.1) }
        + [(.priorityLowered, "messageInsightPercents", "priorityLowered")]

    private static let paths: PathTree = {
        var tree = PathTree()
        tree.add("appId", in: tree.root, slot: Slot.app.rawValue)
        tree.add("analyticsLabel", in: tree.root, slot: Slot.label.rawValue)
        let date = tree.child("date", in: tree.root)
        for (key, slot) in [("year", Slot.year), ("month", .month), ("day", .day)] {
            tree.add(key, in: date, slot: slot.rawValue)
        }
        let data = tree.child("data", in: tree.root)
        for (index, count) in counts.enumerated() {
            tree.add(count.1, in: data, slot: Slot.counts + index)
        }
        for (index, share) in shares.enumerated() {
            let object = tree.child(share.object, in: data)
            tree.add(share.key, in: object, slot: Slot.counts + counts.count + index)
        }
        return tree
    }()

    /// Why an entry is none; nil when it was counted.
    mutating func add(_ entry: JSONValue) -> String? {
        guard fields.read(object: entry) else { return "not_an_object" }
        guard let day = day() else { return "bad_date" }
        guard let numbers = numbers() else { return "bad_number" }
        let name = Name(
            app: self[.app].text?.kept ?? "", day: day, label: self[.label].text?.kept ?? "")
        let known = entries[name] ?? numbers
        entries[name] = known.lexicographicallyPrecedes(numbers) ? numbers : known
        return nil
    }

    var result: [ProviderKey: ProviderCounts] {
        var result: [ProviderKey: ProviderCounts] = [:]
        for (name, numbers) in entries {
            let key = ProviderKey(
                .dataAPI, day: name.day, platform: .android, campaign: name.label)
            var counts = ProviderCounts()
            if !name.app.isEmpty { counts.apps.insert(name.app) }
            for (index, count) in Self.counts.enumerated() where numbers[index] >= 0 {
                counts.add(Int64(numbers[index]), count.0)
            }
            let accepted = numbers[0]
            for (index, share) in Self.shares.enumerated() where accepted >= 0 {
                let percent = numbers[Self.counts.count + index]
                if percent >= 0 {
                    counts.add(Int64((percent * accepted / 100).rounded()), share.0)
                }
            }
            result[key, default: ProviderCounts()].add(counts)
        }
        return result
    }

    private subscript(slot: Slot) -> JSONValue { fields[slot.rawValue] }

    private func day() -> String? {
        guard let year = self[.year].integer, let month = self[.month].integer,
            let day = self[.day].integer, (2000...9999).contains(year)
        else { return nil }
        return ProviderDay.known(ProviderDay.text(year, month, day))
    }

    /// Counts are whole numbers, shares are from 0 to 100; nil when one is neither.
    private func numbers() -> [Double]? {
        let numbers = (0..<Self.counts.count + Self.shares.count).map { index -> Double? in
            let value = fields[Slot.counts + index]
            guard value.isGiven else { return -1 }
            let isCount = index < Self.counts.count
            let number = isCount ? value.integer.map(Double.init) : value.text.flatMap(Double.init)
            let most = isCount ? Double(ProviderCounts.largest) : 100
            return number.flatMap { (0...most).contains($0) ? $0 : nil }
        }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
}
