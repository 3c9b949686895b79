import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

/// What the files of a store tell; what is logged wrongly is in the case `verify-gives-advice`.
@Suite("Advice")
struct AdviceTests {
    private static let now: Int64 = 1_763_510_400_000
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("push.db")
        let sends = (0..<40).map {
            #"{"ts":\#(1_763_460_000 + $0),"request":{"message":{"token":"t"}},"#
                + #""response":{"name":"projects/p/messages/17634600000000\#($0 + 10)"}}"#
        }
        let event =
            #"{"ts":1763460100,"event":"opened","message":{"messageId":"1763460000000010"}}"#
        try Ingesting().read(
            [try folder.write(lines: sends + [event], to: "a.ndjson")], into: database)
    }

    private func topics(_ files: StoreFiles, now: Int64 = now) throws -> [Advice.Topic] {
        try Advice.all(Store.reader(database), files, now: now).map(\.topic)
    }

    @Test("is not given without a reason")
    func none() throws {
        #expect(try topics(StoreFiles(database)) == [])
    }

    @Test("is given of IDs of one's own, and not of those of topics")
    func opaqueIDs() throws {
        func found(_ id: (Int) -> String) throws -> [Advice] {
            let path = folder.file("ids.db")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sends = (0..<120).map {
                #"{"ts":\#(1_763_460_000 + $0),"request":{"message":{"token":"t"}},"#
                    + #""response":{"name":"projects/p/messages/\#(id($0))"}}"#
            }
            try Ingesting().read([try folder.write(lines: sends, to: "ids.ndjson")], into: path)
            return try Advice.all(Store.reader(path), StoreFiles(path), now: Self.now)
                .filter { $0.topic == .ids }
        }
        #expect(try found { "ffee0011223344-\($0)" }.count == 1)
        #expect(try found { "\(6_810_356_097_230_477_000 + $0)" }.isEmpty)
    }

    /// Services other than FCM name no send: only lines tell that sends have one ID.
    @Test("is given of sends of other services that share IDs of one's own")
    func sharedIDs() throws {
        func found(_ id: (Int) -> String, join: [String]) throws -> [Advice] {
            let path = folder.file("own.db")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sends = (0..<240).map {
                #"{"ts":\#(1_763_460_000 + $0),"status":"sent","data":{"push_id":"\#(id($0))"}}"#
            }
            try Ingesting(join: join)
                .read([try folder.write(lines: sends, to: "own.ndjson")], into: path)
            return try Advice.all(Store.reader(path), StoreFiles(path), now: Self.now)
                .filter { $0.topic == .ids }
        }
        let shared = try found({ "welcome-\($0 % 2)" }, join: ["push_id"])
        #expect(shared.map(\.text) == ["238 of 240 lines repeat what others told of the same IDs"])
        #expect(try found({ "welcome-\($0)" }, join: ["push_id"]).isEmpty)
        #expect(try found({ "welcome-\($0 % 2)" }, join: []).isEmpty)
    }

    @Test("is given of sends whose times have another zone, by the moments in their IDs")
    func shifted() throws {
        func found(_ seconds: Int) throws -> [Advice] {
            let path = folder.file("zone.db")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sends = (0..<120).map {
                #"{"ts":\#(1_763_460_000 + $0 + seconds),"request":{"message":{"token":"t"}},"#
                    + #""response":{"name":"projects/p/messages/\#(1_763_460_000_000_000 + $0)"}}"#
            }
            try Ingesting().read([try folder.write(lines: sends, to: "zone.ndjson")], into: path)
            return try Advice.all(Store.reader(path), StoreFiles(path), now: Self.now)
                .filter { $0.topic == .clocks }
        }
        #expect(try found(0).isEmpty)
        #expect(try found(300).isEmpty)
        let early = try #require(try found(-10_800).first)
        #expect(early.text.hasPrefix("120 of 120 sends since "))
        #expect(early.text.hasSuffix(" were logged 180 minutes before FCM accepted them"))
        #expect(try found(20_700).first?.text.contains("345 minutes after") == true)
    }

    @Test("is given of a log that nobody empties")
    func log() throws {
        var files = StoreFiles(database)
        files.logBytes = 100 << 20
        #expect(try topics(files) == [.log])
        files.databaseBytes = 1 << 30
        #expect(try topics(files) == [])
    }

    @Test("is given of a disk without room for two weeks")
    func disk() throws {
        var files = StoreFiles(database)
        // One day is stored.
        files.freeBytes = 14 * files.databaseBytes
        #expect(try topics(files) == [])
        files.freeBytes -= 1
        #expect(try topics(files) == [.disk])
    }

    @Test("is given of another version's views, which are no damage")
    func views() throws {
        try Database(path: database).write { db in
            try db.execute(sql: "drop view files")
            try db.execute(sql: "update settings set setting = 'select 1' where name = 'views'")
        }
        #expect(try topics(StoreFiles(database)) == [.views])
        #expect(try Verifier(Store.reader(database)).run([.schema]).findings == [])
        _ = try Store(writing: database)
        #expect(try topics(StoreFiles(database)) == [])
    }

    @Test("is given of free pages that fill a quarter of the file")
    func space() throws {
        try Database(path: database).write { db in
            try db.execute(sql: "create table waste (bytes blob)")
            for _ in 0..<20 { try db.execute(sql: "insert into waste values (zeroblob(1000000))") }
            try db.execute(sql: "drop table waste")
        }
        #expect(try topics(StoreFiles(database)) == [.space])
        let pruner = try Pruner(Store(writing: database), before: Horizon(day: 1))
        #expect(try pruner.run())
        #expect(try topics(StoreFiles(database)) == [])
    }

    @Test("is given of a writer that has written for over a day")
    func writer() throws {
        #expect(StoreFiles(database).writer == nil)
        let store = try Store(writing: database)
        let files = StoreFiles(database)
        let writer = try #require(files.writer)
        #expect(writer.process == getpid())
        #expect(try topics(files) == [])
        let later = writer.since + 86_400_001
        #expect(try topics(files, now: later).contains(.writer))
        withExtendedLifetime(store) {}
    }

    @Test("is given of files that others may write", arguments: [0o602, 0o620, 0o666])
    func writable(mode: Int) throws {
        try set(mode)
        let files = StoreFiles(database)
        #expect(files.writable == [database] && files.readable == [])
        #expect(try topics(files) == [.permissions])
    }

    /// With the file they have the keys that its hashes are made with.
    @Test("is given of files that others may read", arguments: [0o604, 0o640, 0o644])
    func readable(mode: Int) throws {
        try set(mode)
        let files = StoreFiles(database)
        #expect(files.readable == [database] && files.writable == [])
        #expect(try topics(files) == [.permissions])
    }

    @Test("of permissions is not given of files that are as they were made")
    func ownersAlone() throws {
        let files = StoreFiles(database)
        #expect(files.readable == [] && files.writable == [])
    }

    private func set(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: database)
    }

    @Test("is given of records that no longer come")
    func freshness() throws {
        let texts = try Advice.all(
            Store.reader(database), StoreFiles(database), now: Self.now + 2 * 86_400_000
        ).map(\.text)
        #expect(texts == ["the newest record is from 2025-11-18T10 UTC"])
    }

    @Test("is given of a prune that was stopped")
    func retention() throws {
        let pruner = try Pruner(Store(writing: database), before: Horizon(day: 20_500))
        pruner.shouldStop = { true }
        #expect(try !pruner.run())
        #expect(try topics(StoreFiles(database)) == [.retention])
    }
}
