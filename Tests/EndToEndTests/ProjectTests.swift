import Foundation
import TestSupport
import Testing

/// What a folder with two Firebase projects gives.
@Suite(
    "A sample of two projects",
    .sample("--sends", "40000", "--days", "2", "--two-projects", "--dirty", "0.005"))
struct ProjectTests {
    private static let cells = """
        select send_hour, platform, campaign, image, project, sum(attempted), sum(sent),
            sum(failed), sum(received), sum(impressions), sum(opened)
        from funnel_hourly group by 1, 2, 3, 4, 5
        """

    @Test("has the true counts of each project in every cell")
    func cells() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth.cells.map { cell in
            "\(cell.send_hour),\(cell.platform),\(cell.campaign),\(cell.image),"
                + "\(cell.project ?? ""),\(cell.attempted),\(cell.sent),\(cell.failed),"
                + "\(cell.received),\(cell.impressions),\(cell.opened)"
        }
        let rows = try whole.database.rows(Self.cells)
        let found = Set(rows.split(whereSeparator: \.isNewline).map(String.init))
        #expect(truth.count > 2000)
        #expect(found.subtracting(truth).sorted().prefix(3) == [])
        #expect(Set(truth).subtracting(found).sorted().prefix(3) == [])
        let names = try Set(whole.sample.truth.cells.compactMap(\.project))
        #expect(
            names == ["(none)", "shop-prod", "482910374655", "outlet-prod", "739104882213"])
    }

    @Test("is told in reports, verify and inspect")
    func told() throws {
        let whole = try #require(Undisturbed.current)
        let report = try whole.database.run("report").output
        #expect(report.contains("Sends of 2 Firebase projects, counted together: shop-prod ("))
        let checked = try whole.database.run("verify")
        #expect(checked.code == 0)
        let words = "advice: projects: the database has 2 Firebase projects: shop-prod ("
        #expect(checked.errors.contains(words))
        let inspected = try Program.run(["inspect", whole.sample.folder + "/sends"]).output
        #expect(inspected.contains("Sends of 2 Firebase projects: reports count them together"))
        #expect(inspected.contains("refused sends name no project"))
    }

    @Test("is reported of one project")
    func narrowed() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        for name in ["outlet-prod", "482910374655"] {
            let cells = truth.cells.filter { $0.project == name }
            let output = try whole.database.run("report", "--project", name, "--json").output
            let report = try FunnelJSON(output)
            #expect(report.total("sent") == cells.reduce(0) { $0 + $1.sent })
            #expect(report.total("opened") == cells.reduce(0) { $0 + $1.opened })
            #expect(output.contains("refused sends of the period name no project"))
            #expect(!output.contains("counted together"))
        }
        let unknown = try whole.database.run("report", "--where", "project=outlet-prd")
        #expect(unknown.code != 0)
        #expect(unknown.errors.contains("no project is named 'outlet-prd'"))
        #expect(unknown.errors.contains("did you mean outlet-prod?"))
    }

    @Test("has one series for alerts where words differ in the project alone")
    func series() throws {
        let whole = try #require(Undisturbed.current)
        let words = "send_hour, platform, campaign, image"
        let several = whole.database.number(
            """
            select count(*) from (
                select \(words) from funnel_hourly group by \(words)
                having count(distinct project) > 1)
            """)
        #expect(try #require(several) > 100)
        let all = whole.database.number(
            """
            select count(*) from (
                select distinct \(words) from funnel_hourly where open_base > 0)
            """)
        let rows = try whole.database.run("sql", "--csv", "--limit", "0", "cohort_ages").output
        #expect(rows.split(separator: "\n").count - 1 == all)
    }

    private struct Judged: Decodable, Equatable {
        var segments_tested: Int
        var segments_low_volume: Int
        var segments_not_enough_history: Int
    }

    @Test("has alerts of one project at an address of serve")
    func served() async throws {
        let whole = try #require(Undisturbed.current)
        let served = try ServedStore(whole.database.path)
        let page = try await served.get("/alerts?project=outlet-prod")
        #expect(page.status == 200)
        #expect(page.body.contains(#"<option value="outlet-prod" selected"#))
        #expect(page.body.contains("<td>project outlet-prod</td>"))
        #expect(try await !served.get("/alerts").body.contains("<td>project outlet-prod</td>"))
        for (query, options) in [
            ("?project=outlet-prod", ["--project", "outlet-prod"]), ("", []),
        ] {
            let answer = try await served.get("/alerts.json" + query).body
            let command = ["alert", "--dry-run", "--json", "--db", whole.database.path] + options
            let output = try Program.run(command).output
            let judged = try JSONDecoder().decode(Judged.self, from: Data(answer.utf8))
            #expect(try JSONDecoder().decode(Judged.self, from: Data(output.utf8)) == judged)
        }
        let unknown = try await served.get("/alerts?project=nothing")
        #expect(unknown.status == 404)
        #expect(unknown.body.contains("no project is named &#39;nothing&#39;"))
    }
}
