import Reporting
import Testing

@Suite("median, percentile and stddev")
struct StatisticsFunctionTests {
    private func value(_ expression: String, of numbers: String) throws -> ResultTable.Cell? {
        let store = try TemporaryStore()
        let sql = "with t(x) as (values \(numbers)) select \(expression) as a from t"
        return try store.session().run(sql: sql).rows.first?.first
    }

    @Test(
        "are what DuckDB's quantile_cont and stddev are",
        arguments: [
            ("median(x)", "(1), (9), (4)", 4.0),
            ("median(x)", "(1), (9), (4), (5)", 4.5),
            ("median(x)", "(7), (null)", 7.0),
            ("percentile(x, 50)", "(1), (9), (4), (5)", 4.5),
            ("percentile(x, 0)", "(3), (1), (2)", 1.0),
            ("percentile(x, 100)", "(3), (1), (2)", 3.0),
            ("percentile(x, 95)", "(1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11)", 10.5),
            ("percentile(x, 99.5)", "(1), (3)", 2.99),
            ("median(x)", "(-0.5), (2.5), (1e300)", 2.5),
            ("stddev(x)", "(2), (4), (4), (4), (5), (5), (7), (9)", 2.138089935299395),
            ("stddev(x)", "(1000000001), (1000000002), (1000000003)", 1.0),
        ])
    func values(expression: String, numbers: String, expected: Double) throws {
        #expect(try value(expression, of: numbers) == .real(expected))
    }

    @Test("are null without a number", arguments: ["median(x)", "percentile(x, 9)", "stddev(x)"])
    func none(expression: String) throws {
        #expect(try value(expression, of: "(null), (null)") == .null)
    }

    @Test("a percentile is the number at its place, whatever the order of the rows")
    func anyOrder() throws {
        let session = try TemporaryStore().session()
        for (name, order) in [
            ("up", "i"), ("down", "1000 - i"), ("mixed", "i * 7919 % 1000"), ("few", "i % 3"),
            ("organ pipe", "min(i, 1000 - i)"),
        ] {
            let sql = """
                with recursive n(i) as (select 0 union all select i + 1 from n where i < 999),
                t(x) as (select \(order) from n),
                p(percent) as (values (0), (1), (25), (50), (75), (99.9), (100)),
                sorted as (select x, row_number() over (order by x) - 1 as place from t)
                select p.percent, percentile(t.x, p.percent) between
                    (select max(x) from sorted where place <= p.percent / 100.0 * 999) and
                    (select min(x) from sorted where place >= p.percent / 100.0 * 999) as is_there
                from p cross join t group by p.percent
                """
            let rows = try session.run(sql: sql).rows
            #expect(rows.count == 7)
            for row in rows {
                #expect(row[1] == 1, "\(name): \(row)")
            }
        }
    }

    @Test(
        "refuse what is no number, and a percentage that is none",
        arguments: [
            "median('12')", "stddev(x'00')", "percentile('1', 50)", "percentile(1, 101)",
            "percentile(1, -1)", "percentile(1, null)", "percentile(1, '50')",
        ])
    func mistakes(expression: String) throws {
        let session = try TemporaryStore().session()
        #expect(throws: QueryError.self) { try session.run(sql: "select \(expression) as a") }
    }
}
