import Delivery
import Foundation
import NDJSON
import SQLite
import Synchronization
import TestSupport
import Testing

/// How logs change while they are followed, one way at a time; all at once, under load and with
/// real processes, in `EndToEndTests`.
@Suite("A followed log")
struct FollowerTests {
    /// What becomes of `app.log`, of which twenty lines were read and ten were not; the rest of the
    /// names do not matter.
    enum Rotation: String, CaseIterable, CustomTestStringConvertible {
        case renamed, dated, moved, copied, gzipped, gzippedAtOnce, gzippedLater, deleted
        case copiedInPieces, gzippedInPieces, copiedAndGzipped

        var testDescription: String { rawValue }
    }

    private func begin() throws -> FollowedLogs {
        let logs = try FollowedLogs()
        try logs.append(logs.lines(20), to: "app.log")
        try logs.look()
        #expect(try logs.isExact)
        return logs
    }

    private func rotate(_ rotation: Rotation, _ logs: FollowedLogs) throws {
        let rotated = try logs.bytes("app.log")
        switch rotation {
        case .renamed: try logs.move("app.log", to: "app.log.1")
        case .dated: try logs.move("app.log", to: "app.log-20251120")
        case .moved: try logs.move("app.log", to: "../elsewhere")
        case .deleted: logs.delete("app.log")
        case .copied:
            try logs.write(rotated, to: "app.log.1")
            try logs.write([], to: "app.log")
        case .gzipped:
            try logs.move("app.log", to: "app.log.1")
            try logs.look()
            try logs.write(gzip(rotated), to: "app.log.1.gz")
            logs.delete("app.log.1")
        case .gzippedAtOnce:
            try logs.write(gzip(rotated), to: "app.log.1.gz")
            logs.delete("app.log")
        case .gzippedLater:
            try logs.move("app.log", to: "app.log.1")
            try logs.write(gzip(rotated), to: "app.log.1.gz")
            try logs.look()
            try logs.look(after: 20)
            logs.delete("app.log.1")
        case .copiedInPieces:
            for end in stride(from: 500, to: rotated.count, by: 1300) {
                try logs.write(Array(rotated[..<end]), to: "app.log.1")
                try logs.look()
            }
            try logs.write(rotated, to: "app.log.1")
            try logs.write([], to: "app.log")
        case .gzippedInPieces:
            try logs.move("app.log", to: "app.log.1")
            let compressed = gzip(rotated)
            for end in stride(from: 5, to: compressed.count, by: 60) {
                try logs.write(Array(compressed[..<end]), to: "app.log.1.gz")
                try logs.look()
            }
            try logs.write(compressed, to: "app.log.1.gz")
            logs.delete("app.log.1")
        case .copiedAndGzipped:
            try logs.write(rotated, to: "app.log.1")
            try logs.write([], to: "app.log")
            try logs.look()
            try logs.write(gzip(rotated), to: "app.log.1.gz")
            logs.delete("app.log.1")
        }
    }

    @Test("is read once however it is rotated", arguments: Rotation.allCases)
    func rotation(_ rotation: Rotation) throws {
        let logs = try begin()
        try logs.append(logs.lines(10), to: "app.log")
        try rotate(rotation, logs)
        try logs.append(logs.lines(30), to: "app.log")
        try logs.look()
        try logs.append(logs.lines(5), to: "app.log")
        for _ in 1...8 { try logs.look(after: 5) }
        let counts = try logs.counts
        #expect(counts.lines == 65)
        #expect(counts.new == 65)
        // The rotated log, wherever it is now, and the one that came after it.
        #expect(try logs.files.values.reduce(0, +) == 65)
        #expect(try logs.fileCount == 2)
    }

    /// Then nothing is left but the store and what stands on the disk.
    @Test(
        "is read once by another follower, too",
        arguments: Rotation.allCases.filter { ![.moved, .deleted].contains($0) })
    func restart(_ rotation: Rotation) throws {
        let first = try begin()
        try first.append(first.lines(10), to: "app.log")
        try rotate(rotation, first)
        try first.append(first.lines(30), to: "app.log")
        let second = Follower([first.logs], FollowedLogs.options) {
            try Store(writing: first.database, takesTurns: true)
        }
        _ = try second.look()
        _ = try second.look()
        #expect(try first.isExact)
    }

    @Test("is not read beyond its last line end, until it is quiet")
    func unended() throws {
        let logs = try FollowedLogs()
        let text = logs.lines(3)
        let parts = [text.prefix(40), text.dropFirst(40).dropLast(50), text.suffix(50).dropLast()]
        var read: [Int64] = []
        for part in parts {
            try logs.append(String(part), to: "app.log")
            try logs.look()
            read.append(try logs.files["app.log"] ?? 0)
        }
        #expect(read == [0, 2, 2])
        // It is all of a record: after ten seconds it counts.
        try logs.look(after: 11)
        #expect(try logs.isExact)
        try logs.append("\n" + logs.lines(1), to: "app.log")
        try logs.look()
        #expect(try logs.isExact)
    }

    @Test("that ends in half a record waits for the rest, however long")
    func half() throws {
        let logs = try FollowedLogs()
        let text = logs.lines(2)
        try logs.append(String(text.dropLast(30)), to: "app.log")
        for _ in 1...5 { try logs.look(after: 20) }
        #expect(try logs.counts.lines == 1)
        try logs.append(String(text.suffix(30)), to: "app.log")
        try logs.look()
        #expect(try logs.isExact)
    }

    @Test("that was truncated and has grown beyond what was read is another one")
    func regrown() throws {
        let logs = try begin()
        try logs.write(Array(logs.lines(50).utf8), to: "app.log")
        try logs.look()
        #expect(try logs.isExact)
    }

    /// Beginnings are not enough: logs of one program may begin alike.
    @Test("is told from another with the same first lines")
    func sameBeginning() throws {
        let logs = try begin()
        let beginning = try logs.bytes("app.log").split(separator: 0x0a).prefix(3)
            .flatMap { $0 + [0x0a] }
        try logs.move("app.log", to: "app.log.1")
        try logs.write(beginning + Array(logs.lines(40).utf8), to: "app.log")
        for _ in 1...3 { try logs.look(after: 6) }
        let counts = try logs.counts
        #expect(counts.new == 60)
        #expect(counts.duplicate == 3)
    }

    @Test("may be gzip that is still being written")
    func growingGzip() throws {
        let logs = try FollowedLogs()
        let members = (1...4).flatMap { _ in gzip(Array(logs.lines(25).utf8)) }
        for end in stride(from: 3, to: members.count, by: 70) {
            try logs.write(Array(members[..<end]), to: "app.log.gz")
            try logs.look()
        }
        try logs.write(members, to: "app.log.gz")
        try logs.look()
        #expect(try logs.isExact)
    }

    @Test("may be in a folder that comes later, and goes")
    func folders() throws {
        let logs = try begin()
        let folder = logs.path("2025/11")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try logs.append(logs.lines(7), to: "2025/11/app.log")
        try logs.look()
        #expect(try logs.isExact)
        try FileManager.default.removeItem(atPath: logs.path("2025"))
        for _ in 1...3 { try logs.look(after: 8) }
        #expect(try logs.isExact)
    }

    @Test("may lose its name between being found and being opened", arguments: [1, 200])
    func lost(count: Int) throws {
        let logs = try FollowedLogs()
        let names = (1...count).map { "\($0).log" }
        for name in names { try logs.append(logs.lines(3), to: name) }
        try logs.look {
            for name in names { try? logs.move(name, to: "old-" + name) }
        }
        #expect(logs.problems == [])
        for _ in 1...3 { try logs.look(after: 6) }
        #expect(try logs.isExact)

        for name in names { try logs.append(logs.lines(1), to: name) }
        try logs.look { for name in names { logs.delete(name) } }
        try logs.look()
        #expect(logs.problems == [])
    }

    @Test("that nobody writes to costs no commit")
    func idle() throws {
        let logs = try begin()
        for _ in 1...5 {
            guard case .idle = try logs.look(after: 15) else {
                Issue.record("something was read")
                return
            }
        }
        #expect(try logs.isExact)
    }

    @Test("waits while another writes, and goes on from what that has stored")
    func turns() throws {
        let logs = try begin()
        do {
            let other = try Store(writing: logs.database)
            try logs.append(logs.lines(10), to: "app.log")
            guard case .busy(let holder) = try logs.look() else {
                Issue.record("two write at once")
                return
            }
            #expect(holder == getpid())
            // New campaigns have numbers in the store that the follower has not heard of.
            let records = RandomLog(seed: 7, messages: 60).lines
            let paths = [try logs.folder.write(lines: records, to: "other.ndjson")]
            _ = try IngestRun(other, FollowedLogs.options).read(paths)
        }
        let before = try logs.counts
        try logs.look()
        let after = try logs.counts
        #expect(after.lines == before.lines + 10)
        #expect(after.new == before.new + 10)
        let found = try Verifier(Store.reader(logs.database)).run()
        #expect(found.findings == [])
    }

    /// There is a reader at every moment, so SQLite alone would never begin its log anew.
    @Test("does not let readers that overlap grow the write-ahead log")
    func overlappingReaders() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("push.db")
        let store = try Store(writing: path)
        store.logLimit = 2_000_000
        var options = FollowedLogs.options
        options.batchSize = 1500
        let run = try IngestRun(store, options)
        let logs = try FollowedLogs()
        for number in 0..<10 {
            try logs.append(logs.lines(6000), to: "\(number).log")
        }
        let isReading = Atomic(true)
        let readers = DispatchGroup()
        for reader in 0..<2 {
            DispatchQueue.global().async(group: readers) {
                guard let database = try? Store.reader(path) else { return }
                usleep(UInt32(reader) * 20_000)
                while isReading.load(ordering: .relaxed) {
                    try? database.read { db in
                        _ = try Row.fetchAll(db, sql: "select * from ledger")
                        usleep(40_000)
                    }
                }
            }
        }
        var largest = 0
        run.onProgress = { _ in
            let found = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
            largest = max(largest, found?[.size] as? Int ?? 0)
        }
        _ = try run.read((0..<10).map { logs.path("\($0).log") })
        isReading.store(false, ordering: .relaxed)
        readers.wait()
        // One commit is smaller than the limit.
        #expect(largest < 4_000_000)
        #expect(largest > 0)
    }

    @Test("leaves no write-ahead log behind that a reader has kept from ending")
    func writeAheadLog() throws {
        let logs = try begin()
        let size = {
            try FileManager.default.attributesOfItem(atPath: logs.database + "-wal")[.size]
        }
        let reader = try Store.reader(logs.database)
        try reader.read { db in
            _ = try Row.fetchAll(db, sql: "select * from ledger")
            for _ in 1...20 {
                try logs.append(logs.lines(20), to: "app.log")
                try logs.look()
            }
            try logs.look(after: 60)
            #expect(try (size() as? Int ?? 0) > 0)
        }
        try logs.look(after: 60)
        #expect(try size() as? Int == 0)
        #expect(try logs.isExact)
    }

    @Test("of another format is an error once, and is read once it is converted in place")
    func otherFormat() throws {
        let logs = try begin()
        try logs.write([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 0x0a], to: "b.log")
        try logs.look()
        try logs.look(after: 20)
        #expect(
            logs.problems.map(\.problem) == [.otherFormat(.zstd, isInGzip: false)])
        #expect(try logs.isExact)
        try logs.write(Array(logs.lines(5).utf8), to: "b.log")
        try logs.look()
        #expect(try logs.isExact)
        // The row of the ledger is the same one.
        #expect(try logs.fileCount == 2)
    }
}
