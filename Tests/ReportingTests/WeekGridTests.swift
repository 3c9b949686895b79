import Reporting
import Testing

@Suite("A table of hours and weekdays")
struct WeekGridTests {
    private func derived(_ rows: [[ResultTable.Cell]]) throws -> [[ResultTable.Cell]] {
        let columns = ["weekday", "hour", "sent", "received", "opened", "open_rate", "open_base"]
        let table = ResultTable(columns: columns, rows: rows)
        return try Derivation.required("week_grid").apply(to: table).get().rows
    }

    @Test("has a row for each hour with sends, and a rate for each weekday of at least 100")
    func grid() throws {
        let rows = try derived([
            [1, 8, 200, 0, 50, 0.25, 200], [7, 8, 300, 0, 30, 0.1, 300],
            [7, 23, 99, 0, 30, 0.3, 99],
        ])
        #expect(
            rows == [
                [8, 500, 0.25, .null, .null, .null, .null, .null, 0.1],
                [23, 99, .null, .null, .null, .null, .null, .null, .null],
            ])
    }

    @Test("has none of rows by hour or weekday alone")
    func others() throws {
        #expect(try derived([[1, .null, 200, 0, 50, 0.25, 200]]).isEmpty)
        #expect(try derived([[.null, 5, 200, 0, 50, 0.25, 200]]).isEmpty)
        #expect(try derived([]).isEmpty)
    }
}
