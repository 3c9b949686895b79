import Foundation
import TestSupport
import Testing

/// Secrets are planted in rejected lines of every notation, and searched in all that the program
/// writes.
@Suite("Planted secrets")
struct PlantedSecretsTests {
    /// Words of which none may be found, in any case: a name, a text, an address, numbers, a token.
    private static let words = [
        "qzxann", "vwysmith", "bvkhello", "bvkorder", "gjfstreet", "4915112345678",
        "4111111111111111", "apa91bxq",
    ]

    private static let secrets = [
        "Qzxann Vwysmith", "bvkhello, dear: bvkorder = {open}", "qzxann.vwysmith@example.com",
        "+4915112345678", "4111111111111111", "APA91bXqKeFakeFakeFakeFakeFakeFakeFake:Qzxann",
        "12 Gjfstreet", "QZXANN_VWYSMITH", "2025-11-18 bvkhello", "it's Qzxann: bvkorder",
    ]

    /// The secret as it stands, escaped, percent-encoded, and in other cases.
    private static let encodings: [@Sendable (String) -> String] = [
        { $0 },
        { $0.utf8.map { String(format: "\\u%04x", $0) }.joined() },
        { $0.utf8.map { String(format: "%%%02X", $0) }.joined() },
        { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" },
        { $0.uppercased() },
        { $0.lowercased() },
        { "\\\"" + $0 + "\\\"" },
        { "Élodie " + $0 + " été" },
    ]

    /// `S` stands for the secret.
    private static let shapes = [
        #"{"ts":"2025-11-18T09:00:00Z","title":"S","phone":S}"#,
        #"{"ts":"S","event":"S","message_id":"S","code":"S","level":"S","platform":"S"}"#,
        #"{"ts":"2025-11-18T09:00:00Z","event":"S","gcm.message_id":"S","S S":S}"#,
        #"{"to S":"S","data":{"S!":["S",{"4S":1}]}}"#,
        #"{"payload":"{\"title\":\"S\"}","#,
        #"{"title":"S "S" S","body":"S"}"#,
        #"  "body": "S","#,
        #"[AnyHashable("title"): S, AnyHashable("S"): { alert = { body = S; }; }]"#,
        #"{ "gcm.message_id" = S; title = S; S = S; }"#,
        "{title: S, body: S, S: S, messageId: S}",
        #"ts=S title=S body="S" S=S event=S status=S"#,
        "Bundle[{google.message_id=S, title=S, S=S, from=S}]",
        "RemoteMessage{messageId=S, data={title=S, S=S}}",
        #"{:title=>"S", "body"=>"S", :time=>S, "S"=>S}"#,
        "Array ( [title] => S [time] => S [S] => S )",
        #"array(2) { ["title"]=> string(9) "S" ["time"]=> string(9) S }"#,
        #"%{"title" => "S", body: "S", time: S}"#,
        #"{'title': 'S', u'body': u'S', 'time': S, 'S': None}"#,
        "{ title: 'S', data: { S: 'S', time: S } }",
        "map[title:S time:S event:S S:S]",
        "{Title:S Body:S Token:S Time:S}",
        #"<push><title>S</title><time>S</time><S a="S">S</S></push>"#,
        "title=S&time=S&S=S&event=S",
        #"Nov 18 09:00:00 S S[S]: {"title":"S","time":"S"}"#,
        #"2025-11-18T09:00:00Z INFO S {"title":"S"} S"#,
        #"Successfully sent message: projects/S/messages/S (S)"#,
        "push to S failed: S, title: S time: S",
        #"S: error: "S" S=S"#,
    ]

    /// Each line has a key of FCM's own, without which it is no rejected push.
    private static var lines: [String] {
        shapes.flatMap { shape in
            secrets.flatMap { secret in
                encodings.map { shape.replacing("S", with: $0(secret)) + " gcm.message_id" }
            }
        }
    }

    private func expectNone(_ text: String, _ place: String) {
        let text = text.lowercased()
        for word in Self.words where text.contains(word) {
            Issue.record("\(word) is left in \(place): \(context(word, text))")
        }
    }

    private func context(_ word: String, _ text: String) -> Substring {
        guard let found = text.firstRange(of: word) else { return "" }
        let start = text.index(found.lowerBound, offsetBy: -60, limitedBy: text.startIndex)
        return text[(start ?? text.startIndex)..<found.upperBound]
    }

    private static let percentEncoded = ["%51%7A%78", "\\u0051\\u007a", "\\u0071\\u007a"]

    @Test("stand in no file, no output and no error")
    func planted() throws {
        let folder = try TemporaryFolder()
        // Logs of a few lines each, so that all excerpts are stored.
        var logs: [String] = []
        let lines = Self.lines
        for index in stride(from: 0, to: lines.count, by: 60) {
            let part = lines[index...].prefix(60)
            try folder.write(lines: Array(part), to: "log-\(index).ndjson")
            logs.append("log-\(index).ndjson")
        }
        let database = folder.file("push.db")
        let commands: [[String]] = [
            ["ingest", "--metrics", "push.prom"] + logs, ["ingest", "-q"] + logs,
            ["sql", "rejects", "--limit", "0"],
            ["sql", "select * from rejects", "--json", "--limit", "0"],
            ["sql", "select * from rejects", "--csv", "--limit", "0"],
            ["sql", "select * from reject_reasons"], ["sql", "select * from files"],
            ["verify"], ["verify", "--json"], ["report"], ["report", "--json"],
            ["report", "--csv"],
            ["report", "--md"], ["report", "--html"], ["trace", "1763456400000001"],
            ["lake", "export", "-q"] + logs + ["lake"],
        ]
        for command in commands {
            var arguments = command
            if command[0] != "lake" { arguments += ["--db", database] }
            let run = try Program.run(arguments, in: folder.path)
            #expect(run.code != 70)
            expectNone(run.output, "the output of \(command.prefix(3))")
            expectNone(run.errors, "the errors of \(command.prefix(3))")
        }
        try follow(logs, in: folder)
        let written = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix("log-") }
        #expect(written.contains("push.db"))
        for name in written {
            guard let data = FileManager.default.contents(atPath: folder.file(name)) else {
                continue
            }
            let text = String(decoding: data, as: UTF8.self)
            expectNone(text, name)
            for word in Self.percentEncoded where text.contains(word) {
                Issue.record("\(word) is left in \(name)")
            }
        }
        let count = try Program.run(
            ["sql", "select count(*) from rejects", "--csv", "--db", database], in: folder.path)
        #expect(Int(count.output.split(separator: "\n").last ?? "") ?? 0 > lines.count / 2)
    }

    private func follow(_ logs: [String], in folder: TemporaryFolder) throws {
        let arguments = ["ingest", "--follow", "--metrics", "followed.prom", "--db", "followed.db"]
        let follower = try RunningProgram(Program.path, arguments + logs, in: folder.path)
        let end = Date(timeIntervalSinceNow: 20)
        while !FileManager.default.fileExists(atPath: folder.file("followed.prom")), Date() < end {
            Thread.sleep(forTimeInterval: 0.1)
        }
        follower.send(SIGTERM)
        let run = try follower.finish()
        #expect(FileManager.default.fileExists(atPath: folder.file("followed.prom")))
        expectNone(run.output + run.errors, "the lines of a follower")
    }
}
