import Foundation

/// The files of this repository, by their path from its top.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func lines(_ path: String) throws -> [Substring] {
        try text(path).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Files below some folders whose names end so, in order.
    static func files(in folders: String..., ending: String) -> [String] {
        folders.flatMap { folder in
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            return (names?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(ending) }
                .map { folder + "/" + $0 }
        }.sorted()
    }

    /// Cells of the rows of a Markdown table, by its first cell.
    static func table(_ path: String, beginning title: String) throws -> [[String]] {
        let lines = try lines(path).drop { !$0.hasPrefix("| " + title) }.dropFirst(2)
        return lines.prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}

/// A place in a file with what is wrong there, as compilers tell it.
struct Offender: CustomStringConvertible, Equatable {
    var path: String
    var line: Int
    var problem: String

    var description: String { "\(path):\(line): \(problem)" }
}
