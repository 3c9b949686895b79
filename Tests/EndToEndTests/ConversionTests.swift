import Foundation
import TestSupport
import Testing

/// A sample in which people convert, longer than the window of conversions.
@Suite(
    "A sample of conversions",
    .sample("--sends", "60000", "--days", "9", "--conversions", "--duplicates", "0.05"))
struct ConversionTests {
    private static let measures =
        "sum(converted), sum(converted_opened), sum(converted_late), sum(value_millionths)"

    private func rows(_ sql: String, _ whole: Undisturbed) throws -> Set<String> {
        Set(try whole.database.rows(sql).split(whereSeparator: \.isNewline).map(String.init))
    }

    @Test("has the true conversions and values in every cell")
    func cells() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try #require(try whole.sample.truth.conversions)
        let expected = truth.map { cell in
            "\(cell.send_hour),\(cell.platform),\(cell.campaign),\(cell.image),\(cell.currency),"
                + "\(cell.converted),\(cell.converted_opened),\(cell.converted_late),"
                + "\(cell.value_millionths)"
        }
        let found = try rows(
            """
            select send_hour, platform, campaign, image, currency, \(Self.measures)
            from conversion_hourly group by 1, 2, 3, 4, 5
            """, whole)
        #expect(found.subtracting(expected).sorted().prefix(3) == [])
        #expect(Set(expected).subtracting(found).sorted().prefix(3) == [])
        #expect(truth.count > 500)
        #expect(truth.contains { $0.converted_late > 0 })
        #expect(truth.contains { $0.converted > $0.converted_opened })
        #expect(Set(truth.map(\.currency)) == ["(none)", "EUR", "JPY", "USD"])
    }

    @Test("has the true funnel in every other cell")
    func funnel() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        let expected = truth.cells.map { cell in
            "\(cell.send_hour),\(cell.platform),\(cell.campaign),\(cell.image),"
                + "\(cell.attempted),\(cell.received),\(cell.impressions),\(cell.opened)"
        }
        let found = try rows(
            """
            select send_hour, platform, campaign, image, sum(attempted), sum(received),
                sum(impressions), sum(opened)
            from funnel_hourly group by 1, 2, 3, 4
            """, whole)
        #expect(found == Set(expected))
        let ledger = try whole.database.cells("select events, matched, orphan, new from ledger")
        let counts = truth.ledger
        #expect(
            ledger == [
                [counts.events, counts.matched, counts.orphan, counts.new].map(String.init)
            ])
    }

    @Test("has the same in messages, and in the queries of a period")
    func sums() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try #require(try whole.sample.truth.conversions)
        let sums = [
            truth.reduce(0) { $0 + $1.converted }, truth.reduce(0) { $0 + $1.converted_opened },
            truth.reduce(0) { $0 + $1.converted_late },
            truth.reduce(0) { $0 + $1.value_millionths },
        ].map(String.init)
        #expect(try whole.database.cells("select \(Self.measures) from messages") == [sums])
        #expect(
            try whole.database.cells(
                """
                select sum(messages) from delay_hourly where stage = 'converted'
                """) == [[sums[0]]])
        let values = Dictionary(grouping: truth.filter { $0.converted > 0 }) {
            "\($0.campaign),\($0.currency)"
        }.mapValues { $0.reduce(0) { $0 + $1.value_millionths } }
        let output = try whole.database.run("sql", "conversion_value", "--csv").output
        let lines = output.split(whereSeparator: \.isNewline).dropFirst()
        #expect(lines.count == values.count)
        for line in lines {
            let cells = line.split(separator: ",").map(String.init)
            let expected = try #require(values["\(cells[0]),\(cells[1])"])
            let exact = Decimal(string: cells[3]).map { $0 * 1_000_000 }
            #expect(exact == Decimal(expected), "\(line)")
        }
    }

    @Test("ends the funnel of reports with conversions")
    func report() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try #require(try whole.sample.truth.conversions)
        let campaign = try #require(truth.first { $0.converted > 0 }?.campaign)
        let converted = truth.filter { $0.campaign == campaign }.reduce(0) { $0 + $1.converted }
        let text = try whole.database.run(
            "report", "campaign", "--where", "campaign=\(campaign)", "--all"
        ).output
        let steps = text.split(separator: "\n").filter { $0.hasPrefix("  converted ") }
        #expect(steps.count == 1)
        #expect(steps.first?.contains(" \(grouped(converted)) ") == true, "\(steps)")
        for format in ["--html", "--md", "--all"] {
            let page = try whole.database.run("report", format).output
            #expect(page.contains("Conversions by campaign"), "\(format)")
        }
        let json = try whole.database.run("report", "--json").output
        #expect(json.contains("\"converted_opened_rate\""))
    }

    private func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in "\(number)".reversed().enumerated() {
            if place > 0, place % 3 == 0 { text = "," + text }
            text = "\(digit)" + text
        }
        return text
    }

    @Test("survives verification")
    func verify() throws {
        let whole = try #require(Undisturbed.current)
        #expect(try whole.database.run("verify", "-q").code == 0)
    }
}
