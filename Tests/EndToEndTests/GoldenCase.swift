import Foundation
import Testing

/// A folder of `Tests/Cases`: what a user has and types, and what the program must answer.
struct GoldenCase: CustomTestStringConvertible {
    var folder: URL

    var testDescription: String { folder.lastPathComponent }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Cases")

    static let all: [GoldenCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.sorted().map { root.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: "command").path) }
            .map(GoldenCase.init)
    }()

    /// Files that are not there expect nothing: no output, no errors, 0.
    var expected: Finished {
        Finished(
            output: text("expected.stdout"), errors: text("expected.stderr"),
            code: Int32(text("exit").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }

    /// Writes what was found as what is expected.
    func expect(_ found: Finished) throws {
        try write(found.output, to: "expected.stdout")
        try write(found.errors, to: "expected.stderr")
        try write(found.code == 0 ? "" : "\(found.code)\n", to: "exit")
    }

    private func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        if text.isEmpty {
            try? FileManager.default.removeItem(at: file)
        } else {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
