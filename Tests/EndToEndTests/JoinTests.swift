import Foundation
import TestSupport
import Testing

/// A sample whose clients log the `ref` of the message's data in the place of FCM's ID, each third
/// message of those that a request of their own sent.
@Suite("A sample whose clients do not log FCM's ID")
struct JoinTests {
    private static let plain = ["--plain", "--dirty", "0", "--sends", "3000", "--conversions"]
    nonisolated(unsafe) private static let id =
        /"(google\.message_id|gcm\.message_id|fcmMessageId|messageId)":("[^"]*"|[0-9]+),/
    nonisolated(unsafe) private static let ref = /"ref":"([0-9]+)"/

    private func texts(_ sample: Sample, _ part: String) throws -> [(path: String, text: String)] {
        let folder = sample.folder + "/" + part
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (folder + "/" + name, try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
        }
    }

    private func ref(_ line: Substring) -> Substring? { line.firstMatch(of: Self.ref)?.output.1 }

    /// Takes FCM's ID out of some lines; how many.
    private func strip(_ sample: Sample) throws -> Int {
        let sends = try texts(sample, "sends").flatMap { $0.text.split(separator: "\n") }
        let single = Set(
            sends.filter { $0.contains("/messages/") && !$0.contains("\"batch\"") }
                .compactMap(ref))
        var stripped = 0
        for (path, text) in try texts(sample, "events") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let others = lines.map { line -> Substring in
                guard let ref = ref(line), single.contains(ref), ref.hasSuffix("3"),
                    line.hasSuffix("}"), !line.contains("composer")
                else { return line }
                let other = line.replacing(Self.id, with: "")
                if other != line { stripped += 1 }
                return other
            }
            try Data(others.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        }
        return stripped
    }

    @Test("has the counts of the one whose clients do")
    func sameCounts() throws {
        let sample = try Sample(Self.plain)
        let (usual, joined) = (try Database(), try Database())
        func ingest(_ database: Database, _ options: [String]) throws {
            let done = try Program.run(
                ["ingest", "-q", "--db", database.path, sample.folder] + options)
            #expect(done.code == 0, "\(done.errors)")
        }
        try ingest(usual, [])
        #expect(try strip(sample) > 200)
        try ingest(joined, ["--join", "ref"])
        #expect(try Program.run(["verify", "--db", joined.path]).code == 0)
        // A record that comes once by each ID is new twice: the report's counts of lines differ.
        let mayDiffer = Content.ofDelivery.union(["report"])
        let differing = try Set(Content(joined).differences(from: Content(usual)))
        #expect(differing.subtracting(mayDiffer).sorted() == [])
    }
}

@Suite("An ID of one's own that sends share")
struct SharedIDTests {
    /// Of APNs used directly, without a token: only their times tell sends apart.
    @Test("is told by inspect and ingest")
    func told() throws {
        let folder = try TemporaryFolder()
        func lines(_ id: (Int) -> String) throws -> String {
            try folder.write(
                lines: (0..<200).map {
                    #"{"ts":\#(1_763_460_000 + $0),"msg":"apns push sent","status":200,"#
                        + #""data":{"push_id":"\#(id($0))"}}"#
                }, to: "a.ndjson")
        }
        func run(_ command: String...) throws -> String {
            let ended = try Program.run(command + ["--join", "push_id", folder.file("a.ndjson")])
            return ended.output + ended.errors
        }
        _ = try lines { "welcome-\($0 % 2)" }
        #expect(try run("inspect").contains(" 2  in several sends, which count as one message;"))
        #expect(
            try run("ingest", "--db", folder.file("a.db"))
                .contains("warning: 198 of 200 lines repeat what others told of the same IDs\n"))
        _ = try lines { "welcome-\($0)" }
        #expect(try !run("inspect").contains("several sends"))
        #expect(try !run("ingest", "--db", folder.file("b.db")).contains("warning"))
    }
}
