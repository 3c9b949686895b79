import Foundation
import TestSupport
import Testing

/// A dimension from the command line to reports.
@Suite(
    "A dimension of one's own",
    .sample(
        "--sends", "20000", "--days", "2",
        ingest: ["--dimension", "link=/request/message/data/deeplink"]))
struct DimensionTests {
    @Test("narrows every table of a report to the sends that have it")
    func report() throws {
        let whole = try #require(Undisturbed.current)
        let word = "shop://cart"
        for name in ["sent", "opened", "received"] {
            let sql = "select sum(\(name)) from funnel_hourly where link = '\(word)'"
            let expected = try #require(whole.database.number(sql))
            let condition = "link=\(word)"
            let output = try whole.database.run("report", "--where", condition, "--json").output
            let report = try FunnelJSON(output)
            #expect(report.total(name) == expected)
            #expect(expected > 0)
            let days = report.funnels("campaign").values.reduce(0) { $0 + $1.counts[1] }
            if name == "sent" { #expect(days == expected) }
            #expect(output.contains("\"link\": \"\(word)\""))
        }
        #expect(try whole.database.run("verify", "-q").code == 0)
    }

    @Test("is kept, and its name and place are checked")
    func names() throws {
        let whole = try #require(Undisturbed.current)
        let unknown = try whole.database.run("report", "--where", "lnk=x")
        #expect(unknown.code == 64)
        #expect(unknown.errors.contains("platform, campaign, image, project, link"))
        let other = try Program.run([
            "ingest", "--db", whole.database.path, "--dimension", "link=/other",
            whole.sample.folder,
        ])
        #expect(other.code == 64)
        #expect(other.errors.contains("the place of a dimension never changes"))
        for wrong in ["campaign=/x", "link", "link=x", "Link=/x"] {
            let refused = try Program.run([
                "ingest", "--db", whole.database.path, "--dimension", wrong, whole.sample.folder,
            ])
            #expect(refused.code == 64, "\(wrong)")
        }
    }
}
