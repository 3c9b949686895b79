import Delivery
import Reporting
import Testing

@Suite("Derivation change")
struct ChangeTests {
    private func periods(_ rows: [[ResultTable.Cell]]) -> ResultTable {
        ResultTable(
            columns: [
                "period", "attempted", "failures_in_base", "sent", "received", "ios_impressions",
                "opened", "ios_impression_base", "open_base", "failure_base",
                "android_impressions", "android_impression_base", "web_impressions",
                "web_impression_base",
            ],
            // Sends of all platforms, and no impressions but on one.
            rows: rows.map { $0 + [$0[1], nil, 0, nil, 0] })
    }

    /// Real numbers with four decimals.
    private func change(_ rows: [[ResultTable.Cell]]) throws -> [[ResultTable.Cell]] {
        try #require(Derivation.named("change")).apply(to: periods(rows)).get().rows.map { row in
            row.map { cell in
                guard case .real(let number) = cell else { return cell }
                return .real((number * 10_000).rounded() / 10_000)
            }
        }
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
                ["sent", "previous", 4000, 4000, 0.0, nil, nil, nil, nil, nil, nil],
                ["sent", "week_before", 4000, 2000, 1.0, nil, nil, nil, nil, nil, nil],
                [
                    "failure_rate", "previous", 100, 50, nil, 0.0244, 0.0123, 0.012, 0.0062, 0.018,
                    "yes",
                ],
                [
                    "failure_rate", "week_before", 100, 0, nil, 0.0244, 0.0, 0.0244, 0.0197, 0.0296,
                    "yes",
                ],
                [
                    "received_rate", "previous", 3600, 3590, nil, 0.9, 0.8975, 0.0025, -0.0107,
                    0.0157, nil,
                ],
                [
                    "received_rate", "week_before", 3600, 1000, nil, 0.9, 0.5, 0.4, 0.3761, 0.4236,
                    "yes",
                ],
                [
                    "open_rate", "previous", 300, 212, nil, 0.075, 0.053, 0.022, 0.0113, 0.0328,
                    "yes",
                ],
                ["open_rate", "week_before", 300, 99, nil, 0.075, nil, nil, nil, nil, nil],
                [
                    "ios_impression_rate", "previous", 1000, 1010, nil, 0.5, 0.505, -0.005, -0.036,
                    0.026,
                    nil,
                ],
                [
                    "ios_impression_rate", "week_before", 1000, 90, nil, 0.5, nil, nil, nil, nil,
                    nil,
                ],
            ])
    }

    @Test("tells a drop as it tells a rise")
    func drop() throws {
        let rows = try change([
            ["period", 4000, 0, 3000, 0, nil, 212, 0, 4000],
            ["previous", 4000, 0, 4000, 0, nil, 300, 0, 4000],
        ])
        #expect(rows[0] == ["sent", "previous", 3000, 4000, -0.25, nil, nil, nil, nil, nil, nil])
        #expect(
            rows[3] == [
                "open_rate", "previous", 212, 300, nil, 0.053, 0.075, -0.022, -0.0328, -0.0113,
                "yes",
            ])
        #expect(rows.count == 4, "no impression is known")
    }

    @Test("compares with no period in which nothing was attempted")
    func nothingBefore() throws {
        let now: [ResultTable.Cell] = ["period", 4000, 0, 4000, 300, nil, 212, 0, 4000]
        let nothing: [ResultTable.Cell] = ["previous", 0, 0, 0, 0, nil, 0, 0, 0]
        #expect(try change([now, nothing]) == [])
        let failed: [ResultTable.Cell] = ["week_before", 200, 200, 0, 0, nil, 0, 0, 0]
        let rows = try change([now, nothing, failed])
        #expect(rows.map { $0[1] } == Array(repeating: "week_before", count: 4))
        #expect(rows[0] == ["sent", "week_before", 4000, 0, nil, nil, nil, nil, nil, nil, nil])
        #expect(rows[1].suffix(5) == [1.0, -1.0, -1.0, -0.9811, "yes"])
        #expect(rows[3].suffix(5).allSatisfy { $0 == .null })
    }

    @Test("of a period without sends is of the sends alone")
    func nothingNow() throws {
        let rows = try change([
            ["period", 0, 0, 0, 0, nil, 0, 0, 0],
            ["previous", 4000, 0, 4000, 300, nil, 212, 0, 4000],
        ])
        #expect(rows == [["sent", "previous", 0, 4000, -1.0, nil, nil, nil, nil, nil, nil]])
    }

    @Test("of no period has no rows")
    func noPeriod() throws {
        #expect(try change([]) == [])
        #expect(try change([["previous", 1, 0, 1, 1, 1, 1, 1, 1]]) == [])
    }
}
