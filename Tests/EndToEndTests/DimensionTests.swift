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
        let misplaced = try Program.run([
            "ingest", "--db", whole.database.path, "--dimension", "app_version",
            whole.sample.folder,
        ])
        #expect(misplaced.errors.contains("hint: clients tell it: --client-dimension app_version"))
        for wrong in ["campaign=/x", "link", "link=x", "Link=/x"] {
            let refused = try Program.run([
                "ingest", "--db", whole.database.path, "--dimension", wrong, whole.sample.folder,
            ])
            #expect(refused.code == 64, "\(wrong)")
        }
    }
}

/// Words that are given are compared as words of logs are stored.
@Suite("Words that are asked for")
struct AskedWordTests {
    /// As macOS writes an accent.
    private static let apart = "cafe\u{301}"
    private static let long = String(repeating: "x", count: 300)

    private func database(in folder: TemporaryFolder) throws -> Database {
        let lines = [Self.apart, Self.long].enumerated().map { number, word in
            #"{"ts":"2026-11-12T09:00:00Z","campaign":"\#(Self.apart)","#
                + #""message":{"token":"t","data":{"k":"\#(word)"}},"#
                + #""response":{"name":"projects/p/messages/176346720000000\#(number)"}}"#
        }
        let database = Database(in: folder)
        let logs = try folder.write(lines: lines, to: "a.ndjson")
        let options = ["--dimension", "variant=/message/data/k", logs]
        #expect(try database.ingest(options).code == 0)
        return database
    }

    @Test("are found in another spelling, and longer than they are stored")
    func found() throws {
        let folder = try TemporaryFolder()
        let database = try database(in: folder)
        for (condition, expected) in [
            ("campaign=\(Self.apart)", 2), ("variant=\(Self.apart)", 1),
            ("variant=\(Self.long)", 1),
        ] {
            let output = try database.run("report", "--where", condition, "--json").output
            #expect(try FunnelJSON(output).total("sent") == expected, "\(condition)")
        }
        let byName = try database.run(
            "sql", "funnel_by_platform", "--param", "campaign=\(Self.apart)", "--csv")
        #expect(byName.output.contains("\nios,2,"))
    }
}

@Suite("Too many dimensions")
struct TooManyDimensionTests {
    @Test("are one error to all that read logs", arguments: ["--dimension", "--client-dimension"])
    func error(option: String) throws {
        let folder = try TemporaryFolder()
        let names = (1...9).map { "d\($0)" }
        let data = names.map { "\"\($0)\":\"x\"" }.joined(separator: ",")
        let id = #""0:1763467200000000%31bd1c9631bd1c96""#
        let log = try folder.write(
            lines: [
                #"{"ts":"2025-11-18T12:00:00Z","message":{"token":"t","data":{\#(data)}},"#
                    + #""response":{"name":\#(id)}}"#,
                #"{"ts":"2025-11-18T12:00:09Z","event":"opened","bundle":{"google.message_id":"#
                    + #"\#(id)},"message":{"data":{\#(data)}}}"#,
            ], to: "a.ndjson")
        let nine = names.flatMap { [option, "\($0)=/message/data/\($0)"] }
        for command in [
            ["inspect", log], ["ingest", "--db", folder.file("a.db"), log],
            ["ingest", "--dry-run", log], ["sql", "select 1", "--from", log],
        ] {
            let ended = try Program.run(command + nine)
            #expect(ended.code == 64, "\(command)")
            let expected =
                "error: \(option): expected at most 8 dimensions, found '"
                + names.joined(separator: ", ") + "'\n"
            #expect(ended.errors.hasPrefix(expected), "\(command): \(ended.errors)")
        }
        // One that is named twice is one.
        let eight = Array(nine.dropLast(2)) + nine.prefix(2)
        #expect(try Program.run(["inspect", log] + eight).code == 0)
    }
}

@Suite("A dimension without a value")
struct UnusedDimensionTests {
    /// Sends with a variant.
    private func sends(_ count: Int, in folder: TemporaryFolder) throws -> String {
        let lines = (0..<count).map { number in
            #"{"ts":"2025-11-18T12:00:00Z","message":{"token":"t","data":{"variant":"a"}},"#
                + #""response":{"name":"projects/p/messages/\#(1_763_467_200_000_000 + number)"}}"#
        }
        return try folder.write(lines: lines, to: "\(count).ndjson")
    }

    private static let wrong = ["--dimension", "variant=/data/varient"]
    private static let right = ["--dimension", "variant=/message/data/variant"]

    @Test("in many sends is told, as members of a map are")
    func told() throws {
        let folder = try TemporaryFolder()
        let hundred = try sends(100, in: folder)
        func warnings(_ options: [String]) throws -> Int {
            let ended = try Program.run(["ingest", "--db", folder.file("\(UUID()).db")] + options)
            #expect(ended.code == 0)
            let warning = "warning: --dimension variant=/data/varient: no send has a value there\n"
            return ended.errors.components(separatedBy: warning).count - 1
        }
        #expect(try warnings(Self.wrong + [hundred]) == 1)
        #expect(try warnings(Self.wrong + ["-q", hundred]) == 0)
        #expect(try warnings(Self.right + [hundred]) == 0)
        #expect(try warnings(["--dimension", "channel", hundred]) == 0)
        #expect(try warnings(Self.wrong + [sends(99, in: folder)]) == 0)
    }
}
