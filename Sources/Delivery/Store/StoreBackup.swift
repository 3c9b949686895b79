package import GRDB

#if canImport(Glibc)
    internal import Glibc
#endif

/// A copy of a store as it was at one moment, whatever is written meanwhile.
///
/// SQLite's own backup, in steps within one read transaction: the copy is of one commit, writers
/// write on, and only their log grows meanwhile. `VACUUM INTO` takes twice the CPU, tells nothing
/// of how far it is, and cannot stop.
package struct StoreBackup {
    /// What can go wrong beside what SQLite tells.
    package enum Failure: Error, Equatable, Sendable {
        /// The copy is not sound: what was found first.
        case notSound(path: String, finding: String)
        /// Making, syncing or renaming a file failed.
        case cannotWrite(path: String, errno: Int32)
        /// Asked to stop. Nothing is left.
        case stopped
    }

    private static let pagesAtOnce: CInt = 1024

    private let reader: DatabaseQueue
    private let path: String
    private let temporary: String

    /// Told after each step: pages copied, and all.
    package var onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Asked after each step; true ends it.
    package var shouldStop: () -> Bool = { false }

    package init(of reader: DatabaseQueue, at path: String) {
        self.reader = reader
        self.path = path
        // A name that nobody can foresee.
        temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    }

    /// Makes the file under another name, checks it, and renames it: what stands at the path is
    /// whole. Only its owner may read it.
    package func run() throws {
        defer { for ending in ["", "-journal", "-wal", "-shm"] { unlink(temporary + ending) } }
        try makeEmpty()
        var configuration = Configuration()
        configuration.prepareDatabase(ConnectionDefense.apply)
        let copy = try DatabaseQueue(path: temporary, configuration: configuration)
        try fill(copy)
        try check(copy)
        try copy.close()
        try sync(temporary)
        guard rename(temporary, path) == 0 else { throw cannotWrite(path) }
        try sync(folder)
    }

    private func makeEmpty() throws {
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        close(descriptor)
    }

    private func fill(_ copy: DatabaseQueue) throws {
        try reader.read { source in
            // From its first read on, a transaction sees one commit.
            _ = try Int.fetchOne(source, sql: "select count(*) from sqlite_schema")
            try copy.writeWithoutTransaction { destination in
                // It is synced as a whole before it is renamed.
                try destination.execute(sql: "pragma synchronous = off")
                try source.backup(to: destination, pagesPerStep: StoreBackup.pagesAtOnce) {
                    onProgress($0.completedPageCount, $0.totalPageCount)
                    if shouldStop() { throw Failure.stopped }
                }
                // Without a log beside it: one file is all there is to keep.
                try destination.execute(sql: "pragma journal_mode = delete")
            }
        }
        // An error in the last step's report is not passed on.
        if shouldStop() { throw Failure.stopped }
    }

    /// SQLite's pages, and what can be checked without recounting messages; of an earlier version,
    /// whose tables are others, the pages alone.
    private func check(_ copy: DatabaseQueue) throws {
        let isCurrent = try Migrations.isCurrent(copy.read(Migrations.applied))
        let found = try Verifier(copy).run(
            isCurrent ? [.integrity] + Finding.Check.quick : [.integrity])
        guard let first = found.findings.first else { return }
        throw Failure.notSound(path: path, finding: "\(first.check.rawValue): \(first.text)")
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite(path) }
    }

    private func cannotWrite(_ path: String) -> Failure {
        .cannotWrite(path: path, errno: errno)
    }
}
