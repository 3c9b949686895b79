import Foundation
import TestSupport
import Testing

@Suite("Reports")
struct ReportTests {
    private static let sample = Result {
        try Sample(["--sends", "4000", "--days", "3", "--seed", "11", "--apps"])
    }

    private static let formats = ["--json", "--csv", "--md", "--html"]

    private static func store(in folder: TemporaryFolder) throws -> String {
        let database = folder.file("push.db")
        let read = try Program.run([
            "ingest", "-q", "--db", database, "--dimension",
            "variant=/request/message/data/variant", sample.get().folder,
        ])
        #expect(read.code == 0, "\(read.errors)")
        return database
    }

    private static func names() throws -> [String] {
        try Program.run(["report", "--list", "--csv"]).output
            .split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first }
            .map(String.init)
    }

    /// What reports must be told.
    private static let required = [
        "campaign": ["--where", "campaign=order_update"], "effect": ["--param", "of=platform"],
    ]

    /// The command beside each table, run as a reader would run it, gives the table's numbers.
    @Test("show what their commands give", arguments: [[], ["--where", "variant=b"]])
    func reproducible(narrowed: [String]) throws {
        let folder = try TemporaryFolder()
        let database = try Self.store(in: folder)
        let reports = try Self.names()
        #expect(reports.contains("nightly"))
        for name in reports {
            let words = Self.required[name, default: []] + narrowed
            let arguments = ["report", name, "--db", database, "--day", "2025-11-18"] + words
            let pageText = try Program.run(arguments + ["--md"]).output
            let page = try Self.object(Program.run(arguments + ["--json"]).output)
            let sections = try #require(page["sections"] as? [String: [String: Any]])
            #expect(!sections.isEmpty)
            for (section, content) in sections {
                let command = try #require(content["command"] as? String)
                if pageText.contains("## \(content["title"] as? String ?? "?")\n") {
                    #expect(pageText.contains("`\(command)`"), "\(name) \(section)")
                }
                let shell = command.replacing(
                    "pushfunnel sql", with: "\(Program.path) sql --json --db \(database)")
                let finished = try Program.run(
                    executable: "/bin/sh", ["-c", shell], in: folder.path)
                #expect(finished.code == 0, "\(command): \(finished.errors)")
                let rows = try #require(content["rows"] as? [[String: Any]])
                let found = try Self.array(finished.output)
                #expect(Self.same(rows, found), "\(name) \(section): \(command)")
            }
        }
    }

    /// Every member that the command gives is the report's; intervals are beside them.
    private static func same(_ rows: [[String: Any]], _ found: [[String: Any]]) -> Bool {
        guard rows.count == found.count else { return false }
        return zip(rows, found).allSatisfy { row, other in
            other.allSatisfy { name, value in
                (row[name] as? NSObject) == (value as? NSObject)
            }
        }
    }

    private static func object(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? [String: Any])
    }

    private static func array(_ text: String) throws -> [[String: Any]] {
        let array = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(array as? [[String: Any]])
    }

    @Test("are the same to the byte when made again", arguments: formats + [""])
    func twice(format: String) throws {
        let folder = try TemporaryFolder()
        let database = try Self.store(in: folder)
        for name in try Self.names() {
            let words = Self.required[name, default: []]
            var arguments = ["report", name, "--db", database] + words
            if !format.isEmpty { arguments.append(format) }
            let first = try Program.run(arguments)
            #expect(first.code == 0, "\(first.errors)")
            #expect(first.output.utf8.count > 100)
            #expect(try Program.run(arguments) == first)
            guard name == "nightly" else { continue }
            let cut = arguments + ["--as-of", "2025-11-18T12:00:00Z"]
            let early = try Program.run(cut)
            #expect(early.output != first.output)
            #expect(try Program.run(cut) == early)
        }
    }

    /// What is in logs is shown as it is, and does nothing.
    @Test("show hostile words inert")
    func hostile() throws {
        let folder = try TemporaryFolder()
        let names = [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "=cmd()|'/c calc'!A0",
            "+1+1", "-2+3", "@SUM(A1)", "\ttab", "\rreturn", "\u{202e}gnp.exe", "\u{1b}[31mred",
            "عرض اليوم", "🚀 𝔘𝔫𝔦", "a|b `c` *d* [e](javascript:f)", "{{title}}{{{sections}}}",
        ]
        var lines = ""
        for (index, name) in names.enumerated() {
            for send in 0..<120 {
                lines += try Self.send(campaign: name, number: index * 1000 + send)
            }
        }
        for (index, name) in names.enumerated() {
            lines += try Self.failure(error: name, number: index)
        }
        let log = folder.file("hostile.ndjson")
        try lines.write(toFile: log, atomically: true, encoding: .utf8)
        let database = folder.file("push.db")
        let read = try Program.run(["ingest", "-q", "--db", database, log])
        #expect(read == Finished(output: "", errors: "", code: 0))
        for report in ["nightly", "image"] {
            let arguments = ["report", report, "--db", database]
            let html = try Program.run(arguments + ["--html"]).output
            #expect(!html.contains("<script"))
            #expect(!html.contains("<img"))
            #expect(!html.contains("onerror=alert(1)>"))
            let markdown = try Program.run(arguments + ["--md"]).output
            #expect(!markdown.contains("<script"))
            #expect(!markdown.contains("[e](javascript"))
            for text in [html, markdown, try Program.run(arguments).output] {
                let unsafe = text.unicodeScalars.filter { scalar in
                    scalar != "\n" && (scalar.value < 0x20 || scalar == "\u{202e}")
                }
                #expect(unsafe.isEmpty)
            }
            let csv = try Program.run(arguments + ["--csv"]).output
            for line in csv.split(separator: "\n") {
                for field in line.split(separator: ",") {
                    let start = field.drop { $0 == "\"" }
                    let isNumber = Double(start) != nil
                    #expect(isNumber || !"=+-@\t\r".contains(start.first ?? " "), "\(field)")
                }
            }
            let json = try Self.object(Program.run(arguments + ["--json"]).output)
            #expect(json["report"] as? String == report)
        }
        let page = try Self.object(
            Program.run(["report", "--db", database, "--json"]).output)
        let sections = page["sections"] as? [String: [String: Any]]
        let rows = sections?["campaign"]?["rows"] as? [[String: Any]] ?? []
        #expect(Set(rows.compactMap { $0["campaign"] as? String }) == Set(names + ["failing"]))
        let failures = sections?["failures"]?["rows"] as? [[String: Any]] ?? []
        #expect(failures.count == names.count)
    }

    private static func failure(error: String, number: Int) throws -> String {
        let record: [String: Any] = [
            "ts": "2025-11-18T09:00:00Z", "platform": "android", "campaign": "failing",
            "message": ["token": "f\(number)", "notification": ["title": "Sale"]],
            "error": [
                "code": 400,
                "details": [
                    [
                        "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                        "errorCode": error,
                    ],
                    [
                        "@type": "type.googleapis.com/google.firebase.fcm.v1.ApnsError",
                        "reason": error,
                    ],
                ],
            ],
        ]
        let data = try JSONSerialization.data(withJSONObject: record)
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func send(campaign: String, number: Int) throws -> String {
        let identifier = "0:17634564\(10_000_000 + number)%1a1a1a1a1a1a1a1a"
        let record: [String: Any] = [
            "ts": "2025-11-18T09:00:00Z", "platform": "android", "campaign": campaign,
            "message": ["token": "t\(number)", "notification": ["title": "Sale"]],
            "response": ["name": "projects/demo/messages/" + identifier],
        ]
        let data = try JSONSerialization.data(withJSONObject: record)
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
