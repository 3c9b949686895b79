import Foundation
import TestSupport
import Testing

/// A sample of three apps and two variants, counted by both.
@Suite(
    "A sample of three apps",
    .sample(
        "--sends", "40000", "--days", "2", "--apps", "--two-projects", "--clients",
        ingest: [
            "--dimension", "app", "--dimension", "variant=/request/message/data/variant",
            "--client-dimension", "app_version", "--client-dimension", "action",
        ]))
struct AppTests {
    private static let measures = ["attempted", "sent", "failed", "received", "opened"]

    @Test("has the true counts of each app and variant in every cell, also by day")
    func cells() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth.cells
        try expect(truth, whole, "funnel_hourly", "send_hour") { $0.send_hour }
        try expect(truth, whole, "funnel_daily", "send_day") { String($0.send_hour.prefix(10)) }
        #expect(
            Set(truth.compactMap(\.app))
                == [
                    "(none)", "com.example.shop", "com.example.shop.ios", "com.example.outlet",
                    "com.example.outlet.ios", "com.example.market", "com.example.market.ios",
                ])
        #expect(Set(truth.compactMap(\.variant)) == ["(none)", "a", "b"])
        #expect(truth.count > 5000)
    }

    private func expect(
        _ truth: [Truth.Cell], _ whole: Undisturbed, _ view: String, _ time: String,
        _ timeOf: (Truth.Cell) -> String
    ) throws {
        var sums: [[String]: [Int]] = [:]
        for cell in truth {
            let words = [
                timeOf(cell), cell.platform, cell.campaign, cell.image, cell.project ?? "",
                cell.app ?? "", cell.variant ?? "",
            ]
            let counts = [cell.attempted, cell.sent, cell.failed, cell.received, cell.opened]
            let sum = sums[words] ?? [0, 0, 0, 0, 0]
            sums[words] = zip(sum, counts).map { $0 + $1 }
        }
        let expected = Set(
            sums.map { words, counts in (words + counts.map(String.init)).joined(separator: ",") })
        let columns = Self.measures.map { "sum(\($0))" }.joined(separator: ", ")
        let rows = try whole.database.rows(
            """
            select \(time), platform, campaign, image, project, app, variant, \(columns)
            from \(view) group by 1, 2, 3, 4, 5, 6, 7
            """)
        let found = Set(rows.split(whereSeparator: \.isNewline).map(String.init))
        #expect(found.subtracting(expected).sorted().prefix(3) == [], "\(view)")
        #expect(expected.subtracting(found).sorted().prefix(3) == [], "\(view)")
    }

    @Test("has the true counts of received messages by what clients tell")
    func clients() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try #require(whole.sample.truth.clients)
        let expected = truth.map { cell in
            [
                cell.send_hour, cell.platform, cell.campaign, cell.image, cell.project ?? "",
                cell.app ?? "", cell.variant ?? "", cell.app_version, cell.action,
                "\(cell.received)", "\(cell.impressions)", "\(cell.opened)",
            ].joined(separator: ",")
        }
        let rows = try whole.database.rows(
            """
            select send_hour, platform, campaign, image, project, app, variant, app_version, action,
                sum(received), sum(impressions), sum(opened)
            from client_hourly group by 1, 2, 3, 4, 5, 6, 7, 8, 9
            """)
        let found = Set(rows.split(whereSeparator: \.isNewline).map(String.init))
        #expect(found.subtracting(expected).sorted().prefix(3) == [])
        #expect(Set(expected).subtracting(found).sorted().prefix(3) == [])
        #expect(
            Set(truth.map(\.action)) == ["(none)", "default", "reply", "archive", "SHOW_DETAILS"])
        #expect(
            Set(truth.map(\.app_version))
                == ["1.9.8", "2.0.0", "2.1.0", "6.12.4", "7.42.0"])
    }

    /// `funnel_values` has all sends for each of them; the values of variants are those of the
    /// truth by platform and campaign, as an effect compares them.
    @Test("has each send once for each dimension")
    func values() throws {
        let whole = try #require(Undisturbed.current)
        for dimension in ["platform", "campaign", "project", "app", "variant"] {
            let sql = """
                select count(*) from (
                    select send_hour, platform, campaign, image, project, app, variant,
                        \(dimension) as value_name, attempted, opened, open_base from funnel_hourly
                    except
                    select send_hour, platform, campaign, image, project, app, variant,
                        value_name, attempted, opened, open_base from funnel_values
                    where dimension = '\(dimension)')
                union all
                select (select sum(attempted) from funnel_hourly)
                    - (select sum(attempted) from funnel_values where dimension = '\(dimension)')
                """
            #expect(try whole.database.cells(sql) == [["0"], ["0"]], "\(dimension)")
        }
        let output = try whole.database.run(
            "sql", "effect_strata", "--param", "of=variant", "--csv"
        )
        .output
        let lines = output.split(whereSeparator: \.isNewline).dropFirst()
        let found = Dictionary(
            uniqueKeysWithValues: lines.map { line -> (String, [Int]) in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                let words = cells.prefix(4).joined(separator: ",")
                return (words, [6, 7].compactMap { Int(cells[$0]) })
            })
        var expected: [String: [Int]] = [:]
        for cell in try whole.sample.truth.cells where cell.variant != "(none)" {
            let day = String(cell.send_hour.prefix(10))
            let words = [cell.platform, cell.campaign, day, cell.variant ?? ""]
            let counts = expected[words.joined(separator: ","), default: [0, 0]]
            expected[words.joined(separator: ",")] = [
                counts[0] + cell.attempted, counts[1] + cell.opened,
            ]
        }
        #expect(found.count > 40)
        for (words, counts) in found { #expect(counts == expected[words], "\(words)") }
    }

    @Test("is reported by app, variant and project", arguments: ["app", "variant", "project"])
    func reported(by word: String) throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        let sums = truth.sums { cell in
            let words = ["app": cell.app, "variant": cell.variant, "project": cell.project]
            return [words[word].flatMap(\.self) ?? ""]
        }
        let output = try whole.database.run("report", "--by", word, "--json").output
        let found = try FunnelJSON(output).funnels("by_" + word, by: [word])
        for words in Set(found.keys).union(sums.keys) {
            #expect(found[words] == sums[words], "\(words)")
        }
        #expect(output.contains("pushfunnel sql funnel_by_\(word)"))
        let rows = try whole.database.run("sql", "funnel_by_" + word, "--csv").output
        #expect(rows.split(separator: "\n").count - 1 == sums.count)
        for format in ["--html", "--all", "--csv", "--md"] {
            let page = try whole.database.run("report", "--by", word, format).output
            for words in sums.keys { #expect(page.contains(words[0]), "\(format) \(words)") }
        }
        let screen = try whole.database.run("report", "--by", word).output
        #expect(screen.contains("  \(word) "))
    }

    @Test(
        "is reported by what clients tell, of those who received",
        arguments: [("app_version", "2.1.0"), ("action", "reply")])
    func reported(byClients word: String, value: String) throws {
        let whole = try #require(Undisturbed.current)
        let truth = try #require(whole.sample.truth.clients)
        let cells = truth.filter { [$0.app_version, $0.action].contains(value) }
        let received = cells.reduce(0) { $0 + $1.received }
        let all = truth.reduce(0) { $0 + $1.received }
        let row = try #require(
            whole.database.run("sql", "received_by_" + word, "--csv").output
                .split(whereSeparator: \.isNewline).first { $0.hasPrefix(value + ",") })
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        #expect(Int(fields[1]) == received)
        #expect(Int(fields[3]) == cells.reduce(0) { $0 + $1.opened })
        #expect(Double(fields[4]) == Double(received) / Double(all))
        let screen = try whole.database.run("report", "--by", word).output
        #expect(screen.contains("of opens      of all    received"))
        for format in ["--html", "--all", "--md"] {
            let page = try whole.database.run("report", "--by", word, format).output
            #expect(page.contains("Only those who received a message tell it"), "\(format)")
            #expect(page.contains(value), "\(format)")
        }
        for command in [["report", "--where", "\(word)=\(value)"], ["effect", "--of", word]] {
            let refused = try Program.run(
                command + ["--db", whole.database.path])
            #expect(refused.code == 64)
            #expect(refused.errors.contains("report --by \(word) counts them"))
        }
    }

    @Test("are columns of what describes a view")
    func described() throws {
        let whole = try #require(Undisturbed.current)
        for (view, column) in [("client_hourly", "action"), ("funnel_daily", "variant")] {
            let about = try whole.database.run("sql", "--describe", view, "--csv").output
            #expect(about.contains("\n\(column),text,key,\"a dimension "), "\(view)")
        }
        let metadata = try whole.database.run("sql", "--datasette").output
        #expect(metadata.contains("\"app_version\": \"a dimension that clients tell"))
    }

    @Test("is reported by variant of one app alone")
    func narrowed() throws {
        let whole = try #require(Undisturbed.current)
        let app = "com.example.outlet.ios"
        let cells = try whole.sample.truth.cells.filter { $0.app == app }
        let output = try whole.database.run(
            "report", "--by", "variant", "--where", "platform=ios,app=\(app)", "--json"
        ).output
        let found = try FunnelJSON(output).funnels("by_variant", by: ["variant"])
        for variant in ["a", "b"] {
            let sent = cells.filter { $0.variant == variant }.reduce(0) { $0 + $1.sent }
            #expect(found[[variant]]?.counts[1] == sent)
            #expect(sent > 0)
        }
    }

    @Test("says in ingest, inspect and verify how many values there are")
    func sizes() throws {
        let whole = try #require(Undisturbed.current)
        let sends = whole.sample.folder + "/sends"
        let declared = [
            "--dimension", "app", "--dimension", "ref=/request/message/data/ref",
        ]
        let inspected = try Program.run(["inspect", "--lines", "20"] + declared + [sends])
        #expect(inspected.output.contains("Values of dimensions\n"))
        #expect(inspected.output.contains("  app\n"))
        let dry = try Program.run(
            ["ingest", "--dry-run", "--db", whole.database.path + ".no"] + declared + [sends])
        #expect(dry.output.contains("       6  app\n"))
        #expect(dry.output.contains("  ref: too many to read, and slow to count\n"))
        #expect(dry.errors.contains("warning: the dimension ref has "))
        #expect(!dry.errors.contains("the dimension app"))
        let database = whole.database.path + ".ref"
        _ = try Program.run(["ingest", "-q", "--db", database] + declared + [sends])
        let checked = try Program.run(["verify", "--db", database])
        #expect(checked.code == 0)
        #expect(checked.errors.contains("advice: dimensions: the dimension ref has "))
    }

    @Test("refuses words that are no dimension, and says which there are")
    func unknown() throws {
        let whole = try #require(Undisturbed.current)
        let refused = try whole.database.run("report", "--by", "varian")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("project, app, variant"))
        let known = try whole.database.run("ingest", "--dimension", "apps", whole.sample.folder)
        #expect(known.code == 64)
        #expect(known.errors.contains("app, channel, collapse_key"))
    }
}
