import Foundation
import TestSupport
import Testing

@Suite(
    "The truth of a sample",
    .sample(
        "--sends", "200000", "--days", "4", "--dirty", "0.005", "--duplicates", "0.03", "--late",
        "0.05"))
struct TruthTests {
    /// Programs that can be asked for rows of a database.
    enum Reader: CaseIterable {
        case pushfunnel, sqlite3

        func rows(_ sql: String, _ database: Database) throws -> String? {
            guard self == .sqlite3 else { return try database.rows(sql) }
            guard let shell = Reader.shell else { return nil }
            return try RunningProgram(shell, ["-csv", database.path, sql]).finish().output
        }

        private static let shell = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static let cells = """
        select send_hour, platform, campaign, image, sum(attempted), sum(sent), sum(failed),
            sum(received), sum(impressions), sum(opened)
        from funnel_hourly group by 1, 2, 3, 4
        """

    @Test("is in every cell of the database", arguments: Reader.allCases)
    func cells(_ reader: Reader) throws {
        let whole = try #require(Undisturbed.current)
        guard let rows = try reader.rows(TruthTests.cells, whole.database) else { return }
        let truth = try whole.sample.truth.cells.map { cell in
            "\(cell.send_hour),\(cell.platform),\(cell.campaign),\(cell.image),"
                + "\(cell.attempted),\(cell.sent),\(cell.failed),\(cell.received),"
                + "\(cell.impressions),\(cell.opened)"
        }
        let found = Set(rows.split(whereSeparator: \.isNewline).map(String.init))
        #expect(truth.count > 5000)
        #expect(found.subtracting(truth).sorted().prefix(3) == [])
        #expect(Set(truth).subtracting(found).sorted().prefix(3) == [])
    }

    @Test("is in every line of the report")
    func report() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        let report = try FunnelJSON(whole.database.report())
        #expect(report.funnels("overall") == truth.sums { _ in [] })
        #expect(report.funnels("platform") == truth.sums { [$0.platform] })
        #expect(report.funnels("campaign") == truth.sums { [$0.campaign] })
        #expect(report.funnels("image") == truth.sums { [$0.image] })
        #expect(report.funnels("platform_image") == truth.sums { [$0.platform, $0.image] })
        for (name, count) in truth.totals {
            #expect(report.total(name) == count, "\(name)")
        }
        #expect(report.failures == truth.failures)
    }

    @Test("is in the ledger")
    func ledger() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth.ledger
        let database = whole.database
        let counts = [
            truth.lines, truth.new, truth.duplicate, truth.foreign, truth.blank, truth.events,
            truth.matched, truth.orphan,
        ]
        let sql = """
            select lines, new, duplicate, foreign_lines, blank, events, matched, orphan from ledger
            """
        #expect(try database.cells(sql) == [counts.map(String.init)])
        let reasons = try database.cells("select reason, count(*) from rejects group by 1")
        let rejected = truth.rejected.sorted { $0.key < $1.key }
        #expect(reasons == rejected.map { [$0.key, "\($0.value)"] })
        #expect(database.number("select sum(events) from label_hourly") == truth.label_events)
    }

    /// Campaigns with images are not those that are opened most: pooled rates say that images do
    /// harm, and the samples are made with images that help.
    @Test("is in the effect of images, though pooled rates contradict it")
    func imageEffect() throws {
        let whole = try #require(Undisturbed.current)
        let effect = try ImageEffect(whole.database)
        #expect(effect.crude_ratio < 1 && effect.risk_ratio_low > 1.1)
        #expect(effect.contradicts == "yes")
    }

    /// Lifts are those of `Campaigns.swift`.
    @Test(
        "is in the effect of images on each campaign",
        arguments: [
            ("cart_reminder", 1.3), ("daily_deals", 1.5), ("price_drop", 1.25), ("new_message", 1),
            ("weekly_digest", 1.1),
        ])
    func imageLift(campaign: String, lift: Double) throws {
        let whole = try #require(Undisturbed.current)
        let effect = try ImageEffect(whole.database, "--param", "campaign=\(campaign)")
        #expect((effect.risk_ratio_low...effect.risk_ratio_high).contains(lift))
        #expect(effect.both_arms_share > 0.9)
    }

    @Test("survives verification")
    func verify() throws {
        let whole = try #require(Undisturbed.current)
        #expect(try whole.database.run("verify", "-q").code == 0)
    }
}

/// What `pushfunnel sql effect_strata --derive effect` says within platform and campaign.
private struct ImageEffect: Decodable {
    var both_arms_share: Double
    var crude_ratio: Double
    var risk_ratio_low: Double
    var risk_ratio_high: Double
    var contradicts: String?

    init(_ database: Database, _ arguments: String...) throws {
        let words = ["--derive", "effect", "--json"] + arguments
        let found = try Program.run(["sql", "--db", database.path, "effect_strata"] + words)
        let rows = try JSONDecoder().decode([ImageEffect].self, from: Data(found.output.utf8))
        self = try #require(rows.first)
    }
}
