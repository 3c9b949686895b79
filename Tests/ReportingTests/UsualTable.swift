import Delivery
import Reporting

/// Rows of `usual_days`, made up: days up to Monday, 15 December 2025.
struct UsualTable {
    private static let columns = [
        "part", "local_day", "mature", "platform", "campaign", "send_hour", "stage", "from_seconds",
        "to_seconds", "sent", "received", "impressions", "impression_base", "opened", "open_base",
        "messages", "since", "until", "reached", "window_hours",
    ]

    var since = "2025-12-15"
    var until = "2025-12-16"
    var reached: String?
    /// Whether a day, from 15 December, is of the period.
    var isPeriod: (Int) -> Bool = { $0 == 0 }
    private var rows: [[ResultTable.Cell]] = []

    /// `30 November` is -15: days from 15 December.
    static func day(_ offset: Int) -> String {
        let hour = Period.hour("2025-12-15") ?? 0
        return String(Period.text(hour + Int64(offset) * 24).prefix(10))
    }

    private func text(_ text: String?) -> ResultTable.Cell { text.map { .text($0) } ?? .null }

    /// Of each send ten of eleven are received, and of Android's a half is shown.
    mutating func add(
        _ offset: Int, platform: String? = nil, campaign: String? = nil, sent: Int64,
        opened: Int64, mature: Bool = true
    ) {
        let shown: Int64 = platform == "android" ? sent / 2 : 0
        rows.append([
            .text("before"), .text(UsualTable.day(offset)), .text(mature ? "yes" : "no"),
            text(platform), text(campaign), .null, .null, .null, .null, .integer(sent),
            .integer(sent * 10 / 11), .integer(shown), .integer(sent), .integer(opened),
            .integer(sent), .null,
        ])
    }

    /// Of all campaigns but the one of the other rows.
    mutating func addOthers(_ offset: Int, sent: Int64, opened: Int64) {
        rows.append(
            [.text("others"), .text(UsualTable.day(offset)), .text("yes"), .null]
                + [.null, .null, .null, .null, .null, .integer(sent), .integer(sent), .integer(0)]
                + [.integer(sent), .integer(opened), .integer(sent), .null])
    }

    mutating func addCohort(platform: String, campaign: String?, hour: String, sent: Int64) {
        rows.append(
            [.text("cohort"), .text(String(hour.prefix(10))), .null, .text(platform)]
                + [text(campaign), .text(hour)]
                + [.null, .null, .null, .integer(sent), .null, .null, .integer(sent), .null]
                + [.integer(sent), .null])
    }

    mutating func addDelay(stage: String, from: Int64, to: Int64, messages: Int64) {
        rows.append(
            [.text("delay"), .null, .null, .text("android"), .null, .null, .text(stage)]
                + [.integer(from), .integer(to), .null, .null, .null, .null, .null, .null]
                + [.integer(messages)])
    }

    /// Rows of days get their part here.
    private func parted(_ row: [ResultTable.Cell]) -> [ResultTable.Cell] {
        guard row[0] == .text("before"), case .text(let text) = row[1],
            let day = Period.hour(text)
        else { return row }
        let offset = Int(day / 24 - (Period.hour("2025-12-15") ?? 0) / 24)
        return [.text(isPeriod(offset) ? "period" : "before")] + row.dropFirst()
    }

    var table: ResultTable {
        var table = ResultTable(columns: UsualTable.columns)
        table.rows = rows.map {
            parted($0) + [.text(since), .text(until), text(reached), .integer(72)]
        }
        return table
    }

    /// 28 days of Android and iOS with a campaign of each; on 15 December `opened` of the 4,000 of
    /// Android.
    static func month(
        opened: Int64 = 400, sent: Int64 = 4000, days: Int = 28, mature: Bool = true
    ) -> UsualTable {
        var table = UsualTable()
        for offset in -days...0 {
            let wave = Int64((offset + 28) % 3 * 8)
            let android = offset == 0 ? opened : 396 + wave
            let count = offset == 0 ? sent : 4000
            let isMature = offset < -3 || mature
            for (platform, campaign) in [("android", "sale"), ("ios", "news")] {
                let opens = platform == "android" ? android : 296 + wave
                let whole = platform == "android" ? count : 3000
                table.add(
                    offset, platform: platform, sent: whole, opened: opens, mature: isMature)
                table.add(
                    offset, campaign: campaign, sent: whole, opened: opens, mature: isMature)
            }
        }
        return table
    }
}
