import Delivery
import Foundation
import Reporting
import TestSupport
import Testing

/// Databases that somebody else made, or a disk damaged.
@Suite("A hostile database")
struct HostileDatabaseTests {
    /// What reading a file gives: rows or an error, and no crash.
    private func read(_ path: String) throws {
        do {
            let session = try SQLSession(path: path, limits: SQLLimits(time: .seconds(20)))
            for sql in [
                "select * from messages", "select * from funnel_hourly", "select * from rejects",
                "pragma integrity_check",
            ] {
                _ = try? session.run(sql: sql)
            }
        } catch is QueryError {
        } catch is StoreError {
        }
    }

    @Test("with bytes changed at random is an error or gives rows", arguments: 0..<40)
    func damaged(seed: Int) throws {
        let store = try TemporaryStore(
            rows: """
                insert into states (day, k, tail, facts, profile, segment, observed, error)
                with numbers (n) as (select 0 union all select n + 1 from numbers where n < 2000)
                select 0, 4 * n, n, 1, 0, 0, 0, 0 from numbers;
                """)
        var random = SeededRandom(seed: UInt64(seed))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
        for _ in 0..<(1 << (seed % 10)) {
            // The head of pages is where structure stands.
            let page = Int.random(in: 0..<(bytes.count / 8192), using: &random) * 8192
            let offset = Int.random(in: 0..<(seed % 2 == 0 ? 64 : 8192), using: &random)
            bytes[max(page + offset, 16)] = UInt8.random(in: 0...255, using: &random)
        }
        let path = store.folder.appending(path: "damaged.db").path
        try bytes.write(to: URL(fileURLWithPath: path))
        try read(path)
    }
}
