import Delivery
import Reporting
import Testing

@Suite("Derivation change")
struct ChangeTests {
    private func periods(_ rows: [[ResultTable.Cell]]) -> ResultTable {
        ResultTable(
            columns: [
                "period", "attempted", "failed", "sent", "received", "impressions", "opened",
                "impression_base", "open_base",
            ],
            rows: rows)
    }

    private func change(_ rows: [[ResultTable.Cell]]) throws -> [[ResultTable.Cell]] {
        try #require(Derivation.named("change")).apply(to: periods(rows)).get().rows
    }

    /// Intervals: statsmodels 0.15.0, `confint_proportions_2indep(method='newcomb')`.
    @Test("gives each measure against both earlier periods")
    func measures() throws {
        let rows = try change([
            ["period", 4100, 100, 4000, 3600, 1000, 300, 2000, 4000],
            ["previous", 4050, 50, 4000, 3590, 1010, 212, 2000, 4000],
            ["week_before", 2000, 0, 2000, 1000, 90, 99, 99, 99],
        ])
        #expect(
            rows == [
                ["sent", "previous", 4000, 4000, 0, nil, nil, nil, nil, nil, nil],
                ["sent", "week_before", 4000, 2000, 10_000, nil, nil, nil, nil, nil, nil],
                ["failure_rate", "previous", 100, 50, nil, 244, 123, 120, 62, 180, "yes"],
                ["failure_rate", "week_before", 100, 0, nil, 244, 0, 244, 197, 296, "yes"],
                ["received_rate", "previous", 3600, 3590, nil, 9000, 8975, 25, -107, 157, nil],
                [
                    "received_rate", "week_before", 3600, 1000, nil, 9000, 5000, 4000, 3761, 4236,
                    "yes",
                ],
                ["impression_rate", "previous", 1000, 1010, nil, 5000, 5050, -50, -360, 260, nil],
                ["impression_rate", "week_before", 1000, 90, nil, 5000, nil, nil, nil, nil, nil],
                ["open_rate", "previous", 300, 212, nil, 750, 530, 220, 113, 328, "yes"],
                ["open_rate", "week_before", 300, 99, nil, 750, nil, nil, nil, nil, nil],
            ])
    }

    @Test("tells a drop as it tells a rise")
    func drop() throws {
        let rows = try change([
            ["period", 4000, 0, 3000, 0, nil, 212, 0, 4000],
            ["previous", 4000, 0, 4000, 0, nil, 300, 0, 4000],
        ])
        #expect(rows[0] == ["sent", "previous", 3000, 4000, -2500, nil, nil, nil, nil, nil, nil])
        #expect(
            rows[4] == ["open_rate", "previous", 212, 300, nil, 530, 750, -220, -328, -113, "yes"])
        // What no platform can tell has no rate.
        #expect(rows[3].dropFirst(2).allSatisfy { $0 == .null })
    }

    @Test("of a period with nothing before it has no changes")
    func nothingBefore() throws {
        let rows = try change([
            ["period", 4000, 0, 4000, 300, nil, 212, 0, 4000],
            ["previous", 0, 0, 0, 0, nil, 0, 0, 0],
        ])
        #expect(rows.count == 5)
        #expect(rows[0] == ["sent", "previous", 4000, 0, nil, nil, nil, nil, nil, nil, nil])
        #expect(rows.allSatisfy { $0.suffix(4).allSatisfy { $0 == .null } })
    }

    @Test("of no period has no rows")
    func noPeriod() throws {
        #expect(try change([]) == [])
        #expect(try change([["previous", 1, 0, 1, 1, 1, 1, 1, 1]]) == [])
    }
}
