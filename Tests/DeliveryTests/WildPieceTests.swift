import Delivery
import FCM
import Foundation
import NDJSON
import TestSupport
import Testing

/// Logs in the shapes that people have pasted, each with what it gives: see Tests/Wild.
@Suite("Pieces of logs")
struct WildPieceTests {
    struct Piece: Sendable, CustomStringConvertible {
        var description: String
        var expected: String
        var text: String
    }

    static let pieces: [Piece] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../Wild/pieces.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.dropLast().split(separator: "\n=== ").dropFirst().map { piece in
            let head = piece.prefix { $0 != "\n" }
            let parts = head.split(separator: " · ")
            return Piece(
                description: String(parts.first ?? ""), expected: String(parts.last ?? ""),
                text: piece.dropFirst(head.count + 1) + "\n")
        }
    }()

    @Test("are at least sixty") func count() { #expect(Self.pieces.count >= 60) }

    @Test("give what their table says, and nothing is silent", arguments: pieces)
    func piece(piece: Piece) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(piece.text.utf8), to: "piece.log")
        let options = IngestOptions(latest: Timestamp("2025-11-20T00:00:00Z")!)
        let sample = try FileSampler(options).sample(path)
        #expect(sample.summary == piece.expected)
        #expect(sample.counts.addsUp)
    }
}

extension FileSample {
    fileprivate var summary: String {
        var kinds: [(Int64, String)] = [
            (accepted, "accepted"), (refused, "refused"), (validated, "validated"),
        ]
        kinds += EventKind.allCases.map { (events[$0] ?? 0, $0.name) }
        let reasons = Dictionary(grouping: rejects, by: \.reason.rawValue)
        kinds += reasons.sorted { $0.key < $1.key }.map { reason, groups in
            (groups.reduce(0) { $0 + $1.count }, "rejected \(reason)")
        }
        kinds += [(counts.foreign, "foreign"), (counts.blank, "blank")]
        return kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
