internal import Foundation

/// One document of JSONTestSuite, and whether it is to be read.
package struct SuiteDocument: Sendable, CustomStringConvertible {
    package enum Verdict: Equatable, Sendable {
        case read
        /// For this reason; nil for any.
        case setAside(String?)
    }

    package var name: String
    package var bytes: [UInt8]

    package var description: String { name }

    package var expected: Verdict {
        switch name.prefix(2) {
        case "y_": .read
        case "n_": .setAside(nil)
        default: SuiteDocument.decided[name] ?? .setAside(nil)
        }
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "JSONTestSuite")

    /// In the order of their names, which are without `.json`.
    package static let all: [SuiteDocument] = {
        let files = (try? PackedInput.all(in: "JSONTestSuite/test_parsing.json")) ?? []
        return files.map { SuiteDocument(name: String($0.name.dropLast(5)), bytes: $0.bytes) }
    }()

    /// What the folder's README says of those that RFC 8259 leaves open.
    package static let decided: [String: Verdict] = {
        let text = try? String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        var decided: [String: Verdict] = [:]
        for row in (text ?? "").split(separator: "\n") where row.hasPrefix("| `i_") {
            let cells = row.split(separator: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            decided[cells[0]] = cells[1] == "read" ? .read : .setAside(cells[1])
        }
        return decided
    }()
}
