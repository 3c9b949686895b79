import Reporting
import Testing

@Suite("The header of a query")
struct QueryFileTests {
    static let text = """
        -- reach
        -- How far it got. One row for each platform,
        -- by name. More words.
        --
        -- parameters
        --   :since     hour         default null  first hour, UTC
        --   :platform  android|ios  default ios   one platform; the line
        --                                         goes on
        --   :label     text         required
        -- columns
        --   platform   text         android or ios
        --   n          integer      how many
        --                           messages
        --
        -- engine: sqlite
        -- example: pushfunnel sql reach --param label=x

        -- A comment of the statement.
        select platform, count(*) as n
        from messages
        where send_hour >= :since and platform = :platform and campaign = :label
        group by 1
        """

    @Test("says what the query is")
    func parsed() throws {
        let query = try QueryFile.parse(Self.text, path: "my/reach.sql")
        #expect(query.name == "reach")
        #expect(query.summary == "How far it got.")
        #expect(
            query.description
                == "How far it got. One row for each platform, by name. More words.")
        #expect(query.parameters.map(\.name) == ["since", "platform", "label"])
        #expect(query.parameters.map(\.type) == [.hour, .choice(["android", "ios"]), .text])
        #expect(query.parameters.map(\.defaultValue) == [nil, "ios", nil])
        #expect(query.parameters.map(\.isRequired) == [false, false, true])
        #expect(query.parameters[1].meaning == "one platform; the line goes on")
        #expect(query.parameters.map(\.line) == [6, 7, 9])
        #expect(query.columns.map(\.name) == ["platform", "n"])
        #expect(query.columns[1].meaning == "how many messages")
        #expect(query.example == "pushfunnel sql reach --param label=x")
        #expect(query.engine == "sqlite")
        #expect(query.text == Self.text)
    }

    @Test("lines may end in CRLF, and a name in anything else that Unicode takes for an end")
    func lineEnds() throws {
        let text = Self.text.replacing("\n", with: "\r\n")
        var query = try QueryFile.parse(text, path: "my/reach.sql")
        #expect(query.text == text)
        query.text = Self.text
        #expect(try query == QueryFile.parse(Self.text, path: "my/reach.sql"))
        #expect("a\u{c}b\r\n\n\rc".textLines == ["a\u{c}b", "", "\rc"])
    }

    @Test("all its problems are told at once, each with its line")
    func problems() {
        let text = """
            -- other
            -- parameters
            --   since   text   default null  no colon
            --   :until  date   default null  unknown type
            --   :top    text   10
            --   :a      text   required      once
            --   :a      text   required      twice
            -- columns
            --   n       number  wrong type
            --   m       text
            select 1
            """
        let error = #expect(throws: QueryError.self) {
            try QueryFile.parse(text, path: "q/reach.sql")
        }
        let column =
            "'name  TYPE  meaning' for a column; types are text, integer, real, rate, share or "
            + "change"
        let types = "(text, integer, day, hour, or words with | between them)"
        #expect(
            "\(error!)" == """
                error: q/reach.sql:1: expected the file's name 'reach' in the first line, \
                found 'other'
                error: q/reach.sql:3: expected ':name  type  default WORD  meaning' for a parameter
                error: q/reach.sql:4: expected a type \(types), found 'date'
                error: q/reach.sql:5: expected ':name  type  default WORD  meaning' for a parameter
                error: q/reach.sql:7: :a is described twice
                error: q/reach.sql:9: expected \(column)
                error: q/reach.sql:10: expected \(column)
                error: q/reach.sql:10: expected a description below the name, found none
                error: q/reach.sql:10: expected '-- columns' and a line for each, found none
                error: q/reach.sql:10: expected '-- example: pushfunnel sql ...', found none
                """)
    }

    @Test(
        "a file without a header is told apart",
        arguments: ["select 1", "", "-- my notes\nselect 1"])
    func noHeader(text: String) {
        #expect(throws: QueryError.self) { try QueryFile.parse(text, path: "reach.sql") }
    }

    @Test("header and statement must agree")
    func check() throws {
        let text = """
            -- reach
            -- What. One row.
            --
            -- parameters
            --   :used    text  default null  used
            --   :unused  text  default null  not used
            -- columns
            --   a        text  given
            --   c        text  not given
            -- example: x

            select :used as a,
                :other as b
            """
        let query = try QueryFile.parse(text, path: "reach.sql")
        let session = try TemporaryStore().session()
        let error = #expect(throws: QueryError.self) { try session.check(query) }
        #expect(
            "\(error!)" == """
                error: reach.sql:13: parameter :other is used but not described in the header
                error: reach.sql:6: parameter :unused is described but not used
                error: reach.sql: column b is not described in the header
                error: reach.sql:9: column c is described but not selected
                """)
    }

    @Test("columns are described in the order that they have")
    func columnOrder() throws {
        let text = """
            -- reach
            -- What. One row.
            -- columns
            --   a  text  one
            --   b  text  other
            -- example: x
            select 1 as b, 2 as a
            """
        let query = try QueryFile.parse(text, path: "reach.sql")
        let session = try TemporaryStore().session()
        let error = #expect(throws: QueryError.self) { try session.run(query) }
        #expect(error?.problems.map(\.kind) == [.columnOrder(given: ["b", "a"])])
    }

    @Test("values that are not given are the defaults")
    func defaults() throws {
        let query = try QueryFile.parse(Self.text, path: "reach.sql")
        #expect(
            try query.bindings(["label": "x", "since": nil])
                == ["label": "x", "since": nil, "platform": "ios"])
    }

    @Test("values that do not fit are told at once")
    func arguments() throws {
        let query = try QueryFile.parse(Self.text, path: "reach.sql")
        let error = #expect(throws: QueryError.self) {
            try query.bindings(["plattform": "ios", "since": "yesterday", "platform": "web"])
        }
        #expect(
            "\(error!)" == """
                error: unknown parameter :plattform
                    hint: did you mean :platform?
                error: expected a day (YYYY-MM-DD) or an hour (YYYY-MM-DDTHH) for :since, \
                found 'yesterday'
                error: expected android, ios for :platform, found 'web'
                error: parameter :label has no value
                    hint: add --param label=...
                """)
    }

    @Test(
        "days and hours are taken to the letter",
        arguments: [
            ("2026-11-18", true), ("2026-11-18T05", true), ("2026-11-18T24", false),
            ("2026-11-18 05", false), ("2026-11-18T5", false), ("2026-13-18", false),
            ("2026-1-18", false), ("20261118", false), ("2026-11-18T05:00", false), ("", false),
            ("2026-11-18T", false), ("-026-11-18", false),
        ])
    func hours(text: String, isAccepted: Bool) throws {
        let query = try QueryFile.parse(Self.text, path: "reach.sql")
        let isBound = (try? query.bindings(["label": "x", "since": text])) != nil
        #expect(isBound == isAccepted)
    }
}
