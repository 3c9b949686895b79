import Foundation
import Testing

/// All offenders at once, so that one run is enough to mend them.
@Suite("Layout")
struct LayoutTests {
    private static let longestLine = 100
    private static let longestFile = 500

    /// The lines of Swift files with which something is wrong.
    private func offenders(
        in folders: String..., where problem: (Substring) -> String?
    ) throws -> [Offender] {
        try folders.flatMap { Repository.files(in: $0, ending: ".swift") }.flatMap { path in
            try Repository.lines(path).enumerated().compactMap { index, line in
                problem(line).map { Offender(path: path, line: index + 1, problem: $0) }
            }
        }
    }

    @Test("no line is longer than it may be")
    func lines() throws {
        let offenders = try offenders(in: "Sources", "Tests", "Packaging") { line in
            line.count > LayoutTests.longestLine ? "\(line.count) columns" : nil
        }
        #expect(offenders == [])
    }

    @Test("no file is longer than it may be")
    func files() throws {
        let offenders = try Repository.files(in: "Sources", "Tests", ending: ".swift").compactMap {
            let count = try Repository.lines($0).count - 1
            return count > LayoutTests.longestFile
                ? Offender(path: $0, line: count, problem: "\(count) lines") : nil
        }
        #expect(offenders == [])
    }

    /// Both end the program where an error could be told.
    @Test("nothing is forced")
    func forced() throws {
        let forced = /\btry!|\bas!|[\w)\]]!(?:[.,;)\]\[ ]|$)/
        let offenders = try offenders(in: "Sources") { line in
            let code = code(line)
            return code.firstMatch(of: forced).map { "forced: \($0.0)" }
        }
        #expect(offenders == [])
    }

    /// A line without its comment and its texts.
    private func code(_ line: Substring) -> String {
        let code = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
        return String(code.prefix(upTo: code.firstRange(of: "//")?.lowerBound ?? code.endIndex))
    }

    @Test("every dependency has its reason before it")
    func dependencies() throws {
        let lines = try Repository.lines("Package.swift")
        let found = lines.indices.filter { lines[$0].contains(".package(url:") }
        #expect(!found.isEmpty)
        for index in found {
            let before = lines[index - 1].trimmingCharacters(in: .whitespaces)
            #expect(before.hasPrefix("// "), "Package.swift:\(index + 1)")
        }
    }

    @Test("every case says what it shows")
    func cases() throws {
        let commands = Repository.files(in: "Tests/Cases", ending: "/command")
        #expect(commands.count >= 40)
        #expect(try commands.filter { try !Repository.text($0).hasPrefix("# ") } == [])
    }
}
