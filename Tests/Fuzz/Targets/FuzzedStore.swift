import Delivery
import Foundation
import Reporting
import SQLite
import TestSupport

/// A store with a message, made once and then only read.
struct FuzzedStore: Sendable {
    static let made = Result { try FuzzedStore() }

    let path: String
    /// Immutable, though it does not say so.
    nonisolated(unsafe) private let folder: TemporaryFolder
    private let content: Data?
    private let keys: [String]

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("push.db")
        let log = try folder.write(
            lines: [
                """
                {"ts":"2025-11-18T09:00:00Z","message":{"token":"t"},"response":{"name":"1"}}
                """
            ], to: "send.ndjson")
        let store = try Store(writing: path)
        let latest = ToldLines.latest
        guard try IngestRun(store, IngestOptions(latest: latest)).read([log]) else {
            throw Broken("a store cannot be made")
        }
        keys = try store.database.read { db in
            try [Settings.Name.hashKey, .targetKey].compactMap { try Settings.text($0, db) }
        }
        try store.emptyLog(above: 0)
        content = FileManager.default.contents(atPath: path)
    }

    func isKey(in table: ResultTable) -> Bool {
        table.rows.joined().contains { cell in
            switch cell {
            case .text(let text): isKey(in: text)
            case .blob(let bytes): keys.contains { bytes.contains(Array($0.utf8)) }
            case .null, .integer, .real: false
            }
        }
    }

    func isKey(in text: String) -> Bool { keys.contains(where: text.contains) }

    func expectUntouched() throws {
        try expect(FileManager.default.contents(atPath: path) == content, "the database changed")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let known: Set = [
            "push.db", "push.db-wal", "push.db-shm", "push.db-lock", "send.ndjson",
        ]
        try expect(known.isSuperset(of: names), "files \(names)")
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool { firstRange(of: part) != nil }
}
