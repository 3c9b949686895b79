import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A connection")
struct ConnectionTests {
    private func filled() throws -> Database {
        let database = try Database()
        try database.write {
            try $0.execute(
                sql: """
                    create table t (id integer primary key, n integer unique, x, w text);
                    -- A comment; and nothing behind it.
                    insert into t values (1, 10, 0.5, 'one'), (2, 20, x'00ff', 'two; three'),
                        (3, null, null, null)
                    """)
        }
        return database
    }

    @Test("gives what is stored, and takes it back as it was")
    func values() throws {
        let cells: [Cell] = [
            .null, .integer(.min), .real(0.1), .text("a\0b 😀"), .text(""), .blob([]),
            .blob([0, 255]),
        ]
        let found = try Database().read { db in
            try Row.fetchOne(db, sql: "select ?, ?, ?, ?, ?, ?, ?", arguments: cells)?.cells
        }
        #expect(found == cells)
    }

    @Test("reads columns by their names, as what they are expected to be")
    func columns() throws {
        let rows = try filled().read { try Row.fetchAll($0, sql: "select * from t order by id") }
        #expect(try rows.map { try $0["id"] as Int } == [1, 2, 3])
        #expect(try rows.map { try $0["n"] as Int32? } == [10, 20, nil])
        #expect(try rows[0]["x"] == 0.5)
        #expect(try rows[0]["w"] == "one")
        #expect(try rows[1]["n"] == true)
    }

    @Test("makes a cell that holds something else an error")
    func damaged() throws {
        let rows = try filled().read { try Row.fetchAll($0, sql: "select * from t order by id") }
        func expectMismatch<Value: CellValue>(_ row: Int, _ name: String, _: Value.Type) {
            let error = #expect(throws: SQLiteError.self) { try rows[row][name] as Value }
            #expect(error?.code == .mismatch && error?.message.contains(name) == true)
            #expect(error?.sql == "select * from t order by id")
        }
        expectMismatch(0, "w", Int64.self)
        expectMismatch(0, "w", Double?.self)
        expectMismatch(0, "n", String.self)
        expectMismatch(1, "x", String?.self)
        expectMismatch(2, "n", Int64.self)
        expectMismatch(2, "w", String.self)
        expectMismatch(2, "w", Bool.self)
        #expect(throws: SQLiteError.self) { try rows[0]["none"] as Cell }
        let large = try Database().read { try Row.fetchOne($0, sql: "select 1 << 40 as n") }
        #expect(throws: SQLiteError.self) { try large?["n"] as Int32? }
        #expect(throws: SQLiteError.self) {
            try filled().read { try String.fetchAll($0, sql: "select w from t") }
        }
    }

    @Test("gives nothing of no row, and of NULL")
    func nothing() throws {
        try filled().read { db throws in
            #expect(try Int.fetchOne(db, sql: "select n from t where id = 3") == nil)
            #expect(try Int.fetchOne(db, sql: "select n from t where id = 4") == nil)
            #expect(try Row.fetchOne(db, sql: "select n from t where id = 4") == nil)
            #expect(try Int?.fetchAll(db, sql: "select n from t order by id") == [10, 20, nil])
        }
    }

    @Test("tells what is wrong, and never what was bound")
    func errors() throws {
        let database = try filled()
        let twice = #expect(throws: SQLiteError.self) {
            try database.write {
                try $0.execute(
                    sql: " insert into t (n, w) values (?, ?);\n", arguments: [10, "secret"])
            }
        }
        #expect(twice?.code == .constraint && twice?.extendedCode == 2067)
        #expect(
            "\(try #require(twice))" == """
                SQLite error 19: UNIQUE constraint failed: t.n \
                - while executing `insert into t (n, w) values (?, ?)`
                """)
        let syntax = #expect(throws: SQLiteError.self) {
            try database.read { try Row.fetchAll($0, sql: "select 1, nothing from t") }
        }
        #expect(syntax?.offset == 10)
        for (sql, values) in [("select ?", []), ("select 1", [1]), (" ; -- nothing", [])] {
            #expect(throws: SQLiteError.self, "\(sql)") {
                try database.read { try $0.execute(sql: sql, arguments: values) }
            }
        }
        let second = #expect(throws: SQLiteError.self) {
            try database.write { try $0.execute(sql: "select 1; insert into t (id) values (1);") }
        }
        #expect(second?.sql?.hasPrefix(" insert") == true)
    }

    @Test("reads the rows of a query within the rows of the same")
    func nested() throws {
        let sql = "select id from t order by id"
        var found: [Int] = []
        try filled().read { db in
            try Row.forEach(db, sql: sql) { row in
                found.append(try row["id"])
                found += try Int.fetchAll(db, sql: sql)
            }
        }
        #expect(found == [1, 1, 2, 3, 2, 1, 2, 3, 3, 1, 2, 3])
    }

    @Test("ends what runs when it is asked to")
    func stops() throws {
        let endless = "with n (i) as (select 1 union all select i + 1 from n) select max(i) from n"
        try filled().writeWithoutTransaction { db throws in
            db.shouldStop = { true }
            let error = #expect(throws: SQLiteError.self) { try db.execute(sql: endless) }
            #expect(error?.code == .interrupt)
            db.shouldStop = nil
            #expect(try Int.fetchOne(db, sql: "select count(*) from t") == 3)
        }
    }

    @Test("quotes any name")
    func names() throws {
        try Database().write { db in
            let name = "a \"name\" of; mine"
            try db.execute(sql: "create table \(Connection.quoted(name)) (n)")
            #expect(try db.tableExists(name))
            #expect(try !db.tableExists("a"))
        }
    }
}
