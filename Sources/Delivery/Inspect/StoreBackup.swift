internal import Glibc
package import SQLite

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

    private static let pagesAtOnce: Int32 = 1024

    private let reader: Database
    private let path: String

    /// Told after each step: pages copied, and all.
    package var onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Asked after each step; true ends it.
    package var shouldStop: () -> Bool = { false }

    package init(of reader: Database, at path: String) {
        self.reader = reader
        self.path = path
    }

    /// Makes the file under another name, checks it, and renames it: what stands at the path is
    /// whole. Only its owner may read it. What a run that was killed has left goes when the next
    /// file is made in that folder: see `UnfinishedFile`.
    package func run() throws {
        do {
            let file = try UnfinishedFile(for: path, mode: PrivateFile.mode)
            do {
                try make(file.besideName)
                try file.finishBeside(as: path)
            } catch {
                file.remove()
                throw error
            }
            file.remove()
        } catch let error as SQLiteError where error.code == .full {
            throw Failure.cannotWrite(path: path, errno: ENOSPC)
        } catch let error as SystemError {
            throw Failure.cannotWrite(path: path, errno: error.number)
        }
    }

    private func make(_ temporary: String) throws {
        guard PrivateFile.make(temporary) else { throw SystemError() }
        let copy = try Database(path: temporary)
        try fill(copy)
        try check(copy)
    }

    private func fill(_ copy: Database) throws {
        try reader.read { source in
            // From its first read on, a transaction sees one commit.
            _ = try Int.fetchOne(source, sql: "select count(*) from sqlite_schema")
            try copy.writeWithoutTransaction { destination in
                // It is synced as a whole before it is renamed.
                try destination.execute(sql: "pragma synchronous = off")
                try source.backup(to: destination, pagesAtOnce: StoreBackup.pagesAtOnce) {
                    onProgress($0, $1)
                    if shouldStop() { throw Failure.stopped }
                }
                // Without a log beside it: one file is all there is to keep.
                try destination.execute(sql: "pragma journal_mode = delete")
            }
        }
    }

    /// SQLite's pages, and what can be checked without recounting messages; of an earlier version,
    /// whose tables are others, the pages alone.
    private func check(_ copy: Database) throws {
        let isCurrent = try Migrations.isCurrent(copy.read(Migrations.applied))
        let found = try Verifier(copy).run(
            isCurrent ? [.integrity] + Finding.Check.quick : [.integrity])
        guard let first = found.findings.first else { return }
        throw Failure.notSound(path: path, finding: "\(first.check.rawValue): \(first.text)")
    }
}
