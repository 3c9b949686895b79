import Foundation
import TestSupport
import Testing

@Suite("Serve", .sample("--sends", "3000", "--days", "3"))
struct ServeTests {
    private static let zone = ["--tz", "Europe/Berlin"]

    private var database: Database {
        get throws { try #require(Undisturbed.current).database }
    }

    @Test(
        "shows the page of a day as report prints it, below one line",
        arguments: ["2025-11-17", "2025-11-18", "2030-01-01"])
    func day(_ day: String) async throws {
        let served = try ServedStore(database.path, Self.zone)
        let report = try Program.run(
            ["report", "--html", "--db", database.path, "--day", day] + Self.zone)
        for _ in 1...2 {
            let page = try await served.get("/day/\(day)")
            #expect(page.status == 200)
            let lines = page.body.split(separator: "\n", omittingEmptySubsequences: false)
            let ours = lines.filter { $0.hasPrefix(#"<nav aria-label="pushfunnel""#) }
            #expect(ours.count == 1)
            let others = lines.filter { $0 != ours.first }.joined(separator: "\n")
            // Names of campaigns lead to their pages here.
            let plain = others.replacing(
                #/<a href="\/campaign\?[^"]*">(<bdi>[^<]*<\/bdi>)<\/a>/#
            ) { $0.output.1 }
            #expect(plain == report.output)
        }
        let json = try Program.run(
            ["report", "--json", "--db", database.path, "--day", day] + Self.zone)
        #expect(try await served.get("/day/\(day).json").body == json.output)
    }

    @Test("all kinds of pages look well in a browser")
    func browser() throws {
        let served = try ServedStore(database.path, Self.zone)
        let id = try #require(
            database.cells("select message_id from messages where opened = 1 limit 1").first?[0])
        let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let pages = [
            "", "day/2025-11-18", "day/2030-01-01", "explore?by=campaign&from=2025-11-17",
            "campaign?name=order_update", "alerts", "message", "message?id=" + encoded,
            "sql/latency?by=campaign", "sql?q=select+1+as+one",
        ]
        let address = "http://127.0.0.1:\(served.port)/"
        guard let finished = try BrowserTests.run("check.py", pages.map { address + $0 }) else {
            return
        }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }

    @Test("Prometheus scrapes its metrics")
    func prometheus() throws {
        let served = try ServedStore(database.path)
        let address = "http://127.0.0.1:\(served.port)/"
        let sent = try #require(
            database.number("select sum(sent) from funnel_hourly where platform = 'ios'"))
        guard
            let finished = try BrowserTests.run(
                "../Tools/prometheus_check.py", [address, "\(sent)"])
        else { return }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }

    @Test("shows the page of a campaign, of 28 days or of others")
    func campaign() async throws {
        let served = try ServedStore(database.path, Self.zone)
        let day = try await served.get("/day/2025-11-18").body
        let link = try #require(day.firstMatch(of: #/href="(\/campaign\?name=order_update[^"]*)"/#))
        let page = try await served.get(String(link.1).replacing("&amp;", with: "&"))
        let report = try Program.run(
            [
                "report", "campaign", "--html", "--db", database.path, "--since", "2025-10-22",
                "--until", "2025-11-19", "--where", "campaign=order_update",
            ] + Self.zone)
        #expect(page.status == 200)
        let lines = page.body.split(separator: "\n", omittingEmptySubsequences: false)
        let others = lines.filter { !$0.hasPrefix(#"<nav aria-label="pushfunnel""#) }
        #expect(others.joined(separator: "\n") == report.output)
        #expect(page.body.contains("<title>Campaign order_update"))
        let other = "/campaign.csv?name=order_update&from=2025-11-17&to=2025-11-17"
        #expect(try await served.get(other).body.hasPrefix("section,"))
        #expect(try await served.get("/campaign?name=%3Cb%3E").status == 404)
        #expect(try await served.get("/campaign").status == 400)
    }

    @Test("leads from its index to pages that are there")
    func links() async throws {
        let served = try ServedStore(database.path)
        var found: Set = ["/"]
        var open = ["/"]
        while let path = open.popLast(), found.count < 160 {
            let page = try await served.get(path)
            #expect(page.status == 200, "\(path)")
            guard page.headers["content-type"]?.hasPrefix("text/html") == true else { continue }
            for link in page.body.matches(of: #/href="(/[^"]*)"/#) {
                let href = link.1.replacing("&amp;", with: "&")
                if found.insert(String(href)).inserted { open.insert(String(href), at: 0) }
            }
        }
        for path in ["/day/2025-11-18", "/explore", "/alerts", "/message", "/sql/latency"] {
            #expect(found.contains(path), "\(path)")
        }
        #expect(found.contains { $0.hasPrefix("/campaign?name=order_update&") })
    }

    @Test(
        "explores with the numbers that its SQL gives",
        arguments: [
            ("by=platform", true), ("by=campaign&show=received&every=day", true),
            ("by=platform&show=shown", true), ("by=nothing&show=sent", true),
            ("by=image&show=failed", false),
            ("by=campaign&platform=ios&image=image&tz=America/New_York", false),
        ])
    func explore(query: String, isDrawn: Bool) async throws {
        let served = try ServedStore(database.path)
        let page = try await served.get("/explore?from=2025-11-17&to=2025-11-18&" + query)
        #expect(page.status == 200)
        #expect(page.body.contains("<svg") == isDrawn)
        #expect(page.body.contains("choose longer ones") != isDrawn)
        let code = try #require(page.body.firstMatch(of: #/<pre><code>([^<]*)</code>/#))
        let sql = String(code.1)
            .replacing("&#39;", with: "'").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">")
        let rows = try await served.get("/explore.csv?from=2025-11-17&to=2025-11-18&" + query)
        #expect(try rows.body == database.run("sql", "--csv", sql).output)
        let count = rows.body.split(separator: "\n").count
        #expect(count > 1)
        // Whatever order a reader asks for, all rows are there.
        let turned = try await served.get(
            "/explore?sort=-sent&from=2025-11-17&to=2025-11-18&" + query)
        #expect(turned.body.contains(#"aria-sort="descending"><a href="#))
    }

    @Test("explores with the key figures of the report")
    func figures() async throws {
        let served = try ServedStore(database.path)
        let day = "2025-11-18"
        let table = try await served.get("/explore.csv?from=\(day)&to=\(day)&by=nothing").body
        let lines = table.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
        let row = Dictionary(zip(lines[0], lines[1])) { first, _ in first }
        let report = try Program.run(["report", "--db", database.path, "--day", day]).output
        let names = [
            ("received", "received_rate"), ("shown (no iOS)", "shown_rate"),
            ("opened", "open_rate"),
        ]
        for (name, column) in names {
            let line = try #require(
                report.split(separator: "\n").first { $0.hasPrefix("  \(name) ") })
            let share = try #require(row[Substring(column)].flatMap { Double($0) })
            #expect(line.contains(String(format: " %.1f%%", share * 100)), "\(line)")
        }
    }

    @Test("gives the drawn numbers names of their own", arguments: ["shown", "received", "failed"])
    func times(measure: String) async throws {
        let served = try ServedStore(database.path)
        let query = "from=2025-11-17&to=2025-11-18&every=day&show=\(measure)"
        let table = try await served.get("/explore/times.csv?" + query).body
        let names = try #require(table.split(whereSeparator: \.isNewline).first)
        #expect(names.split(separator: ",").count == 6)
        #expect(Set(names.split(separator: ",")).count == 6, "\(names)")
        let page = try await served.get("/explore?" + query)
        #expect(page.body.contains(measure == "shown" ? ">shown (no iOS)<" : ">\(measure)<"))
    }

    @Test("traces a message as trace does")
    func message() async throws {
        let served = try ServedStore(database.path)
        let id = try #require(
            database.cells(
                "select message_id from messages where platform = 'ios' and opened = 1 limit 1"
            ).first?[0])
        let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let trace = try Program.run("trace", "--json", "--db", database.path, id)
        #expect(try await served.get("/message.json?id=" + encoded).body == trace.output)
        let page = try await served.get("/message?id=" + encoded)
        #expect(page.status == 200 && page.body.contains("sent_at"))
        #expect(try await served.get("/message?id=0%3A1").status == 404)
    }

    @Test(
        "runs SQL that reads, and no other",
        arguments: [
            "delete from states", "pragma journal_mode = delete", "select load_extension('x')",
            "attach '/tmp/x' as y", "vacuum into '/tmp/x'", "select * from settings",
            "select 1; select 2", "create temp table x (y)", "begin", "select",
            "select writefile(1,2)",
        ])
    func refused(sql: String) async throws {
        let served = try ServedStore(database.path)
        let encoded = sql.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for form in ["/sql", "/sql.csv", "/sql.json"] {
            let answer = try await served.get("\(form)?q=\(encoded)")
            #expect(answer.status == 400 && answer.body.contains("error: "), "\(answer.body)")
        }
        #expect(try await served.get("/sql.csv?q=select+1+as+n").body == "n\n1\n")
    }

    @Test("stops statements that take too long, or too much")
    func limits() async throws {
        let served = try ServedStore(database.path, ["--timeout", "1"])
        let endless = "with+recursive+n(i)+as+(select+1+union+all+select+i%2B1+from+n)"
        let slow = try await served.get("/sql.csv?q=\(endless)+select+count(*)+from+n")
        #expect(slow.status == 503 && slow.body.contains("time limit"))
        let rows = try await served.get("/sql.csv?q=\(endless)+select+i+from+n")
        #expect(rows.status == 200 && rows.body.split(separator: "\n").count == 10_001)
        // One call of a function that would take hours with longer texts.
        let long = "select+instr(hex(zeroblob(9000000)),hex(zeroblob(4000000))||'x')"
        #expect(try await served.get("/sql.csv?q=\(long)").status == 400)
        #expect(try await served.get("/healthz").body == "ok\n")
    }

    @Test("refuses what is no page, and every change")
    func refusals() async throws {
        let served = try ServedStore(database.path)
        for path in [
            "/x", "/day", "/day/", "/day/x", "/day/2025-02-30", "/sql/x", "/sql/../x", "//",
        ] {
            #expect(try await served.get(path).status == 404, "\(path)")
        }
        for query in ["by=x", "from=x", "from=2025-11-19&to=2025-11-18", "tz=Asia/Kolkata"] {
            let answer = try await served.get("/explore?" + query)
            #expect(answer.status == 400 && answer.body.contains("expected"), "\(query)")
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
            let answer = try await RawClient.ask(served.port, "/", method: method)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
        }
        #expect(try await RawClient.ask(served.port, "/", host: "evil.example").status == 421)
        let large = "X: " + String(repeating: "x", count: 20_000)
        #expect(try await served.get("/", large).status == 431)
    }

    @Test("wants its token, where it has one")
    func token() async throws {
        let folder = try TemporaryFolder()
        try folder.write(lines: ["0123456789abcdef"], to: "token")
        let served = try ServedStore(database.path, ["--token-file", folder.file("token")])
        for path in ["/", "/metrics", "/sql.csv?q=select+1", "/x"] {
            let answer = try await served.get(path)
            #expect(answer.status == 401, "\(path)")
            #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic ") == true)
        }
        #expect(try await served.get("/", "Authorization: Bearer 0123456789abcdef").status == 200)
        #expect(try await served.get("/healthz").status == 200)
    }

    @Test("lets its readers find what they want, in a browser without scripts")
    func journeys() throws {
        let served = try ServedStore(database.path, Self.zone)
        let address = "http://127.0.0.1:\(served.port)/"
        guard let finished = try BrowserTests.run("journey.py", [address, "2025-11-18"]) else {
            return
        }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }

    @Test("has figures for Prometheus")
    func metrics() async throws {
        let answer = try await ServedStore(database.path).get("/metrics")
        #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let line = #/(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? -?[0-9.e+-]+)/#
        let lines = answer.body.split(separator: "\n")
        #expect(lines.filter { $0.wholeMatch(of: line) == nil } == [])
        let opened = try database.number(
            "select sum(opened) from funnel_hourly where platform = 'android'")
        let name = #"pushfunnel_funnel_messages{platform="android",step="opened"}"#
        #expect(lines.contains { $0 == "\(name) \(opened ?? -1)" })
        for family in ["pushfunnel_lines_total{", "push_alert_state{"] {
            #expect(lines.contains { $0.hasPrefix(family) }, "\(family)")
        }
    }
}
