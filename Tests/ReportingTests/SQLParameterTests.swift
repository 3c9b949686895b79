import Reporting
import Testing

@Suite("Parameters of a query")
struct SQLParameterTests {
    let session: SQLSession
    let store: TemporaryStore

    init() throws {
        store = try TemporaryStore()
        session = try store.session()
    }

    @Test("are bound by name, as text or null")
    func bound() throws {
        let table = try session.run(
            sql: "select typeof(:a) as a, :b is null as b, :a || :a as c, @d as d, $e as e",
            parameters: ["a": "1", "b": nil, "d": "x' or 1", "e": "é"])
        #expect(table.rows == [["text", 1, "11", "x' or 1", "é"]])
    }

    @Test("all that do not fit are told at once, with near names")
    func problems() {
        let error = #expect(throws: QueryError.self) {
            try session.run(
                sql: "select :since, :until, ?", parameters: ["sinse": "1", "x": nil])
        }
        let known = ["since", "until"]
        #expect(
            error?.problems.map(\.kind) == [
                .unnamedParameter,
                .unknownParameter(name: "sinse", near: ["since"], known: known),
                .unknownParameter(name: "x", near: [], known: known),
                .missingParameter(name: "since"), .missingParameter(name: "until"),
            ])
        #expect(
            "\(error!)" == """
                error: expected parameters with names, found '?'
                    hint: write :name
                error: unknown parameter :sinse
                    hint: did you mean :since?
                error: unknown parameter :x
                    hint: parameters: :since, :until
                error: parameter :since has no value
                    hint: add --param since=...
                error: parameter :until has no value
                    hint: add --param until=...
                """)
    }

    @Test(
        "unknown names say what was meant",
        arguments: [
            (
                "select * from funnel", "no view or table is named 'funnel'",
                "did you mean funnel_daily, funnel_hourly, funnel_values?"
            ),
            (
                "select * from mesages", "no view or table is named 'mesages'",
                "did you mean messages?"
            ),
            (
                "select * from zzzzzzzz", "no view or table is named 'zzzzzzzz'",
                "pushfunnel sql --list shows the views"
            ),
            (
                "select openned from funnel_daily", "no column is named 'openned'",
                "did you mean opened?"
            ),
            (
                "select f.plattform from funnel_daily as f", "no column is named 'f.plattform'",
                "did you mean platform?"
            ),
            (#"select "text""#, "no column is named 'text'", nil),
        ] as [(String, String, String?)])
    func names(sql: String, message: String, hint: String?) {
        let error = #expect(throws: QueryError.self) { try session.run(sql: sql) }
        #expect(error?.problems.first?.message == message)
        if let hint { #expect(error?.problems.first?.hint == hint) }
    }

    @Test("an error of syntax has its place")
    func place() {
        let error = #expect(throws: QueryError.self) {
            try session.run(sql: "select 1,\n  é, fro m, from", file: "my.sql")
        }
        #expect(error?.problems.first?.place == .init(path: "my.sql", line: 2, byte: 14))
        #expect("\(error!)" == "error: my.sql:2:14: near \"from\": syntax error")
    }
}
