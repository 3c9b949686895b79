import Delivery
import SQLite
import TestSupport
import Testing

/// What one record does to a rate: a share of n messages moves by one of n at most. So no single
/// record changes what a reader takes from a report.
@Suite("A rate")
struct RateTests {
    /// Hits and base of each rate, by platform, and of the whole where platforms may be mixed.
    private static let sql = """
        with rates (rate, part, hits, base) as (
            select 'failure', platform, sum(failures_in_base), sum(failure_base)
            from funnel_hourly group by 2
            union all select 'received', platform, sum(received), sum(sent)
            from funnel_hourly group by 2
            union all select 'impression', platform, sum(impressions), sum(impression_base)
            from funnel_hourly group by 2
            union all select 'open', platform, sum(opened), sum(open_base)
            from funnel_hourly group by 2
            union all select 'failure', '', sum(failed), sum(attempted) from funnel_hourly
            union all select 'received', '', sum(received), sum(sent) from funnel_hourly
            union all select 'open', '', sum(opened), sum(open_base) from funnel_hourly
        )
        select rate || ' ' || part as name, hits, base from rates where base > 0
        """

    private func rates(_ path: String) throws -> [String: (hits: Int, base: Int)] {
        let rows = try Store.reader(path).read { try Row.fetchAll($0, sql: RateTests.sql) }
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (try row["name"], (try row["hits"], try row["base"]))
            })
    }

    @Test("moves by a record's own weight at most", arguments: 1...6 as ClosedRange<UInt64>)
    func weight(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let database = folder.file("push.db")
        let log = RandomLog(seed: seed, messages: 40)
        let lines = log.bytes.split(separator: 0x0A)
        let (first, others) = (lines.prefix(lines.count / 2), lines.dropFirst(lines.count / 2))
        let path = try folder.write(Array(first.joined(separator: [0x0A])), to: "0.ndjson")
        try Ingesting().read([path], into: database)
        var before = try rates(database)
        for (number, line) in others.enumerated() {
            let path = try folder.write(line + [0x0A], to: "\(number + 1).ndjson")
            try Ingesting().read([path], into: database)
            let after = try rates(database)
            defer { before = after }
            // A line of a batch holds many sends.
            guard abs((after["failure "]?.base ?? 0) - (before["failure "]?.base ?? 0)) < 2
            else { continue }
            for (name, old) in before {
                guard let new = after[name] else { continue }
                #expect(new.hits <= new.base, "\(name)")
                // |new - old| <= 1 / old.base, in whole numbers.
                let change = abs(new.hits * old.base - old.hits * new.base)
                #expect(change <= new.base, "\(name) from \(old) to \(new)")
            }
        }
        #expect(before.keys.contains("impression android") && before.keys.contains("failure ios"))
    }

    private static let ids = (0..<3).map { "0:176346720000000\($0)%00000000000000a\($0)" }

    private func lines(_ id: String, isExported: Bool, _ event: String?) -> [String] {
        let time = "2026-11-18T12:00:00Z"
        let send =
            #"{"time":"\#(time)","request":{"message":{"token":"t-\#(id)","notification":"#
            + #"{"title":"a"}}},"response":{"name":"projects/p/messages/\#(id)"}}"#
        let row =
            #"{"event_timestamp":"\#(time)","event":"MESSAGE_DELIVERED","#
            + #""message_id":"\#(id)","sdk_platform":"ANDROID","#
            + #""message_type":"DISPLAY_NOTIFICATION","project_number":"1"}"#
        let client = event.map {
            #"{"time":"\#(time)","event":"\#($0)","bundle":{"google.message_id":"\#(id)"}}"#
        }
        return [send] + (isExported ? [row] : []) + [client].compactMap { $0 }
    }

    @Test("of impressions has the messages in its base that a client log reports")
    func base() throws {
        let folder = try TemporaryFolder()
        let all =
            lines(Self.ids[0], isExported: true, nil)
            + lines(Self.ids[1], isExported: true, "opened")
            + lines(Self.ids[2], isExported: false, nil)
        let path = try folder.write(
            Array(all.joined(separator: "\n").utf8), to: "log.ndjson")
        try Ingesting().read([path], into: folder.file("push.db"))
        let row = try #require(
            try Store.reader(folder.file("push.db")).read {
                try Row.fetchOne(
                    $0,
                    sql: """
                        select sum(sent) as sent, sum(received) as received,
                            sum(impression_base) as base
                        from funnel_hourly
                        """)
            })
        #expect(row.cells == [.integer(3), .integer(2), .integer(1)])
    }
}
