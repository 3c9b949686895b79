import Delivery
import Foundation
import NDJSON
import SQLite
import TestSupport

/// A follower of one folder, its clock in our hands, and what a store knows by now.
final class FollowedLogs {
    let folder: TemporaryFolder
    let logs: String
    private let follower: Follower
    private(set) var written = 0
    private let time = Clock()

    private final class Clock {
        var now = 1000.0
        /// What happens when the time is asked for that often, once.
        var happens: (calls: Int, action: () -> Void)?

        func read() -> Double {
            happens?.calls -= 1
            if let (calls, action) = happens, calls == 0 {
                happens = nil
                action()
            }
            return now
        }
    }

    /// What was told of files that were looked at.
    private(set) var problems: [InputError] = []

    init() throws {
        folder = try TemporaryFolder()
        logs = folder.file("logs")
        let (path, time) = (folder.file("push.db"), time)
        follower = Follower([logs], FollowedLogs.options, clock: time.read) {
            try Store(writing: path, takesTurns: true)
        }
        try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
        follower.onFile = { [unowned self] outcome in
            if let problem = outcome.problem { problems.append(problem) }
        }
    }

    static var options: IngestOptions {
        IngestOptions(latest: Timestamp(milliseconds: 1_800_000_000_000))
    }

    var database: String { folder.file("push.db") }

    func path(_ name: String) -> String { logs + "/" + name }

    /// Lines that nobody has written before.
    func lines(_ count: Int) -> String {
        written += count
        return (written - count..<written).map { number in
            let time = String(
                format: "2025-11-20T%02d:%02d:%02dZ", number / 3600, number / 60 % 60, number % 60)
            return #"{"time":"\#(time)","event":"received","bundle":"#
                + #"{"google.message_id":"0:17636832\#(10_000_000 + number)%31bd1c9631bd1c96"}}"#
                + "\n"
        }.joined()
    }

    func append(_ text: String, to name: String) throws {
        if !FileManager.default.fileExists(atPath: path(name)) {
            _ = FileManager.default.createFile(atPath: path(name), contents: nil)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = FileManager.default
        if file.fileExists(atPath: path(name)) {
            // The file stays the same one.
            let handle = try FileHandle(forWritingTo: URL(filePath: path(name)))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        } else {
            try Data(bytes).write(to: URL(filePath: path(name)))
        }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    func move(_ name: String, to other: String) throws {
        guard rename(path(name), path(other)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func delete(_ name: String) { unlink(path(name)) }

    /// Looks once, some seconds after the last time.
    @discardableResult
    func look(after seconds: Double = 1) throws -> FollowStep {
        time.now += seconds
        return try follower.look()
    }

    /// Looks once, and after the files were found, before they are opened, something happens.
    func look(_ action: @escaping () -> Void) throws {
        // The time is asked for before files are looked for, and after it.
        time.happens = (2, action)
        try look()
    }

    /// Line counts of all files together.
    var counts: LineCounts {
        get throws {
            let reader = try Store.reader(database)
            return try reader.read { db in
                try Row.fetchOne(db, sql: "select * from ledger").map { row in
                    var counts = LineCounts()
                    counts.lines = try row["lines"]
                    counts.new = try row["new"]
                    counts.duplicate = try row["duplicate"]
                    counts.rejected = try row["rejected"]
                    counts.blank = try row["blank"]
                    return counts
                } ?? LineCounts()
            }
        }
    }

    /// The ledger's files: path without the folder, and lines.
    var files: [String: Int64] {
        get throws {
            let reader = try Store.reader(database)
            let rows = try reader.read {
                try Row.fetchAll($0, sql: "select path, lines from files")
            }
            return Dictionary(
                try rows.map { row in
                    let path: String = try row["path"]
                    return (String(path.dropFirst(logs.count + 1)), try row["lines"])
                }, uniquingKeysWith: +)
        }
    }

    /// Files of the ledger: two of one path are two.
    var fileCount: Int {
        get throws {
            try Store.reader(database).read {
                try Int.fetchOne($0, sql: "select count(*) from files") ?? 0
            }
        }
    }

    /// Whether every line that was written is in the store, once, and read once.
    var isExact: Bool {
        get throws {
            let counts = try counts
            return counts.lines == written && counts.new == written
        }
    }
}
