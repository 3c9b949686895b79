import Reporting
import Testing

@Suite("The rates of rows compared")
struct CompareTests {
    private let compare: Derivation

    init() throws { compare = try Derivation.required("compare") }

    private func derived(_ rows: [[ResultTable.Cell]]) throws -> [[ResultTable.Cell]] {
        let columns = ["campaign", "opened", "open_base", "day"]
        return try compare.apply(to: ResultTable(columns: columns, rows: rows)).get().rows
    }

    @Test("are those of the first row and of each other")
    func ofFirst() throws {
        let rows = try derived([
            ["a", 4800, 8000, "mon"], ["b", 5600, 7000, "tue"], ["c", 10, 20, "wed"],
        ])
        #expect(rows.count == 2)
        #expect(rows[0].prefix(6) == ["open_rate", "a, mon", "b, tue", 0.6, 0.8, 0.2])
        #expect(rows[0].last == "yes")
        // Of 20 there is no rate.
        #expect(rows[1][2] == "c, wed")
        #expect(rows[1][3] == 0.6)
        #expect(rows[1].dropFirst(4).allSatisfy { $0 == .null })
    }

    @Test("have an interval that holds 0 when chance alone may differ as much")
    func chance() throws {
        let row = try #require(try derived([["a", 50, 1000, ""], ["b", 55, 1000, ""]]).first)
        #expect(row[5] == 0.005)
        #expect(row.last == .null)
    }

    @Test("are none of one row, and of no rate")
    func none() throws {
        #expect(try derived([["a", 1, 2, ""]]).isEmpty)
        #expect(try derived([]).isEmpty)
        let impossible = try derived([["a", 300, 200, ""], ["b", 10, 200, ""]])
        #expect(impossible.first?[3] == .null)
        let table = ResultTable(columns: ["campaign"])
        #expect(throws: Derivation.MissingColumns.self) { try compare.apply(to: table).get() }
    }

    @Test("are those that the manual of a query names")
    func ofManual() throws {
        let session = try TemporaryStore(rows: QueryCase.standardRows).session()
        let table = try session.run(try QueryCatalog().query("funnel_by_platform"))
        let rates = try compare.apply(to: table).get().rows.map(\.[0])
        #expect(rates.contains("received_rate") && rates.contains("open_rate"))
    }
}
