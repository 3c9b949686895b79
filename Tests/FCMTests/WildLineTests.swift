import FCM
import Foundation
import TestSupport
import Testing

/// `Tests/Wild` and `Tests/Foreign`: rewritten lines of real logs.
@Suite("Lines as they are found")
struct WildLineTests {
    /// A line, what it should give, and why.
    struct Case: Decodable {
        var why: String
        var line: String
        var expect: String
        var reason: String?
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func outcome(_ line: String) -> (what: String, reason: String?) {
        do throws(RecordError) {
            switch try decode(line) {
            case .send(let send):
                switch send.outcome {
                case .sent: return ("send", nil)
                case .failed: return ("failed", nil)
                case .validated: return ("validated", nil)
                }
            case .batch: return ("batch", nil)
            case .event: return ("event", nil)
            case .foreign: return ("foreign", nil)
            case .several: return ("several", nil)
            }
        } catch {
            return ("rejected", error.reason.rawValue)
        }
    }

    @Test("each gives what it should")
    func cases() throws {
        let file = Self.tests.appending(path: "Wild/cases.ndjson")
        for text in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let wild = try JSONDecoder().decode(Case.self, from: Data(text.utf8))
            let found = Self.outcome(wild.line)
            #expect(found.what == wild.expect, "\(wild.why): \(wild.line)")
            guard let reason = wild.reason, found.what == "rejected" else { continue }
            #expect(found.reason == reason, "\(wild.why): \(wild.line)")
        }
    }

    /// The lines of other systems.
    private static func foreign() throws -> [String] {
        let folder = tests.appending(path: "Foreign")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = names.filter { !$0.hasSuffix(".md") }
        #expect(files.count >= 60)
        return try files.sorted().flatMap { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return text.split(separator: "\n").map(String.init)
        }
    }

    @Test("lines of other systems are foreign, every one")
    func ofOthers() throws {
        for line in try Self.foreign() {
            let found = Self.outcome(line)
            #expect(found.what == "foreign", "\(found.reason ?? found.what): \(line)")
        }
    }

    @Test("so they are in what loggers and shippers put around lines", arguments: Wrapping.all)
    func wrapped(wrapping: Wrapping) throws {
        let needsObject = Wrapping.inObject.contains { $0.description == wrapping.description }
        for line in try Self.foreign() where !needsObject || line.hasPrefix("{") {
            let found = Self.outcome(wrapping(line))
            #expect(found.what == "foreign", "\(found.reason ?? found.what): \(line)")
        }
    }
}
