import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

/// What a prune drops is gone from the bytes of the file, from free pages and from the log too.
@Suite("A pruned file")
struct ForgettingTests {
    private static let days = 10
    private static let sendsADay = 400
    private static let firstDay = 20_400 as Int64

    @Test("holds no ID and no hash of a target of the days before the horizon", arguments: [1, 6])
    func forgets(days: Int64) throws {
        let folder = try TemporaryFolder()
        let database = folder.file("push.db")
        let (gone, kept) = try pruned(folder, database, days: days)
        #expect(try freePages(database).isEmpty)
        #expect(try found(gone, in: database) == [])
        #expect(try found(kept, in: database) == kept)
    }

    /// A large file is not written anew for a few days.
    @Test("holds zeros in its free pages")
    func freePagesHoldZeros() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("push.db")
        _ = try pruned(folder, database, days: 2, smallSize: 0)
        let pages = try freePages(database)
        #expect(pages.count > 1)
        // A page that lists free ones begins with their numbers.
        let zeros = pages.count { $0.dropFirst(8 + 4 * pages.count).allSatisfy { $0 == 0 } }
        #expect(zeros == pages.count)
    }

    /// Makes a store, and drops days of it: the secrets that must go, and those that must stay.
    private func pruned(
        _ folder: TemporaryFolder, _ database: String, days: Int64,
        smallSize: Int64 = Pruner.smallSize
    ) throws -> (gone: Set<UInt64>, kept: Set<UInt64>) {
        // Sends first, so that later rows are longer than there was room for.
        for part in ["sends", "events"] {
            let lines = (0..<Self.days).flatMap { day in
                (0..<Self.sendsADay).map { Self.line(part, day: day, number: $0) }
            }
            let path = try folder.write(lines: lines, to: "\(part).ndjson")
            try Ingesting(batchSize: 700).read([path], into: database)
        }
        let horizon = Horizon(day: Self.firstDay + days)
        let (gone, kept) = try secrets(database, horizon)
        #expect(gone.count > Self.sendsADay && kept.count > Self.sendsADay)
        #expect(try found(gone, in: database) == gone)
        let pruner = try Pruner(
            Store(writing: database), before: horizon, smallSize: smallSize)
        #expect(try pruner.run())
        #expect(pruner.isLogEmpty)
        #expect(try Verifier(Store.reader(database)).run().findings == [])
        return (gone, kept)
    }

    /// The bytes of pages that no table uses.
    private func freePages(_ database: String) throws -> [Data] {
        let (used, size) = try Store.reader(database).read { db in
            (
                try Set(Int.fetchAll(db, sql: "select pageno from dbstat")),
                try Int.fetchOne(db, sql: "pragma page_size") ?? 0
            )
        }
        let file = try Data(contentsOf: URL(fileURLWithPath: database))
        return (1...(file.count / size)).filter { !used.contains($0) }
            .map { file.subdata(in: (($0 - 1) * size)..<($0 * size)) }
    }

    /// One in three IDs holds no time, one in six none of a known shape.
    private static func id(day: Int, number: Int) -> String {
        let unique = day * sendsADay + number
        let micros = (firstDay + Int64(day)) * 86_400_000_000 + Int64(number) * 200_000_000
        let tail = String(format: "%08x", UInt32(truncatingIfNeeded: unique &* 2_654_435_761))
        switch number % 6 {
        case 0: return "\(tail)-aaaa-4bbb-8ccc-\(tail)dddd"
        case 1: return "own/00\(tail)"
        default: return "0:\(micros)%\(tail)\(tail)"
        }
    }

    private static func line(_ part: String, day: Int, number: Int) -> String {
        let seconds = (firstDay + Int64(day)) * 86_400 + Int64(number * 200)
        let id = id(day: day, number: number)
        if part == "sends" {
            return #"{"ts":\#(seconds),"request":{"message":{"token":"t\#(day)-\#(number)"}},"#
                + #""response":{"name":"projects/p/messages/\#(id)"}}"#
        }
        return #"{"ts":\#(seconds + 100),"event":"opened","platform":"android","#
            + #""bundle":{"google.message_id":"\#(id)"}}"#
    }

    /// Eight bytes of every ID and hash, of messages from before a day and from it on; not of a
    /// number that SQLite writes in six bytes, as one hash in 65,536 is.
    private func secrets(
        _ database: String, _ horizon: Horizon
    ) throws -> (gone: Set<UInt64>, kept: Set<UInt64>) {
        let rows = try Store.reader(database).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    select states.tail, states.target_hash, states.sent_at, message_ids.message_id
                    from states left join message_ids using (day, k, tail)
                    """)
        }
        var (gone, kept): (Set<UInt64>, Set<UInt64>) = ([], [])
        for row in rows {
            var secrets = try [row["tail"], row["target_hash"]].compactMap { (number: Int64?) in
                number.flatMap { $0.magnitude < 1 << 47 ? nil : UInt64(bitPattern: $0) }
            }
            if let text: String = try row["message_id"] {
                secrets.append(text.utf8.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
            }
            let sentAt: Int64 = try row["sent_at"]
            if sentAt < horizon.milliseconds {
                gone.formUnion(secrets)
            } else {
                kept.formUnion(secrets)
            }
        }
        return (gone, kept)
    }

    /// Those that stand anywhere in the file or in its log, highest byte first, as SQLite writes
    /// numbers.
    private func found(_ secrets: Set<UInt64>, in database: String) throws -> Set<UInt64> {
        var found: Set<UInt64> = []
        for path in [database, database + "-wal"] {
            guard let bytes = FileManager.default.contents(atPath: path) else { continue }
            var window: UInt64 = 0
            for byte in bytes {
                window = window << 8 | UInt64(byte)
                if secrets.contains(window) { found.insert(window) }
            }
        }
        return found
    }
}
