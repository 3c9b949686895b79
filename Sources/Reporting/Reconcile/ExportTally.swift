internal import FCM
internal import NDJSON

/// Rows of FCM's BigQuery export, counted as Firebase's own queries count them: distinct pairs of
/// message and installation, of which IDs alone might not be unique ("Understanding message
/// delivery"). A message counts on the day it was accepted on, with what became of it.
///
/// Memory grows with the messages: some 100 bytes for each (68 MB in all for half a million).
struct ExportTally {
    private var messages: [RowKey: Fate] = [:]
    /// Rows that name no message: refused sends, and requests to topics.
    private var nameless: [RowKey: Nameless] = [:]
    private var groups: [Group] = []
    private var numbers: [Group: Int32] = [:]
    /// The same in every run, for nothing is stored.
    private let hashKey = SipHash.Key(0x7075_7368, 0x66_756e)

    private struct RowKey: Hashable {
        private var high: UInt64
        private var low: UInt64

        init(hash: (UInt64, UInt64)) { (high, low) = hash }
    }

    /// What is told of messages by thousands of rows.
    private struct Group: Hashable, Comparable {
        var platform: Platform
        var label: String
        var app: String
        var isFanOut: Bool

        static func < (a: Group, b: Group) -> Bool {
            (a.platform.rawValue, a.label, a.app, a.isFanOut ? 1 : 0)
                < (b.platform.rawValue, b.label, b.app, b.isFanOut ? 1 : 0)
        }
    }

    /// Quarters of hours since 1970; `never` for what no row tells.
    private struct Fate {
        static let never = Int32.max
        var accepted = never
        var delivered = never
        /// Of the acceptance, if that is known.
        var group: Int32
    }

    private struct Nameless {
        var quarter: Int32
        var group: Int32
        var measure: ProviderMeasure
    }

    /// Why a row is none; nil when it was counted.
    mutating func add(_ row: ExportRow) -> String? {
        guard let time = row.time else { return "bad_time" }
        let quarter = Int32(
            clamping: floorDivide(time.milliseconds, ProviderDay.quarter))
        let group = number(of: row)
        guard row.messageID != nil, !row.isTopicRequest else {
            return addNameless(row, quarter, group)
        }
        switch row.event {
        case .accepted: merge(RowKey(hash: row.identity(hashKey)), accepted: quarter, group)
        case .delivered: merge(RowKey(hash: row.identity(hashKey)), delivered: quarter, group)
        case .refused: return addNameless(row, quarter, group)
        }
        return nil
    }

    private mutating func addNameless(_ row: ExportRow, _ quarter: Int32, _ group: Int32) -> String?
    {
        let measure: ProviderMeasure
        switch row.event {
        case .refused: measure = .failed
        case .accepted where row.isTopicRequest: measure = .topicRequests
        default: return "no_message_id"
        }
        let key = RowKey(hash: SipHash.hash128(row.bytes, key: hashKey))
        nameless[key] = Nameless(quarter: quarter, group: group, measure: measure)
        return nil
    }

    private mutating func number(of row: ExportRow) -> Int32 {
        let group = Group(
            platform: row.platform, label: row.label?.kept ?? "", app: row.app?.kept ?? "",
            isFanOut: row.isFanOut)
        if let number = numbers[group] { return number }
        let number = Int32(groups.count)
        groups.append(group)
        numbers[group] = number
        return number
    }

    /// Earliest times; the group of the acceptance before that of the delivery, then the smallest.
    private mutating func merge(
        _ key: RowKey, accepted: Int32 = Fate.never, delivered: Int32 = Fate.never, _ group: Int32
    ) {
        guard var fate = messages[key] else {
            messages[key] = Fate(accepted: accepted, delivered: delivered, group: group)
            return
        }
        let (isKnown, isTold) = (fate.accepted != Fate.never, accepted != Fate.never)
        let isSmaller = groups[Int(group)] < groups[Int(fate.group)]
        if isKnown == isTold ? isSmaller : isTold { fate.group = group }
        fate.accepted = min(fate.accepted, accepted)
        fate.delivered = min(fate.delivered, delivered)
        messages[key] = fate
    }

    func result(_ days: inout ProviderDay) -> [ProviderKey: ProviderCounts] {
        var result: [ProviderKey: ProviderCounts] = [:]
        for fate in messages.values {
            let group = groups[Int(fate.group)]
            let isAccepted = fate.accepted != Fate.never
            let quarter = isAccepted ? fate.accepted : fate.delivered
            var key = key(group, days.text(quarter: Int64(quarter)))
            if group.isFanOut { key.platform = nil }
            result[key, default: ProviderCounts()].add(counts(fate, group))
        }
        for row in nameless.values {
            let group = groups[Int(row.group)]
            var counts = ProviderCounts()
            counts.add(1, row.measure)
            if !group.app.isEmpty { counts.apps.insert(group.app) }
            var key = key(group, days.text(quarter: Int64(row.quarter)))
            if row.measure == .topicRequests { key.platform = nil }
            result[key, default: ProviderCounts()].add(counts)
        }
        return result
    }

    private func key(_ group: Group, _ day: String) -> ProviderKey {
        ProviderKey(.export, day: day, platform: group.platform, campaign: group.label)
    }

    private func counts(_ fate: Fate, _ group: Group) -> ProviderCounts {
        var counts = ProviderCounts()
        if !group.app.isEmpty { counts.apps.insert(group.app) }
        let isDelivered = fate.delivered != Fate.never
        if fate.accepted == Fate.never {
            counts.add(1, .deliveredAlone)
        } else if group.isFanOut {
            counts.add(1, .topicAccepted)
            if isDelivered { counts.add(1, .topicDelivered) }
        } else {
            counts.add(1, .accepted)
            if isDelivered { counts.add(1, .delivered) }
        }
        return counts
    }
}
