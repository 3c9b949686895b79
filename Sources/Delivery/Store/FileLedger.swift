internal import FCM
package import NDJSON
package import SQLite

/// Line counts of one file: every line read is one of these.
package struct LineCounts: Equatable, Sendable {
    package var lines: Int64 = 0
    package var new: Int64 = 0
    package var duplicate: Int64 = 0
    package var rejected: Int64 = 0
    package var blank: Int64 = 0
    /// Of the rejected: lines of messages from before the horizon.
    package var pastRetention: Int64 = 0

    /// Lines of other systems: nothing in them is FCM's.
    package var foreign: Int64 = 0
    /// Of the foreign lines: an event word and a UUID, but nothing of FCM. Web pushes, perhaps.
    package var unprovenEvents: Int64 = 0

    package init() {}

    package var addsUp: Bool { lines == new + duplicate + rejected + foreign + blank }

    /// Every count, with the column of the ledger that holds it.
    package static let columns:
        [(name: String, count: any WritableKeyPath<LineCounts, Int64> & Sendable)] =
            [
                ("lines", \.lines), ("new", \.new), ("duplicate", \.duplicate),
                ("rejected", \.rejected), ("blank", \.blank), ("past_retention", \.pastRetention),
                ("foreign_lines", \.foreign), ("unproven_events", \.unprovenEvents),
            ]

    package func since(_ before: LineCounts) -> LineCounts {
        var counts = self
        for column in LineCounts.columns {
            counts[keyPath: column.count] -= before[keyPath: column.count]
        }
        return counts
    }

    /// Takes so many lines for new that an earlier reading of the file has told; below 0, as many
    /// for duplicates.
    mutating func recall(_ told: Int64) {
        new += told
        duplicate -= told
    }

    mutating func note(_ line: ForeignLine) {
        foreign += 1
        if line == .unprovenEvent { unprovenEvents += 1 }
    }

    package static func += (a: inout LineCounts, b: LineCounts) {
        for column in columns { a[keyPath: column.count] += b[keyPath: column.count] }
    }
}

/// What tells a file from others without reading it, and what it begins with.
package struct FileIdentity: Equatable, Sendable {
    package var path: String
    package var device: Int64
    package var inode: Int64
    package var size: Int64
    package var modifiedNanoseconds: Int64

    package init(
        path: String, device: Int64, inode: Int64, size: Int64, modifiedNanoseconds: Int64
    ) {
        self.path = path
        self.device = device
        self.inode = inode
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
    }

    package func isUnchanged(since other: FileIdentity) -> Bool {
        place == other.place && size == other.size
            && modifiedNanoseconds == other.modifiedNanoseconds
    }
}

/// What stays the same when a file is renamed.
struct FilePlace: Hashable {
    var device: Int64
    var inode: Int64
}

extension FileIdentity {
    var place: FilePlace { FilePlace(device: device, inode: inode) }
}

package enum FileState: String, CaseIterable, Sendable {
    /// Not read to its end yet: an interrupted run left it.
    case reading
    case complete
    /// Cut short; more may come.
    case incomplete
    /// Damaged behind the point that was reached.
    case broken
}

/// One row of the ledger: a file, how far it was read, and what its lines were.
package struct LedgerFile: Sendable {
    package var id: Int64
    package var identity: FileIdentity
    /// Its first bytes.
    package var head = FileMark()
    /// Of a plain file whose first line is whole.
    package var firstLineHash: UInt64?
    /// What stands before the position in a plain file.
    package var tail: FileMark?
    package var position = ResumePoint.start
    package var counts = LineCounts()
    /// Facts that this file told first; see `Facts.records`.
    package var facts: Int64 = 0
    package var state = FileState.reading
    package var problem: String?
    /// The range of times inside the message IDs, in ms; nil before the first.
    package var messageTimes: ClosedRange<Int64>?
    /// By what its lines are read: see `IngestOptions.rules`.
    package var rules: String?
    /// The earliest time of its records that were rejected as of the future, in ms since 1970.
    package var dueAt: Int64?
    /// While the file is read again: how many of its lines earlier readings counted as new.
    package var toldBefore: Int64?
    /// How many of them count as new once more.
    package private(set) var retold: Int64 = 0

    package init(id: Int64, identity: FileIdentity) {
        self.id = id
        self.identity = identity
    }

    /// Whether it has lines that were not understood, and may be by these rules, or that may name
    /// other messages by them, or records that are no longer later than `latest`, in ms since 1970.
    func isOutdated(_ rules: String, latest: Int64) -> Bool {
        (self.rules != rules && counts.unreadable + counts.foreign > 0)
            || JoinPlaces.inRules(self.rules ?? "") != JoinPlaces.inRules(rules)
            || dueAt.map { $0 <= latest } ?? false
    }

    /// Whether it was read to its end, and every message in it is from before the horizon.
    var isOfPrunedDays: Bool {
        state != .reading && counts.pastRetention > 0 && counts.new + counts.duplicate == 0
            && counts.unreadable > 0
    }

    /// The row of a file that is to be read again from its start.
    package var again: LedgerFile {
        var file = begun
        file.tail = nil
        file.toldBefore = (toldBefore ?? 0) + counts.new
        file.counts = LineCounts()
        file.dueAt = nil
        return file
    }

    /// At the end of another reading: what the file told before it told first, so its lines are new
    /// and not duplicates of themselves.
    package mutating func endAgain() {
        guard let told = toldBefore, state != .reading else { return }
        retold = min(told, counts.duplicate)
        counts.recall(retold)
        toldBefore = nil
    }
}

/// Reads and writes the ledger's rows.
package enum FileLedger {
    package static func nextID(_ db: Connection) throws -> Int64 {
        try Int64.fetchOne(db, sql: "select coalesce(max(id), 0) + 1 from ledger_files") ?? 1
    }

    /// Files that may be this one: of the same path or the same place on disk, newest first.
    /// Earlier versions stored paths as they were typed.
    package static func candidates(_ identity: FileIdentity, _ db: Connection) throws
        -> [LedgerFile]
    {
        try files(
            "where path in (?, ?) or (device = ? and inode = ?) order by id desc",
            [identity.absolutePath, identity.path, identity.device, identity.inode], db)
    }

    /// Plain files that begin with this line, newest first: a thousand at most, for a line that all
    /// logs of a program begin with tells nothing.
    package static func beginning(with firstLine: UInt64, _ db: Connection) throws -> [LedgerFile] {
        try files(
            "where first_line_hash = ? order by id desc limit 1000",
            [Int64(bitPattern: firstLine)], db)
    }

    /// Whether there is any that `beginning` could find.
    package static func knowsFirstLines(_ db: Connection) throws -> Bool {
        let sql = "select exists (select 1 from ledger_files where first_line_hash is not null)"
        return try Bool.fetchOne(db, sql: sql) ?? false
    }

    package static func all(_ db: Connection) throws -> [LedgerFile] {
        try files("order by id", [], db)
    }

    private static func files(
        _ clause: String, _ arguments: [any CellValue], _ db: Connection
    ) throws -> [LedgerFile] {
        let sql = "select * from ledger_files " + clause
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map(file)
    }

    package static func save(_ files: [LedgerFile], _ db: Connection) throws {
        guard !files.isEmpty else { return }
        // Some thousand files can be open in a commit.
        let statement = try db.statement(saving)
        for file in files {
            for (place, column) in columns.enumerated() {
                try statement.bind(Int32(place + 1), column.value(file))
            }
            try statement.run()
        }
    }

    private static let saving: String = {
        let names = columns.map(\.name)
        let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }
        // A replaced row would be a new one to the triggers.
        return """
            insert into ledger_files (\(names.joined(separator: ", ")))
            values (\(names.map { _ in "?" }.joined(separator: ", ")))
            on conflict (id) do update set \(changes.joined(separator: ", "))
            """
    }()

    private typealias Column = (name: String, value: @Sendable (LedgerFile) -> Cell)

    private static func column<Value: CellValue>(
        _ name: String, _ value: @escaping @Sendable (LedgerFile) -> Value
    ) -> Column {
        (name, { value($0).cell })
    }

    private static let columns =
        ownColumns
        + LineCounts.columns.map { name, count in
            column(name) { $0.counts[keyPath: count] }
        }

    private static let ownColumns =
        [
            column("id") { $0.id }, column("path") { $0.identity.absolutePath },
            column("device") { $0.identity.device }, column("inode") { $0.identity.inode },
            column("size") { $0.identity.size },
            column("modified_ns") { $0.identity.modifiedNanoseconds },
            column("head_length") { $0.head.length },
            column("head_hash") { Int64(bitPattern: $0.head.hash) },
            column("member_offset") { $0.position.memberOffset },
            column("inflated_offset") { $0.position.inflatedOffset }, column("facts") { $0.facts },
            column("state") { $0.state.rawValue }, column("problem") { $0.problem },
            column("first_ms") { $0.messageTimes?.lowerBound },
            column("last_ms") { $0.messageTimes?.upperBound },
            column("first_line_hash") { $0.firstLineHash.map { Int64(bitPattern: $0) } },
            column("tail_length") { $0.tail?.length },
            column("tail_hash") { $0.tail.map { Int64(bitPattern: $0.hash) } },
            column("rules") { $0.rules }, column("due_ms") { $0.dueAt },
            column("told_before") { $0.toldBefore }, column("reached_line") { $0.position.line },
        ]

    private static func file(_ row: Row) throws -> LedgerFile {
        let identity = try FileIdentity(
            path: row["path"], device: row["device"], inode: row["inode"], size: row["size"],
            modifiedNanoseconds: row["modified_ns"])
        var file = try LedgerFile(id: row["id"], identity: identity)
        file.head = try FileMark(
            length: row["head_length"], hash: UInt64(bitPattern: row["head_hash"]))
        for column in LineCounts.columns {
            file.counts[keyPath: column.count] = try row[column.name]
        }
        file.position = try ResumePoint(
            memberOffset: row["member_offset"], inflatedOffset: row["inflated_offset"],
            line: row["reached_line"] ?? file.counts.lines)
        file.firstLineHash = (try row["first_line_hash"] as Int64?).map { UInt64(bitPattern: $0) }
        if let length: Int = try row["tail_length"], let hash: Int64 = try row["tail_hash"] {
            file.tail = FileMark(length: length, hash: UInt64(bitPattern: hash))
        }
        file.facts = try row["facts"]
        file.state = FileState(rawValue: try row["state"]) ?? .reading
        file.problem = try row["problem"]
        file.rules = try row["rules"]
        file.dueAt = try row["due_ms"]
        file.toldBefore = try row["told_before"]
        if let first: Int64 = try row["first_ms"], let last: Int64 = try row["last_ms"] {
            file.messageTimes = first...max(first, last)
        }
        return file
    }
}
