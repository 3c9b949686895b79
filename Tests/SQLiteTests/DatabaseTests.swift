import Dispatch
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A database")
struct DatabaseTests {
    private struct Stop: Error {}

    private static func made(_ path: String) throws -> Database {
        let database = try Database(path: path, busySeconds: 10)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "pragma journal_mode = wal; create table t (n integer)")
        }
        return database
    }

    private static let count = "select count(*) from t"

    @Test("writes all or nothing")
    func rollback() throws {
        let folder = try TemporaryFolder()
        let database = try Self.made(folder.file("a.db"))
        #expect(throws: Stop.self) {
            try database.write { db in
                try db.execute(sql: "insert into t values (1)")
                // A statement that is left at its row keeps nothing from ending.
                #expect(try db.statement("select n from t").step())
                throw Stop()
            }
        }
        let changed = try database.write { db in
            try db.execute(sql: "insert into t values (?), (?)", arguments: [1, 2])
            return db.changesCount
        }
        #expect(changed == 2)
        #expect(try database.read { try Int.fetchOne($0, sql: Self.count) } == 2)
    }

    @Test("reads one state, and writes nothing meanwhile")
    func snapshot() throws {
        let folder = try TemporaryFolder()
        let writer = try Self.made(folder.file("a.db"))
        let reader = try Database(path: folder.file("a.db"), .readOnly)
        try reader.read { db in
            #expect(try Int.fetchOne(db, sql: Self.count) == 0)
            try writer.write { try $0.execute(sql: "insert into t values (1)") }
            #expect(try Int.fetchOne(db, sql: Self.count) == 0)
        }
        #expect(try reader.read { try Int.fetchOne($0, sql: Self.count) } == 1)
        for database in [reader, writer] {
            let error = #expect(throws: SQLiteError.self) {
                try database.read { try $0.execute(sql: "insert into t values (2)") }
            }
            #expect(error?.code == .readOnly)
        }
        try writer.write { try $0.execute(sql: "insert into t values (2)") }
    }

    @Test("waits for another writer, or says that it is busy")
    func busy() throws {
        let folder = try TemporaryFolder()
        let database = try Self.made(folder.file("a.db"))
        let other = try Database(path: folder.file("a.db"))
        try database.write { _ in
            let error = #expect(throws: SQLiteError.self) { try other.write { _ in } }
            #expect(error?.code == .busy)
        }
        try other.write { try $0.execute(sql: "insert into t values (1)") }
    }

    @Test("empties its log when nobody reads an old state")
    func log() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try Self.made(path)
        let reader = try Database(path: path, .readOnly)
        let impatient = try Database(path: path)
        try reader.read { db in
            _ = try Int.fetchOne(db, sql: Self.count)
            try writer.write { try $0.execute(sql: "insert into t values (1)") }
            #expect(try !impatient.writeWithoutTransaction { try $0.emptyLog() })
        }
        #expect(try impatient.writeWithoutTransaction { try $0.emptyLog() })
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty)
    }

    @Test("is used by many threads, one at a time")
    func threads() throws {
        let database = try Database()
        try database.write { try $0.execute(sql: "create table t (n integer)") }
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            try? database.write { db in
                let before = try Int.fetchOne(db, sql: Self.count) ?? 0
                try db.execute(sql: "insert into t values (?)", arguments: [before])
            }
            _ = try? database.read { try Row.fetchAll($0, sql: "select * from t") }
        }
        let numbers = try database.read { try Int.fetchAll($0, sql: "select n from t order by n") }
        #expect(numbers == Array(0..<200))
    }

    @Test("is copied as it was at one moment")
    func backup() throws {
        let folder = try TemporaryFolder()
        let database = try Self.made(folder.file("a.db"))
        try database.write {
            try $0.execute(
                sql: """
                    insert into t with n (i) as (select 1 union all select i + 1 from n limit 9999)
                    select i from n
                    """)
        }
        func copy(to path: String, _ onStep: (Int, Int) throws -> Void) throws {
            let copy = try Database(path: path)
            try database.read { source in
                _ = try Int.fetchOne(source, sql: Self.count)
                try copy.writeWithoutTransaction {
                    try source.backup(to: $0, pagesAtOnce: 5, onStep)
                }
            }
        }
        var steps: [Int] = []
        try copy(to: folder.file("b.db")) { done, all in
            steps.append(done)
            #expect(done <= all)
        }
        #expect(steps.count > 2 && steps == steps.sorted())
        let read = try Database(path: folder.file("b.db"))
        #expect(try read.read { try Int.fetchOne($0, sql: Self.count) } == 9999)
        #expect(throws: Stop.self) {
            try copy(to: folder.file("c.db")) { _, _ in throw Stop() }
        }
    }

    @Test("is no other file, and none that is not there")
    func opening() throws {
        let folder = try TemporaryFolder()
        let other = try folder.write(Array(repeating: 0x61, count: 5000), to: "a.txt")
        let error = #expect(throws: SQLiteError.self) { try Database(path: other) }
        #expect(error?.code == .notADatabase)
        let missing = #expect(throws: SQLiteError.self) {
            try Database(path: folder.file("none.db"), .readOnly)
        }
        #expect(missing?.code == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.db")))
    }

    @Test("that is damaged is an error or gives rows", arguments: 0..<40)
    func damaged(seed: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try Database(path: path).write {
            try $0.execute(
                sql: """
                    create table t (id integer primary key, n integer, x real, w text, b blob);
                    insert into t with n (i) as (select 1 union all select i + 1 from n limit 999)
                    select i, i * i, i / 2.0, 'word ' || i, randomblob(i % 9) from n
                    """)
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<50 {
            bytes[Int.random(in: 100..<bytes.count, using: &random)] =
                UInt8.random(in: 0...255, using: &random)
        }
        try bytes.write(to: URL(filePath: path))
        do {
            let database = try Database(path: path, .readOnly)
            let rows = try database.read { try Row.fetchAll($0, sql: "select * from t") }
            for row in rows {
                _ = try? row["n"] as Int32
                _ = try? row["w"] as String
                _ = try? row["b"] as Cell
            }
        } catch is SQLiteError {
        }
    }
}
