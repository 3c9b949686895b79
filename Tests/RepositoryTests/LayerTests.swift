import Foundation
import Testing

/// What each target may import: the picture of Sources/README.md as a table.
@Suite("Layers")
struct LayerTests {
    private static let allowed: [String: Set<String>] = [
        "Locked": ["Foundation"],
        "SQLite": ["CSQLite", "Locked"],
        "NDJSON": ["CInflate", "CScan", "CZlib", "Foundation", "Glibc", "Musl"],
        "FCM": ["NDJSON", "Foundation"],
        "Delivery": [
            "CScan", "CSQLite", "FCM", "Locked", "NDJSON", "SQLite", "Dispatch", "Foundation",
            "Glibc", "Musl", "Synchronization",
        ],
        "Reporting": [
            "CSQLite", "Delivery", "NDJSON", "SQLite", "Mustache", "Foundation", "Glibc", "Musl",
        ],
        "Sampling": [
            "CZlib", "Dispatch", "Foundation", "Glibc", "Locked", "Musl", "Synchronization",
        ],
        "EmbedText": ["Foundation"],
        "EmbedTextPlugin": ["Foundation", "PackagePlugin"],
        "pushfunnel": [
            "ArgumentParser", "Delivery", "FCM", "NDJSON", "Reporting", "Sampling", "SQLite",
            "Foundation", "Synchronization",
        ],
    ]

    @Test("import what is below them")
    func imports() throws {
        var offenders: [Offender] = []
        for path in Repository.files(in: "Sources", ending: ".swift") {
            let target = String(path.split(separator: "/")[1])
            let allowed = try #require(LayerTests.allowed[target], "\(target) is in no layer")
            for (index, line) in try Repository.lines(path).enumerated() {
                guard let module = module(line), !allowed.contains(module) else { continue }
                let problem = "imports \(module)"
                offenders.append(Offender(path: path, line: index + 1, problem: problem))
            }
        }
        #expect(offenders == [])
    }

    private func module(_ line: Substring) -> String? {
        let pattern = /\s*(?:(?:package|internal|private|public|@\w+) )*import (?:\w+ )?(\w+)[.\w]*/
        return line.wholeMatch(of: pattern).map { String($0.1) }
    }

    /// Decoders know no files: what they are given is all they see.
    @Test("that decode open no file", arguments: ["FCM"])
    func pure(target: String) throws {
        let calls = /\b(?:FileManager|FileHandle|fopen|open\(|read\(fd|print\(|getenv|Date\(\))/
        #expect(try offenders(in: "Sources/\(target)", calls, "is no business of decoders") == [])
    }

    private func offenders(
        in folder: String, _ pattern: Regex<Substring>, _ problem: String
    ) throws -> [Offender] {
        try Repository.files(in: folder, ending: ".swift").flatMap { path in
            try Repository.lines(path).enumerated().compactMap { index, line in
                line.firstMatch(of: pattern).map {
                    Offender(path: path, line: index + 1, problem: "\($0.0) \(problem)")
                }
            }
        }
    }
}
