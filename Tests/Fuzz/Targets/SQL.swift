import Foundation
import Reporting
import SQLite

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
