import Foundation
import FuzzTargets
import NDJSON
import TestSupport
import Testing

/// Records of lines that are read by their shapes are those of walked lines.
@Suite("Records by the shapes of lines")
struct ShapeTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The lines of all logs in a folder of tests.
    private static func lines(in folder: String) throws -> [[UInt8]] {
        let files = try #require(
            FileManager.default.enumerator(
                at: tests.appending(path: folder), includingPropertiesForKeys: nil))
        var lines: [[UInt8]] = []
        for case let file as URL in files
        where ["ndjson", "log", "json", "jsonl", "txt"].contains(file.pathExtension) {
            lines += try Data(contentsOf: file).split(separator: 0x0a).map(Array.init)
        }
        return lines
    }

    @Test("lines of all kinds of logs", arguments: ["Cases", "Wild", "Foreign", "Queries"])
    func logs(folder: String) throws {
        let lines = try Self.lines(in: folder)
        let pair = ReaderPair()
        for line in lines + lines.reversed() { try pair.read(line) }
        for line in lines {
            try pair.read(line)
            try pair.read(line)
        }
    }

    @Test("lines of logs, cut and changed at marks of JSON", arguments: ["Wild", "Foreign"])
    func changes(folder: String) throws {
        let pair = ReaderPair()
        var random = SeededRandom(seed: 7)
        let marks = Array(#""\{}[]:,0 "#.utf8) + [0x01, 0xc3]
        for line in try Self.lines(in: folder) where line.count < 5000 && random.once(in: 12) {
            try pair.read(line)
            for place in line.indices where marks.contains(line[place]) && random.once(in: 4) {
                var changed = line
                changed[place] = random.pick(marks)
                try pair.read(changed)
                try pair.read(Array(line[..<place]))
                try pair.read(line)
            }
        }
    }

    @Test("the documents of JSONTestSuite in a line whose shape is known")
    func suite() throws {
        let pair = ReaderPair()
        let (before, behind) = (
            Array(#"{"ts":1795165201,"extra":"#.utf8),
            Array(
                (#","message":{"token":"t"},"#
                    + #""response":{"name":"projects/demo/messages/1795165200298771"}}"#).utf8)
        )
        for document in SuiteDocument.all {
            try pair.read(before + Array(#""text""#.utf8) + behind)
            try pair.read(before + document.bytes + behind)
            try pair.read(document.bytes)
            try pair.read(before + document.bytes + behind)
        }
    }

    @Test("random logs, with shuffled keys, too", arguments: 1...12 as ClosedRange<UInt64>)
    func randomLogs(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let instructions = ShapeInstructions.available
        let pair = ReaderPair(instructions[Int(seed) % instructions.count])
        let lines = RandomLog(seed: seed, messages: 60).lines.map { Array($0.utf8) }
        for line in lines + lines {
            try pair.read(line)
            try pair.read(ShuffledKeys.line(line, &random))
        }
    }
}
