import Alerts
import Delivery
import FCM
import Foundation
import Lake
import NDJSON
import SQLite
import TestSupport
import Testing

/// A store in which cells hold what nobody wrote there: whoever reads it gets an error or numbers,
/// and goes on.
@Suite("A damaged store")
struct DamagedStoreTests {
    private static let log = RandomLog(seed: 5, messages: 40)

    private func made(in folder: TemporaryFolder) throws -> String {
        let path = folder.file("push.db")
        let logs = try folder.write(Self.log.bytes, to: "log.ndjson")
        try Ingesting().read([logs], into: path)
        return path
    }

    /// All that reads a store, and then what writes to it.
    private func use(_ path: String, in folder: TemporaryFolder) throws {
        let steps: [(Database) throws -> Void] = [
            { _ = try Verifier($0).run() },
            { _ = try Advice.all($0, StoreFiles(path), now: RandomLog.now) },
            { _ = try StoreFigures($0) },
            { _ = try RetentionStanding($0) },
            { _ = try ProjectionTrial($0) },
            { _ = try PrunePlan($0, before: Horizon(day: 20_000)) },
            { _ = try CutStore(from: $0, at: RandomLog.now) },
            { _ = try MessageRow.fetch(messageID: "0:1763467200000000%00000000000000a1", $0) },
            { _ = try Tracer($0, messageID: "0:1763467200000000%00000000000000a1") },
            { _ = try StoreExport($0, folder.file("lake")) },
            { _ = try StoreBackup(of: $0, at: folder.file("copy.db")).run() },
            {
                _ = try $0.read {
                    try AlertEvaluation(
                        $0, AlertSettings(), now: RandomLog.now,
                        hourOfWeek: { Int($0 / 3_600_000 % 168) })
                }
            },
            { try $0.read { _ = try AlertSilence.all($0) } },
        ]
        for step in steps {
            // Each is to be tried, whatever became of the others.
            do { try step(Store.reader(path)) } catch {}
        }
        let again = try folder.write(Self.log.permuted(seed: 9).bytes, to: "again.ndjson")
        do { try Ingesting().read([again], into: path) } catch {}
        do { _ = try Pruner(Store(writing: path), before: Horizon(day: 20_400)).run() } catch {}
    }

    @Test("with cells of other types, or out of bounds, ends nothing", arguments: 0..<90)
    func cells(seed: Int) throws {
        let folder = try TemporaryFolder()
        let path = try made(in: folder)
        var random = SeededRandom(seed: UInt64(seed))
        let db = try Connection(path: path)
        let odd: [Cell] = [
            .null, .integer(.min), .integer(.max), .integer(-1), .real(1e300), .real(.infinity),
            .text(""), .text("no number"), .text("9999-99-99T99"), .blob([]), .blob([1, 2, 3]),
        ]
        let tables = try String.fetchAll(
            db,
            sql: """
                select name from sqlite_schema where type = 'table'
                and name not like 'sqlite_%' and name <> 'grdb_migrations'
                """)
        for _ in 0...(seed % 4) {
            let table = random.pick(tables)
            let sql = "select name from pragma_table_info(?)"
            let column = random.pick(try String.fetchAll(db, sql: sql, arguments: [table]))
            let share = random.pick([1, 3])
            // What a constraint does not let in, stays out.
            try? db.execute(
                sql: "update or ignore \(table) set \(column) = ? where abs(random()) % ? = 0",
                arguments: [random.pick(odd), share])
        }
        try use(path, in: folder)
    }

    private static let damages =
        ["horizon_day", "counts_day"].flatMap { column in
            [Int64.min, .max, 30_000_000].map { "update pruned set \(column) = \($0)" }
        } + [
            "delete from send_profiles", "delete from settings", "delete from pruned",
            "delete from totals", "update segments set campaign = x'ff00'",
            "update states set profile = 99999999",
            "update states set opened_at = -9223372036854775808",
            "update funnel_cells set sent = 9223372036854775807",
            "update or replace funnel_cells set segment = 9223372036854775807",
            "update totals set past_retention = -9223372036854775808",
            "update pruned set facts = 9223372036854775807",
            "update settings set setting = 9223372036854775807 where name = 'window_hours'",
            "update settings set setting = -9223372036854775808 where name like 'newest%'",
            "update day_keys set from_ms = 9223372036854775807",
            "update ledger_files set size = 'x'", "update or replace hour_marks set hour = 'x'",
        ]

    @Test("with rows that no program writes ends nothing", arguments: damages)
    func rows(statement: String) throws {
        let folder = try TemporaryFolder()
        let path = try made(in: folder)
        try Connection(path: path).execute(sql: statement)
        try use(path, in: folder)
    }

    @Test("with bytes changed at random ends nothing", arguments: 0..<30)
    func bytes(seed: Int) throws {
        let folder = try TemporaryFolder()
        let path = try made(in: folder)
        var random = SeededRandom(seed: UInt64(seed) + 1000)
        var bytes = try Data(contentsOf: URL(filePath: path))
        for _ in 0..<(1 << (seed % 10)) {
            bytes[100 + random.below(bytes.count - 100)] = UInt8(random.below(256))
        }
        try bytes.write(to: URL(filePath: path))
        try use(path, in: folder)
    }
}
