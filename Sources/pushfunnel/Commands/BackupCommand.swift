import ArgumentParser
import Delivery
import Foundation
import Reporting

struct BackupCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file while others write to it.",
        discussion: """
            The copy is complete, in one file, and verified; only its owner can read it. It holds \
            the state of one commit. Others can write to the database while backup runs. Do not \
            use cp for this: its copy of a database in use may be damaged, or lack the records in \
            the -wal file.

            To restore, stop every pushfunnel, then run: rm -f push.db-wal push.db-shm; cp FILE \
            push.db. The next ingest reads again everything newer than the backup.

            EXAMPLES
              pushfunnel backup backup.db
              pushfunnel backup backup.db --force -q
            """)

    @Argument(
        help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var status: StatusOptions

    func validate() throws {
        if file == "-" {
            throw ValidationError("backup", expected: "a file", found: "-")
        }
    }

    func run() throws {
        let reader = try Store.reader(database.db, takesEarlier: true)
        try expectFree()
        Interrupt.watch()
        let bar = ProgressBar(total: fileSize(database.db), unit: "pages")
        var backup = StoreBackup(of: reader, at: file)
        backup.shouldStop = { Interrupt.signalNumber != nil }
        if !status.quiet {
            backup.onProgress = { done, total in
                let bytes = fileSize(database.db) * Int64(done) / Int64(max(total, 1))
                bar.update(done: bytes, count: Int64(done), label: file)
            }
        }
        do {
            defer { bar.clear() }
            try backup.run()
        } catch StoreBackup.Failure.stopped {
            throw ExitCode(128 + (Interrupt.signalNumber ?? SIGINT))
        }
        guard !status.quiet else { return }
        Terminal.note("\(file): \(byteText(fileSize(file))), checked\n")
        if Terminal.errorIsTerminal { Terminal.note("next: pushfunnel verify --db \(file)\n") }
    }

    /// Protects other backups and databases in use: SQLite would read the log of such a database as
    /// that of the copy.
    private func expectFree() throws {
        let inUse = [file + "-lock", file + "-wal", file + "-shm"].first {
            FileManager.default.fileExists(atPath: $0)
        }
        if let inUse {
            throw Diagnostic(
                .usage, "\(file): expected no database in use, found \(inUse)",
                hint: "choose another file; pushfunnel backup --help explains how to restore")
        }
        guard force || !FileManager.default.fileExists(atPath: file) else {
            throw Diagnostic(.usage, "\(file): the file exists", hint: "--force replaces it")
        }
    }
}
