import Foundation
import TestSupport
import Testing

/// Two brands with the same campaigns in one database: in one, deliveries to iOS fail for some
/// hours, in the other all deliveries, a day later.
@Suite("Alerts of one project")
struct AlertProjectTests {
    private static let duringFirst = "2025-10-24T14:30"
    private static let duringSecond = "2025-10-25T13:30"
    private static let both = ["--project", "shop-prod", "--project", "brand-b"]

    private static func sample(_ options: String...) throws -> Sample {
        try Sample(
            ["--sends", "60000", "--days", "21", "--start", "2025-10-06"]
                + ["--plain", "--dirty", "0"] + options)
    }

    private static let first = Result {
        try sample("--incident", "delivery:platform=ios:2025-10-24T12/5h:0.3")
    }

    private static let second = Result {
        let made = try sample(
            "--seed", "2", "--incident", "delivery:all:2025-10-25T10/6h:0")
        let names = FileManager.default.enumerator(atPath: made.folder)
        for case let name as String in try #require(names) where name.hasSuffix("json") {
            let path = made.folder + "/" + name
            try String(contentsOfFile: path, encoding: .utf8)
                .replacing("shop-prod", with: "brand-b")
                .replacing("482910374655", with: "100000000001")
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
        return made
    }

    private static let whole = Result {
        let store = try WatchedStore(empty: ())
        try store.ingest([first.get().folder, second.get().folder])
        return store
    }

    private static func store() throws -> WatchedStore {
        let copy = try WatchedStore(empty: ())
        try FileManager.default.copyItem(atPath: whole.get().path, toPath: copy.path)
        return copy
    }

    private static func object(_ json: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    /// The alerts of a run, without what depends on the newest record of any project.
    private static func alerts(
        _ store: WatchedStore, _ moment: String, _ options: [String]
    ) throws -> [[String: Any]] {
        let run = try Program.run(
            ["alert", "--db", store.path, "--json", "--now", moment] + options
        ).without(database: store.path)
        let alerts = try #require(object(run.output)["alerts"] as? [[String: Any]])
        return alerts.map { alert in alert.filter { $0.key != "ruled_out" } }
    }

    private static func firing(_ alerts: [[String: Any]]) -> [[String: String]] {
        alerts.filter { $0["state"] as? String == "firing" }
            .compactMap { $0["slice"] as? [String: String] }
    }

    @Test("a project is judged as if its sends were all that there are")
    func alone() throws {
        let alone = try WatchedStore(empty: ())
        try alone.ingest([Self.first.get().folder])
        let both = try Self.store()
        for moment in [Self.duringFirst, "2025-10-24T20:30", Self.duringSecond] {
            let expected = try Self.alerts(alone, moment, ["--project", "shop-prod"])
            let found = try Self.alerts(both, moment, ["--project", "shop-prod"])
            #expect(found as NSArray == expected as NSArray, "\(moment)")
            guard moment == Self.duringFirst else { continue }
            #expect(Self.firing(found) == [["platform": "ios", "project": "shop-prod"]])
            #expect(try Self.firing(Self.alerts(both, moment, ["--project", "brand-b"])) == [])
        }
        let drawn = #/project shop-prod, platform ios by hour: \d+ came and \d+ were expected/#
        let pages = try [alone, both].map { store in
            try Program.run("report", "--html", "--db", store.path, "--day", "2025-10-24").output
        }
        let words = try pages.map { String(try #require($0.firstMatch(of: drawn)).0) }
        #expect(words[0] == words[1])
    }

    @Test("incidents of a project and of all sends leave each other as they are")
    func apart() throws {
        let (plain, mixed) = (try Self.store(), try Self.store())
        var ids: Set<String> = []
        for moment in [Self.duringFirst, Self.duringSecond] {
            for alert in try Self.alerts(mixed, moment, Self.both) {
                ids.insert(try #require(alert["id"] as? String))
            }
            if moment == Self.duringFirst {
                let accepted = try mixed.alert("accept", "1", "--now", "2025-10-24T14:40")
                #expect(accepted.code == 0, "\(accepted.errors)")
            }
            let expected = try Self.alerts(plain, moment, [])
            let found = try Self.alerts(mixed, moment, [])
            #expect(!expected.isEmpty)
            #expect(found as NSArray == expected as NSArray, "\(moment)")
            #expect(ids.isDisjoint(with: found.compactMap { $0["id"] as? String }))
        }
        let slices = "select distinct slice from alerts where accepted_at is not null"
        #expect(try mixed.cells(slices) == [["\"project=shop-prod", "platform=ios\""]])
    }

    @Test("no events of one project are a drop; no events of any are missing records")
    func silent() throws {
        let store = try Self.store()
        let drop = try Self.alerts(store, Self.duringSecond, Self.both)
        #expect(Self.firing(drop) == [["project": "brand-b"]])
        #expect(drop.first?["rule"] as? String == "delivered")
        let stale = try Program.run(
            ["alert", "--db", store.path, "--json", "--now", "2025-10-27T14:00"] + Self.both)
        #expect(stale.code == 2)
        let report = try Self.object(stale.output)
        let alerts = try #require(report["alerts"] as? [[String: Any]])
            .filter { $0["rule"] as? String == "freshness" }
        #expect(Self.firing(alerts) == [["project": "brand-b"], ["project": "shop-prod"]])
        #expect(Set(alerts.compactMap { $0["id"] as? String }).count == 2)
        #expect((alerts.first?["summary"] as? String)?.hasPrefix("project brand-b: no ") ?? false)
        let projects = try #require(report["projects"] as? [[String: Any]])
        #expect(projects.map { $0["project"] as? String } == ["shop-prod", "brand-b"])
        #expect(projects.allSatisfy { $0["state"] as? String == "no_data" })
    }

    @Test("silences name a project, or cover all of them")
    func silences() throws {
        for (slice, isSilenced) in [
            ("project=brand-b", false), ("project=shop-prod,platform=android", false),
            ("project=shop-prod", true), ("platform=ios", true),
        ] {
            let store = try Self.store()
            let silence = try store.alert(
                "silence", "delivered,\(slice)", "2h", "--now", "2025-10-24T14:00")
            #expect(silence.code == 0, "\(silence.errors)")
            let alerts = try Self.alerts(store, Self.duringFirst, Self.both)
            let state = isSilenced ? "silenced" : "firing"
            #expect(alerts.first?["state"] as? String == state, "\(slice)")
            let listed = try store.alert(
                "list", "--project", "shop-prod", "--now", Self.duringFirst)
            #expect(listed.output.contains("silences") == (slice != "project=brand-b"))
        }
        let unknown = try Self.store().alert("silence", "delivered,project=shop", "2h")
        #expect(unknown.code == 64 && unknown.errors.contains("shop-prod"))
    }

    @Test("texts say which project, and lists, explanations and back-tests are of one")
    func words() throws {
        let store = try Self.store()
        let now = ["--now", Self.duringFirst]
        let text = try Program.run(["alert", "--db", store.path, "-q"] + now + Self.both)
        #expect(text.code == 1)
        #expect(text.output.hasPrefix("project shop-prod: 1 alert firing\n"), "\(text.output)")
        #expect(!text.output.contains("brand-b"))
        #expect(text.output.contains("iOS deliveries of project shop-prod down "))
        #expect(text.output.contains(#/\d refused sends in this history without a project/#))
        #expect(text.output.contains("--param project=shop-prod --param platform=ios"))
        let whole = try store.alert("-q", "--now", Self.duringFirst)
        #expect(whole.output.hasPrefix("1 alert firing\n"))
        let listed = try store.alert("list", "--project", "shop-prod", "--now", Self.duringFirst)
        #expect(listed.output.contains("project=shop-prod,platform=ios"))
        #expect(listed.output.split(separator: "\n").count == 4, "\(listed.output)")
        let one = try store.alert(
            "explain", "delivered", "--project", "brand-b", "--now", Self.duringSecond)
        #expect(one.output.hasPrefix("project brand-b: 1 alert firing\n"))
        #expect(one.output.contains(#/\n  project +brand-b\n/#), "\(one.output)")
        let test = try store.alert(
            "backtest", "--project", "brand-b", "--json", "--since", "2025-10-24")
        let object = try Self.object(test.output)
        #expect(object["project"] as? String == "brand-b")
        let alarms = try #require(object["alarms"] as? [[String: Any]])
        #expect(alarms.contains { $0["slice"] as? [String: String] == ["project": "brand-b"] })
        #expect(!test.output.contains("shop-prod"))
    }

    @Test("a project that the database does not have is an error that names those it has")
    func unknown() throws {
        let store = try Self.store()
        for command in [["judge"], ["list"], ["explain", "opened"], ["backtest"]] {
            let run = try Program.run(
                ["alert"] + command + ["--db", store.path, "--project", "shop-prd"])
            #expect(run.code == 64)
            let words = "--project: expected one of (none), 100000000001, 482910374655, brand-b, "
            #expect(run.errors.contains(words + "shop-prod, found 'shop-prd'"), "\(run.errors)")
            #expect(run.errors.contains("did you mean shop-prod?"))
        }
        let table = try store.alert("--project", "shop-prod", "--series", "x.csv")
        #expect(table.code == 64 && table.errors.contains("--project: cannot be combined with"))
    }

    @Test("a rule of one's own is of a project if its query has the parameter")
    func ownRules() throws {
        let store = try Self.store()
        let config = store.file("alerts.json")
        let json = """
            {"checks": [
                {"name": "refused", "query": "failures"},
                {"name": "other", "query": "failures", "parameters": {"project": "brand-b"}},
                {"name": "found", "query": "ledger"}]}
            """
        try json.write(toFile: config, atomically: true, encoding: .utf8)
        _ = try store.alert("-q", "--now", Self.duringFirst)
        func rules(_ options: String...) throws -> [String] {
            try Self.alerts(store, Self.duringFirst, ["--config", config] + options)
                .compactMap { $0["rule"] as? String }.filter { $0 != "delivered" && $0 != "opened" }
        }
        #expect(try rules() == ["found", "other", "refused"])
        #expect(try rules("--project", "shop-prod") == ["refused"])
        #expect(try rules("--project", "brand-b") == ["other", "refused"])
        let summary = "select summary from alerts where rule = 'refused' order by summary"
        let summaries = try store.cells(summary).map { $0.joined() }
        #expect(summaries.contains { $0.contains("project brand-b: refused: ") })
    }
}
