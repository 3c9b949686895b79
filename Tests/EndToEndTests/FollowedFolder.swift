import Foundation
import TestSupport
import Testing

/// A follower of a folder, in a process of its own.
final class FollowedFolder {
    let folder: TemporaryFolder
    let logs: String
    let database: Database
    private(set) var program: RunningProgram

    init(options: [String] = [], environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        logs = folder.file("logs")
        database = try Database()
        program = try FollowedFolder.start(logs, database, options, environment)
    }

    private static func start(
        _ logs: String, _ database: Database, _ options: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            Program.path, ["ingest", "--follow", "-q", "--db", database.path] + options + [logs],
            environment: environment)
    }

    deinit { program.send(SIGKILL) }

    func restart() throws { program = try FollowedFolder.start(logs, database) }

    /// Waits until the store knows as many lines; false when it does not come to that.
    func reaches(_ lines: Int) -> Bool {
        waits { database.number("select lines from ledger") ?? 0 >= lines }
    }

    /// Waits, two minutes at most.
    func waits(for condition: () -> Bool) -> Bool {
        for _ in 0..<1200 {
            if condition() { return true }
            usleep(100_000)
        }
        return false
    }

    /// Ends it as systemd does.
    func end() throws -> Finished {
        program.send(SIGTERM)
        return try program.finish()
    }
}

/// The lines of a sample, as plain text, and what one ingest of them makes of them.
final class PlainLines: Sendable {
    let lines: [Data]
    let database: Database

    init(_ sample: Sample, first count: Int = Int.max) throws {
        let script = "find \"$0\" -name '*.gz' | sort | xargs gzip -dc"
        let text = try Program.run(executable: "/bin/sh", ["-c", script, sample.folder]).output
        lines = text.utf8.split(separator: 0x0a).prefix(count).map { Data($0) }
        database = try Database()
        let folder = try TemporaryFolder()
        let bytes = lines.flatMap { $0 + [0x0a] }
        try folder.write(Array(bytes), to: "all.ndjson")
        let read = try database.ingest([folder.file("all.ndjson")])
        try #require(read == Finished(output: "", errors: "", code: 0))
    }

    static let ledger =
        "select lines, new, duplicate, rejected, blank, events, matched, orphan from ledger"

    /// Asserts that a store holds these lines, each read once.
    func expect(in other: Database, _ note: String = "") throws {
        let (have, want) = (
            try other.rows(PlainLines.ledger), try database.rows(PlainLines.ledger)
        )
        // Which files told what others had told before.
        let files = try have == want ? "" : other.rows("select path, lines, duplicate from files")
        #expect(have == want, "\(note) \(have) instead of \(want); \(files)")
        #expect(try other.run("verify", "-q") == Finished(output: "", errors: "", code: 0))
        let differences = try Content(other).differences(from: Content(database))
        #expect(Set(differences).subtracting(Content.ofDelivery) == [], "\(note)")
    }
}
