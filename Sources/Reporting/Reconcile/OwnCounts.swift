internal import Delivery

/// The counts of the logs by day, from the rows of `reconcile_sends` and `reconcile_apart`.
struct OwnCounts {
    /// Sums over the columns that a line does not have.
    struct Sums: Equatable {
        var sent: Int64 = 0
        var failed: Int64 = 0
        var received: Int64 = 0
        var opened: Int64 = 0
        var receiptsBeforeOpen: Int64 = 0
        var priorityTold: Int64 = 0
        var priorityLowered: Int64 = 0

        fileprivate mutating func add(_ row: NamedCells) {
            sent += row.count("sent") ?? 0
            failed += row.count("failed") ?? 0
            received += row.count("received") ?? 0
            opened += row.count("opened") ?? 0
            receiptsBeforeOpen += row.count("receipts_before_open") ?? 0
            priorityTold += row.count("priority_told") ?? 0
            priorityLowered += row.count("priority_lowered") ?? 0
        }
    }

    private struct Slice: Hashable {
        var day: String
        /// Nil for all, here and below.
        var platform: String?
        var campaign: String?
        var isSilent: Bool?
    }

    private struct Apart: Hashable {
        var day: String
        var kind: String
        var campaign: String?
    }

    private var sums: [Slice: Sums] = [:]
    private var apart: [Apart: Int64] = [:]

    init(sends: ResultTable, apart rows: ResultTable, days: inout ProviderDay) {
        for row in NamedCells.rows(sends) {
            guard let day = OwnCounts.day(row, &days) else { continue }
            let (platform, campaign) = (row.text("platform"), row.text("campaign"))
            let isSilent = row.count("silent") == 1
            for campaign in [campaign, nil] {
                for isSilent in [isSilent, nil] {
                    let slice = Slice(
                        day: day, platform: platform, campaign: campaign, isSilent: isSilent)
                    sums[slice, default: Sums()].add(row)
                }
            }
        }
        for row in NamedCells.rows(rows) {
            guard let day = OwnCounts.day(row, &days), let messages = row.count("messages") else {
                continue
            }
            for campaign in [row.text("campaign"), nil] {
                let key = Apart(day: day, kind: row.text("kind"), campaign: campaign)
                apart[key, default: 0] += messages
            }
        }
    }

    private static func day(_ row: NamedCells, _ days: inout ProviderDay) -> String? {
        Period.hour(row.text("send_hour")).map { days.text(hour: $0) }
    }

    /// Nil: all campaigns, silent and not.
    func sums(
        _ day: String, _ platform: String, campaign: String?, isSilent: Bool? = nil
    ) -> Sums {
        sums[Slice(day: day, platform: platform, campaign: campaign, isSilent: isSilent)] ?? Sums()
    }

    /// Messages of one kind of `reconcile_apart`; nil campaign: of all.
    func apart(_ kind: String, _ day: String, campaign: String?) -> Int64 {
        apart[Apart(day: day, kind: kind, campaign: campaign)] ?? 0
    }

    /// Campaigns of a day and platform that FCM accepted sends of, in order.
    func campaigns(_ day: String, _ platform: String) -> [String] {
        sums.filter { slice, sums in
            slice.day == day && slice.platform == platform && slice.isSilent == nil && sums.sent > 0
        }.compactMap(\.key.campaign).sorted()
    }
}
