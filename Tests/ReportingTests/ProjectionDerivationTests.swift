import Reporting
import Testing

@Suite("The projection as rows")
struct ProjectionDerivationTests {
    private static let columns = [
        "part", "platform", "send_hour", "send_day", "from_seconds", "to_seconds", "open_base",
        "opened", "as_of", "window_hours",
    ]

    /// Days up to 2025-11-11, of each of which half of the opens came within an hour and half
    /// within three; and an hour of the 18th.
    private func table(
        asOf: ResultTable.Cell, platforms: [String] = ["android"], historyDays: Int = 7
    ) -> ResultTable {
        var rows: [[ResultTable.Cell]] = []
        for platform in platforms {
            rows.append([
                .text("cohort"), .text(platform), .text("2025-11-18T09"), .null, .null, .null,
                .integer(1000), .integer(75), asOf, .integer(72),
            ])
            for day in 0..<historyDays {
                for end in [Int64(3600), 10_800] {
                    rows.append([
                        .text("history"), .text(platform), .null,
                        .text("2025-11-\(11 - day < 10 ? "0" : "")\(11 - day)"),
                        .integer(0), .integer(end), .null, .integer(500), asOf,
                        .integer(72),
                    ])
                }
            }
        }
        return ResultTable(columns: ProjectionDerivationTests.columns, rows: rows)
    }

    private func projected(_ table: ResultTable) throws -> ResultTable {
        try #require(Derivation.named("projection")).apply(to: table).get()
    }

    private func cells(_ table: ResultTable, _ row: Int) -> [String: ResultTable.Cell] {
        Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.name), table.rows[row]))
    }

    @Test("has a row for all and one for each platform")
    func rows() throws {
        let moment = ResultTable.Cell.text("2025-11-18T11:00:00Z")
        let result = try projected(table(asOf: moment, platforms: ["ios", "android"]))
        #expect(result.column("platform") == [.text("all"), .text("android"), .text("ios")])
        let row = cells(result, 1)
        #expect(row["as_of"] == .text("2025-11-18T11:00:00.000Z"))
        #expect(row["open_base"] == .integer(1000))
        #expect(row["opened"] == .integer(75))
        #expect(row["arrived_share"] == .real(0.75))
        #expect(row["projected_opened"] == .integer(100))
        // 100 ± 11.32: see OpenProjectionTests.
        #expect(row["projected_low"] == .integer(88))
        #expect(row["projected_high"] == .integer(112))
        #expect(row["projected_rate"] == .real(0.1))
        #expect(row["projected_rate_low"] == .real(0.088684))
        #expect(row["projected_rate_high"] == .real(0.111316))
        #expect(row["final_at"] == .text("2025-11-21T10:00:00.000Z"))
        #expect(row["mature"] == .null)
        #expect(row["history_days"] == .integer(7))
        #expect(row["basis"] == .text("history"))
        #expect(cells(result, 0)["projected_opened"] == .integer(200))
    }

    @Test("takes an hour for the moment, too")
    func hour() throws {
        let full = try projected(table(asOf: .text("2025-11-18T11:00:00Z")))
        #expect(try projected(table(asOf: .text("2025-11-18T11"))) == full)
    }

    @Test("leaves out days whose windows are open yet, and then says that they are too few")
    func openDays() throws {
        // The last window of the 11th ends with the 14th; at noon of the 14th six days are final.
        let early = cells(try projected(table(asOf: .text("2025-11-14T12"))), 0)
        #expect(early["history_days"] == .integer(6))
        #expect(early["basis"] == .text("fewer than 7 final days"))
        for name in ["arrived_share", "projected_opened", "projected_low", "projected_rate"] {
            #expect(early[name] == .null)
        }
    }

    @Test("is the count when all windows are over")
    func final() throws {
        let row = cells(try projected(table(asOf: .text("2025-11-21T10"), historyDays: 0)), 0)
        #expect(row["mature"] == .text("yes"))
        #expect(row["arrived_share"] == .real(1))
        for name in ["opened", "projected_opened", "projected_low", "projected_high"] {
            #expect(row[name] == .integer(75))
        }
        #expect(row["basis"] == .text("final"))
    }

    @Test("says that it knows no moment")
    func noMoment() throws {
        for cell in [ResultTable.Cell.null, .text("soon")] {
            let row = cells(try projected(table(asOf: cell)), 0)
            #expect(row["basis"] == .text("as_of is no time"))
            #expect(row["opened"] == .integer(75))
            #expect(row["projected_opened"] == .null)
            #expect(row["mature"] == .null)
        }
    }

    @Test("of no sends is no row")
    func nothing() throws {
        let empty = ResultTable(columns: ProjectionDerivationTests.columns)
        #expect(try projected(empty).rows.isEmpty)
    }

    @Test("takes the rows of open_cohorts")
    func query() throws {
        let query = try QueryCatalog().query("open_cohorts")
        let derivation = try #require(Derivation.named("projection"))
        #expect(derivation.needs == query.columns.map(\.name))
        let store = try TemporaryStore()
        let table = try store.session().run(query, parameters: [:])
        #expect(try derivation.apply(to: table).get().rows.isEmpty)
    }
}
