import Delivery
import Foundation
import Reporting
import SQLite
import TestSupport

/// A statement is refused with problems in lines that it has, or gives rows; whatever it is, the
/// database stays as it is to the byte, nothing is made beside it, no key of its hashes is in what
/// is given, and the session answers the next question.
func fuzzSQL(_ bytes: [UInt8]) throws {
    let store = try FuzzedStore.made.get()
    let sql = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let lines = sql.utf8.count { $0 == 0x0a } + 1
    let session = try SQLSession(
        path: store.path, limits: SQLLimits(rows: 100, time: .milliseconds(100)))
    do {
        let table = try session.run(sql: sql)
        try expect(!store.isKey(in: table), "a key is given")
    } catch let error as QueryError {
        try expectProblems(error, lines)
    }
    session.limits = .standard
    let answer = try session.run(sql: "select lines from ledger").rows
    try expectEqual(answer, [[.integer(1)]], "the next answer")
    let databases = try session.run(sql: "pragma database_list").rows.map { $0[1] }
    let known: [ResultTable.Cell] = [.text("main"), .text("temp")]
    try expect(databases.allSatisfy(known.contains), "databases \(databases) are open")
    try store.expectUntouched()
}

/// A store with a message, made once and then only read.
private struct FuzzedStore: Sendable {
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
            case .text(let text): keys.contains(where: text.contains)
            case .blob(let bytes): keys.contains { bytes.contains(Array($0.utf8)) }
            case .null, .integer, .real: false
            }
        }
    }

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
