import CSQLite
import Reporting
import Testing

@Suite("Limits of a query")
struct SQLLimitTests {
    let store: TemporaryStore
    static let endless = """
        with recursive a(n) as (select 1 union all select n + 1 from a)
        select count(*) as n from a
        """
    static let numbers = """
        with recursive a(n) as (select 1 union all select n + 1 from a where n < 10)
        select n from a
        """

    init() throws { store = try TemporaryStore() }

    @Test("more rows than the limit are left out, and the result says so")
    func rows() throws {
        let session = try store.session(SQLLimits(rows: 4))
        let table = try session.run(sql: Self.numbers)
        #expect(table.rows.count == 4)
        #expect(table.cutAfterRows == 4)
    }

    @Test("as many rows as the limit are not cut", arguments: [10, 11])
    func exactRows(limit: Int) throws {
        let table = try store.session(SQLLimits(rows: limit)).run(sql: Self.numbers)
        #expect(table.rows.count == 10)
        #expect(!table.isCut)
    }

    /// What one call could make a gigabyte of, before any clock is looked at.
    @Test(
        "no value is longer than the longest line",
        arguments: [
            "zeroblob(1000000000)", "hex(zeroblob(10000000))", "randomblob(20000000)",
            "replace(hex(zeroblob(4000000)), '0', 'aaaaaaaaaa')", "quote(zeroblob(9000000))",
        ])
    func long(value: String) throws {
        let session = try store.session()
        let error = #expect(throws: QueryError.self) {
            try session.run(sql: "select length(\(value)) as n")
        }
        let kind = QueryError.Kind.sqlite(code: SQLITE_TOOBIG, message: "string or blob too big")
        #expect(error?.problems.map(\.kind) == [kind])
        #expect(try session.run(sql: "select 1 as a").rows == [[1]])
    }

    /// SQLite's own answer to a text that it cannot make.
    @Test(
        "printf gives null instead",
        arguments: ["'%1000000000d', 1", "'%.*c', 100000000, 'x'", "'%100000000.5f', 1.0"])
    func wide(arguments: String) throws {
        let table = try store.session().run(sql: "select length(printf(\(arguments))) as n")
        #expect(table.rows == [[nil]])
    }

    @Test("no text that is put together, no pattern and no statement is longer than it may be")
    func longTexts() throws {
        let session = try store.session(SQLLimits(time: .seconds(60)))
        let many = """
            with recursive a(n, text) as (
                select 1, hex(zeroblob(1000)) union all select n + 1, text from a where n < 10000)
            """
        for sql in [
            many + " select length(group_concat(text)) as n from a",
            "select 'a' like '\(String(repeating: "%a", count: 501))' as n",
            "select 1 as a -- " + String(repeating: "x", count: 1_000_000),
        ] {
            let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
            guard case .sqlite? = error?.problems.first?.kind else {
                Issue.record("\(String(describing: error?.problems))")
                continue
            }
        }
    }

    @Test("what takes too long is stopped with an error, and the session lives on")
    func time() throws {
        let session = try store.session(SQLLimits(time: .milliseconds(50)))
        let start = ContinuousClock.now
        let error = #expect(throws: QueryError.self) { try session.run(sql: Self.endless) }
        #expect(error?.problems.map(\.kind) == [.timeLimit(.milliseconds(50))])
        #expect(error?.problems.first?.message == "stopped after the time limit of 0.05 s")
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try session.run(sql: "select 1 as a").rows == [[1]])
    }
}
