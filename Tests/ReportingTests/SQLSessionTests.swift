import Delivery
import Foundation
import Reporting
import Testing

@Suite("SQL over a database")
struct SQLSessionTests {
    let store: TemporaryStore
    let session: SQLSession

    init() throws {
        store = try TemporaryStore(
            rows: """
                insert into topic_receipt_cells values ('2026-11-18', 1, 5, 2);
                insert into settings values ('secret', 'x');
                """)
        session = try store.session()
    }

    @Test("cells keep their types, integers all their digits")
    func cells() throws {
        let table = try session.run(
            sql: "select 9223372036854775807 as a, 0.5 as b, 'é' as c, x'00ff' as d, null as e")
        let row: [ResultTable.Cell] = [
            9_223_372_036_854_775_807, 0.5, "é", .blob([0, 255]), nil,
        ]
        #expect(table == ResultTable(columns: ["a", "b", "c", "d", "e"], rows: [row]))
    }

    @Test("text may hold a null byte")
    func nullByte() throws {
        let table = try session.run(sql: "select 'a' || char(0) || 'b' as a")
        #expect(table.rows == [["a\0b"]])
    }

    @Test(
        "what is not reading is refused, and the database stays as it is",
        arguments: [
            "insert into ledger_files (path) values ('x')", "delete from topic_receipt_cells",
            "update topic_receipt_cells set received = 9", "drop view messages",
            "create table x (a)", "create temp table x (a)", "create temp view x as select 1",
            "attach ':memory:' as x", "detach main", "begin", "begin immediate", "commit",
            "savepoint x", "vacuum", "vacuum into '/tmp/pushfunnel-vacuum.db'", "analyze",
            "reindex", "update sqlite_master set sql = ''", "pragma journal_mode = delete",
            "pragma journal_mode",
            "pragma user_version = 5", "pragma query_only = off", "pragma writable_schema = on",
            "pragma trusted_schema = on", "pragma wal_checkpoint", "pragma optimize",
            "pragma temp_store_directory = '/tmp'", "select load_extension('x')",
            "explain insert into topic_receipt_cells values ('', 1, 1, 1)",
            "with a as (select 1) insert into topic_receipt_cells select '', 1, 1, 1 from a",
            "create virtual table x using fts5(a)", "select * from settings",
            "select * from SETTINGS", "select count(*) from main.settings",
            "select fts3_tokenizer('simple')", "pragma cell_size_check = off",
            "select (select setting from settings limit 1) from messages",
            "select setting from settings", "alter table states add column x",
            "insert into topic_receipt_cells values ('', 1, 1, 1) returning received",
        ])
    func refusals(sql: String) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
        let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
        switch error?.problems.first?.kind {
        case .refused, .notReadOnly: break
        case .sqlite(_, "table sqlite_master may not be modified"): break
        case let kind: Issue.record("\(String(describing: kind))")
        }
        #expect(try session.run(sql: "select received from topic_receipt_cells").rows == [[5]])
        #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/pushfunnel-vacuum.db"))
    }

    @Test(
        "reading is allowed in all its forms",
        arguments: [
            "pragma table_info(messages)", "pragma user_version", "pragma integrity_check",
            "select name from pragma_table_info('messages')", "explain select 1",
            "select atom from json_each('[1]')", "explain query plan select * from funnel_hourly",
            "values (1), (2)",
            "with recursive a(n) as (select 1 union all select 2 from a limit 3) select n from a",
            "select * from messages", "select 1; -- the end\n /* really */ ;",
            "select name from sqlite_schema",
        ])
    func reading(sql: String) throws {
        _ = try session.run(sql: sql)
    }

    @Test(
        "one statement only; what follows is shown",
        arguments: [
            ("select 1; select 2", 1, 11), ("select 1;\n\n  drop view messages", 3, 3),
            ("select 1; nonsense", 1, 11), ("select 1;;\n;select 1", 2, 2),
            ("select 1; -- a; b\n/* c */ select 2", 2, 9),
        ])
    func severalStatements(sql: String, line: Int, byte: Int) throws {
        let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
        let place = QueryError.Place(path: nil, line: line, byte: byte)
        #expect(error == QueryError(.severalStatements, at: place))
    }

    /// SQLite would read no further.
    @Test(
        "what is behind a NUL is neither run nor passed over",
        arguments: [
            ("select 1\0; drop view messages", 1, 9), ("select 1;\n\0", 2, 1), ("\0", 1, 1),
            ("select 'a\0b'", 1, 10), ("select 1 -- \0", 1, 13),
        ])
    func nul(sql: String, line: Int, byte: Int) throws {
        let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
        let place = QueryError.Place(path: nil, line: line, byte: byte)
        #expect(error == QueryError(.nulByte, at: place))
    }

    @Test("no statement at all", arguments: ["", "  \n", "-- nothing", ";"])
    func nothing(sql: String) throws {
        let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
        #expect(error?.problems.map(\.kind) == [.nothingToRun])
    }

    @Test("every view can be read whole")
    func views() throws {
        for view in ViewDocumentation.all {
            let table = try session.run(sql: "select * from \(view.name)")
            #expect(table.columns.map(\.name) == view.columns.map(\.name))
            for row in table.rows {
                for (column, cell) in zip(view.columns, row) {
                    #expect(type(of: cell) ?? column.type == column.type, "\(column.name)")
                }
            }
        }
    }

    private func type(of cell: ResultTable.Cell) -> ViewDocumentation.ColumnType? {
        switch cell {
        case .null: nil
        case .integer: .integer
        case .real: .real
        case .text, .blob: .text
        }
    }

    @Test("queries of a snapshot see one state")
    func snapshot() throws {
        let sql = "select sum(received) as n from topic_receipt_cells"
        try session.snapshot {
            #expect(try session.run(sql: sql).rows == [[5]])
            try store.execute("insert into topic_receipt_cells values ('2026-11-19', 1, 7, 2)")
            #expect(try session.run(sql: sql).rows == [[5]])
        }
        #expect(try session.run(sql: sql).rows == [[12]])
    }

    @Test("what is no database, or none of ours, is not opened")
    func notAStore() throws {
        let missing = store.folder.appending(path: "none.db").path
        #expect(throws: StoreError.notFound(path: missing)) { try SQLSession(path: missing) }
        let text = store.folder.appending(path: "text.db").path
        try String(repeating: "no database ", count: 100)
            .write(toFile: text, atomically: true, encoding: .utf8)
        #expect(throws: StoreError.notAStore(path: text)) { try SQLSession(path: text) }
        let empty = store.folder.appending(path: "empty.db").path
        try Data().write(to: URL(fileURLWithPath: empty))
        #expect(throws: StoreError.unfinished(path: empty)) { try SQLSession(path: empty) }
    }

    @Test("reading leaves no file behind")
    func leavesNothing() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        do {
            let other = try store.session()
            _ = try other.run(sql: "select * from messages")
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(Set(after) == Set(before))
    }
}
