import Reporting
import Testing

@Suite("Whether a day is as usual")
struct UsualTests {
    private func rows(_ table: UsualTable, _ derivation: String = "usual") throws
        -> [[String: ResultTable.Cell]]
    {
        let derived = try #require(Derivation.named(derivation)).apply(to: table.table).get()
        return derived.rows.map {
            Dictionary(uniqueKeysWithValues: zip(derived.columns.map(\.name), $0))
        }
    }

    private func row(
        _ rows: [[String: ResultTable.Cell]], _ name: String?, _ measure: String
    ) throws -> [String: ResultTable.Cell] {
        try #require(
            rows.first {
                $0["name"] == (name.map { .text($0) } ?? .null) && $0["measure"] == .text(measure)
            })
    }

    @Test("an ordinary day lies in all ranges, and each has one")
    func ordinary() throws {
        let rows = try rows(UsualTable.month())
        #expect(rows.count == 11)
        for row in rows {
            #expect(row["outside"] == .null)
            let measure = try #require(row["measure"])
            #expect((row["usual_from"] != .null) == (measure == .text("sent")))
            #expect((row["usual_rate_from"] != .null) == (measure != .text("sent")))
        }
        #expect(try row(rows, nil, "sent")["events"] == .integer(7000))
        #expect(try row(rows, nil, "opened")["week_before_rate"] == .real(692.0 / 7000))
    }

    @Test("what falls is low, there and in the sum, and nowhere else")
    func low() throws {
        let outside = try rows(UsualTable.month(opened: 200)).filter { $0["outside"] != .null }
        #expect(outside.map { $0["name"] } == [.null, .text("android"), .text("sale")])
        #expect(outside.allSatisfy { $0["outside"] == .text("low") })
        #expect(outside.allSatisfy { $0["measure"] == .text("opened") })
    }

    @Test("what is outside is so in the digits that people read")
    func readable() throws {
        func printed(_ cell: ResultTable.Cell?) -> Double? {
            guard case .real(let share) = cell else { return nil }
            return (share * 1000).rounded()
        }
        var low = 0
        for opened in Int64(280)..<400 {
            let row = try self.row(rows(UsualTable.month(opened: opened)), "android", "opened")
            guard row["outside"] != .null else { continue }
            low += 1
            let least = try #require(printed(row["usual_rate_from"]))
            let rate = try #require(printed(row["rate"]))
            #expect(rate < least, "\(opened)")
        }
        #expect((10..<110).contains(low))
    }

    @Test("what is sent is judged when the day is over")
    func sent() throws {
        var table = UsualTable.month(opened: 100, sent: 1000)
        #expect(try row(rows(table), nil, "sent")["outside"] == .text("low"))
        table.reached = "2025-12-15T12:00:00.000Z"
        #expect(try row(rows(table), nil, "sent")["usual_from"] == .null)
    }

    @Test("iOS does not tell what it shows")
    func shown() throws {
        let rows = try rows(UsualTable.month())
        #expect(try row(rows, nil, "shown")["of_events"] == .integer(4000))
        #expect(!rows.contains { $0["name"] == .text("ios") && $0["measure"] == .text("shown") })
    }

    /// Half of all opens come within the hour, and half in the last hour of the window.
    @Test("opens of a young day are compared with as many as come at its age")
    func young() throws {
        var table = UsualTable.month(opened: 210, mature: false)
        table.reached = "2025-12-16T12:00:00.000Z"
        for (platform, campaign) in [("android", "sale"), ("ios", "news")] {
            table.addCohort(
                platform: platform, campaign: campaign, hour: "2025-12-15T09", sent: 4000)
        }
        for stage in ["received", "impression", "opened"] {
            table.addDelay(stage: stage, from: 0, to: 3600, messages: 1000)
        }
        table.addDelay(stage: "opened", from: 255_600, to: 259_200, messages: 1000)
        let android = try row(rows(table), "android", "opened")
        #expect(android["arrived_share"] == .real(0.5))
        #expect(android["outside"] == .null)
        #expect(android["history_days"] == .integer(25))
    }

    @Test("below ten days, and of several days, there is no range")
    func unknown() throws {
        for row in try rows(UsualTable.month(days: 9)) { #expect(row["usual_rate_from"] == .null) }
        var week = UsualTable.month()
        week.since = "2025-12-09"
        for row in try rows(week) { #expect(row["usual_rate_from"] == .null) }
    }

    @Test("each of several days is compared with the days before it")
    func several() throws {
        var table = UsualTable.month()
        (table.since, table.until) = ("2025-12-05", "2025-12-16")
        table.isPeriod = { $0 >= -10 }
        let trend = try rows(table, "trend")
        #expect(trend.count == 28)
        let ranges = trend.map { $0["usual_opened_from"] != .null }
        #expect(ranges == Array(repeating: false, count: 17) + Array(repeating: true, count: 11))
        #expect(trend.allSatisfy { $0["others_opened_rate"] == .null })
    }

    @Test("a week is compared with the weeks before it")
    func week() throws {
        var table = UsualTable()
        (table.since, table.until) = ("2025-12-09", "2025-12-16")
        table.isPeriod = { $0 > -7 }
        for offset in -90...0 {
            let opened: Int64 = offset > -7 ? 250 : 395 + Int64((offset + 90) % 5)
            table.add(offset, platform: "android", sent: 4000, opened: opened)
        }
        let opened = try row(rows(table), nil, "opened")
        #expect(opened["outside"] == .text("low"))
        #expect(opened["history_days"] == .integer(12))
        #expect(opened["events"] == .integer(1750))
        let before = try #require(opened["week_before_events"])
        #expect(before != .null && before != .integer(1750))
        #expect(try row(rows(table), nil, "sent")["outside"] == .null)
        #expect(try row(rows(table), nil, "sent")["usual_from"] != .null)
    }

    @Test("beside one campaign stand all others")
    func others() throws {
        var table = UsualTable.month()
        table.addOthers(0, sent: 1000, opened: 120)
        table.addOthers(-1, sent: 99, opened: 12)
        let trend = try rows(table, "trend")
        #expect(trend.last?["others_opened_rate"] == .real(0.12))
        #expect(trend.dropLast().allSatisfy { $0["others_opened_rate"] == .null })
    }

    @Test("the trend ends with the period, and has 28 days")
    func trend() throws {
        let trend = try rows(UsualTable.month(), "trend")
        #expect(trend.count == 28)
        #expect(trend.first?["day"] == .text(UsualTable.day(-27)))
        #expect(trend.last?["day"] == .text("2025-12-15"))
        #expect(trend.allSatisfy { $0["usual_opened_from"] != .null })
    }

    @Test("of no rows there is nothing")
    func nothing() throws {
        #expect(try rows(UsualTable()).isEmpty && rows(UsualTable(), "trend").isEmpty)
    }
}
