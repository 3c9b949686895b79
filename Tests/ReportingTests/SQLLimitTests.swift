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
