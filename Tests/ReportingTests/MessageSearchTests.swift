import Reporting
import Testing

/// What a condition on the ID or day of messages lets SQLite read.
@Suite("A search in messages")
struct MessageSearchTests {
    /// Sends of 2025-11-18 and 2025-11-19, and one that an ID of the first day has on the second.
    private static let android = "0:1763460000000000%00000000000000ab"
    private static let ios = "1763460000000001"
    private static let late = "1763460000000002"
    private static let web = "0190c5a8-0000-4000-8000-00000000002a"
    private static let webKey = "-9223372036854775808 | (0x190c5a8 << 28)"

    let store: TemporaryStore
    let session: SQLSession

    init() throws {
        store = try TemporaryStore(
            rows: """
                insert into states (day, k, tail, facts, profile, segment, observed, error, sent_at)
                values
                    (0, 1763460000000000 << 2, 171, 1, 0, 0, 0, 0, 1763460000000),
                    (0, 1763460000000001 << 2 | 1, 0, 1, 0, 0, 0, 0, 1763460000000),
                    (0, 1763460000000002 << 2 | 1, 0, 1, 0, 0, 0, 0, 1763550000000),
                    (20411, \(Self.webKey), 42 | (2 << 62), 1, 0, 0, 0, 0, 1763550000000);
                """)
        session = try store.session()
    }

    private func plan(_ sql: String) throws -> [String] {
        Self.readsOfStates(try session.run(sql: "explain query plan \(sql)"))
    }

    private static func readsOfStates(_ plan: ResultTable) -> [String] {
        plan.rows.compactMap { row in
            guard case .text(let text)? = row.last else { return nil }
            return text.contains("states") ? text : nil
        }
    }

    @Test(
        "by message_id reads the rows of its key alone",
        arguments: [
            "= '\(android)'", "in ('\(android)', '\(web)')", "= :id",
            "= (select '\(android)' as id)",
        ])
    func byID(condition: String) throws {
        let sql = "select * from messages where message_id \(condition)"
        let search = "SEARCH states USING PRIMARY KEY (day=? AND k=? AND tail=?)"
        let found = try session.run(
            sql: "explain query plan \(sql)",
            parameters: condition.contains(":id") ? ["id": Self.android] : [:])
        #expect(Self.readsOfStates(found) == [search])
    }

    @Test(
        "by message_id finds IDs of each form, as the view has them",
        arguments: [android, ios, late, web])
    func finds(id: String) throws {
        let wanted = try session.run(sql: "select * from messages where message_id || '' = '\(id)'")
        #expect(wanted.rows.count == 1)
        #expect(try session.run(sql: "select * from messages where message_id = '\(id)'") == wanted)
        let other = "select * from messages where message_id = 'projects/a/messages/\(id)'"
        #expect(try session.run(sql: other).rows.isEmpty)
    }

    @Test("by message_id and another one of all messages give what they gave in any order")
    func others() throws {
        let all = "select count(*) as n from messages"
        let ids = "select message_id from messages order by message_id"
        let one = "select sent_ms from messages where message_id = '\(Self.ios)'"
        let both = "\(one) union all select max(sent_ms) from messages"
        for _ in 0..<2 {
            #expect(try session.run(sql: one).rows == [[1_763_460_000_000]])
            #expect(try session.run(sql: all).rows == [[4]])
            #expect(try session.run(sql: ids).rows.count == 4)
            #expect(try session.run(sql: both).rows == [[1_763_460_000_000], [1_763_550_000_000]])
        }
    }

    @Test("by send_day reads the ranges of its keys alone")
    func byDay() throws {
        let day = "from messages where send_day = '2025-11-19'"
        let search = "SEARCH states USING PRIMARY KEY (day=? AND k>? AND k<?)"
        #expect(try plan("select * \(day)") == [search])
        #expect(try plan("select platform, sum(opened) \(day) group by 1") == [search])
        let ids = try session.run(sql: "select message_id \(day) order by 1").rows
        #expect(ids == [[.text(Self.web)], [.text(Self.late)]])
    }
}
