import Foundation
import Testing

/// What each target may import: the picture of Sources/README.md as a table.
@Suite("Layers")
struct LayerTests {
    private static let allowed: [String: Set<String>] = [
        "Locked": ["Foundation"],
        "SQLite": ["CSQLite", "Locked"],
        "NDJSON": [
            "CInflate", "CScan", "CZlib", "Dispatch", "Foundation", "Glibc", "Musl",
            "Synchronization",
        ],
        "FCM": ["NDJSON", "Foundation"],
        "Delivery": [
            "CScan", "CSQLite", "FCM", "Locked", "NDJSON", "SQLite", "Dispatch", "Foundation",
            "Glibc", "Musl", "Synchronization",
        ],
        "Alerts": ["Delivery", "Locked", "NDJSON", "SQLite", "Glibc", "Musl"],
        "Lake": ["Delivery", "FCM", "NDJSON", "SQLite", "Foundation", "Glibc", "Musl"],
        "Reporting": [
            "Alerts", "CSQLite", "Delivery", "FCM", "Lake", "Locked", "NDJSON", "SQLite",
            "Mustache", "Dispatch", "Foundation", "Glibc", "Musl",
        ],
        "Sampling": [
            "CZlib", "Dispatch", "Foundation", "Glibc", "Locked", "Musl", "Synchronization",
        ],
        "Serving": [
            "Alerts", "Delivery", "Locked", "NDJSON", "Reporting", "SQLite", "FlyingSocks",
            "Foundation", "Glibc", "Synchronization",
        ],
        "EmbedText": ["Foundation"],
        "EmbedTextPlugin": ["Foundation", "PackagePlugin"],
        "pushfunnel": [
            "Alerts", "ArgumentParser", "Delivery", "FCM", "Lake", "NDJSON", "Reporting",
            "Sampling", "Serving", "SQLite", "Foundation", "Synchronization",
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

    /// Which folders of `Delivery` each may name types of, besides its own.
    private static let folders: [String: Set<String>] = [
        "Statistics": [],
        "State": ["Statistics"],
        "Store": ["State", "Statistics"],
        "Ingest": ["State", "Store"],
        "Retention": ["State", "Store"],
        "Follow": ["Ingest", "Store"],
        "Inspect": ["Ingest", "State", "Statistics", "Store"],
    ]

    @Test("of folders name types of those before them")
    func folders() throws {
        let files = try Repository.files(in: "Sources/Delivery", ending: ".swift").map { path in
            (path, folder: String(path.split(separator: "/")[2]), text: try code(path))
        }
        #expect(Set(files.map(\.folder)) == Set(LayerTests.folders.keys))
        var homes: [String: String] = [:]
        for file in files {
            for name in declaredTypes(file.text) { homes[name] = file.folder }
        }
        #expect(homes.count > 100)
        for (path, folder, text) in files {
            let named = Set(text.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
            let used = named.filter { homes[$0].map { $0 != folder } ?? false }
            let allowed = LayerTests.folders[folder] ?? []
            #expect(used.filter { !allowed.contains(homes[$0] ?? "") } == [], "\(path)")
        }
    }

    /// Without comments and texts.
    private func code(_ path: String) throws -> String {
        try Repository.text(path).replacing(/(?s)""".*?"""|"(?:\\.|[^"\\])*"|\/\/[^\n]*/, with: "")
    }

    private func declaredTypes(_ text: String) -> [String] {
        let words = /(?m)^(?:package |final |indirect )*(?:struct|enum|class|protocol) (\w+)/
        return text.matches(of: words).map { String($0.1) }
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
