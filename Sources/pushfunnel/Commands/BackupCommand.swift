import ArgumentParser
import Delivery
import Foundation
import Reporting

struct BackupCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file, while it is being written to.",
        discussion: """
            The copy is the database as it was at one commit: complete in one file, checked, and \
            then renamed to its name; only its owner may read it. Who writes meanwhile writes on. \
            A plain cp of a database that is written to is damaged or lacks what stands in its \
            -wal file.

            To restore, end every pushfunnel, then: rm -f push.db-wal push.db-shm; \
            cp FILE push.db. The next ingest goes on from there: what was read since then is read \
            again.

            EXAMPLES
              pushfunnel backup push-2025-11-20.db
              pushfunnel backup --db /var/lib/pushfunnel/push.db /backup/push.db --force -q
            """)

    @Argument(
        help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Replace the file when it is there.")
    var force = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

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
        if !quiet {
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
        guard !quiet else { return }
        Terminal.note("\(file): \(byteText(fileSize(file))), checked\n")
        if Terminal.errorIsTerminal { Terminal.note("next: pushfunnel verify --db \(file)\n") }
    }

    /// Nothing is lost by accident: not another backup, and no database that is in use, whose log
    /// would be taken for that of the copy.
    private func expectFree() throws {
        let inUse = [file + "-lock", file + "-wal", file + "-shm"].first {
            FileManager.default.fileExists(atPath: $0)
        }
        if let inUse {
            throw Diagnostic(
                message: "\(file): is a database that is written to: there is \(inUse)",
                hint: "choose another file; pushfunnel backup --help tells how to restore",
                code: .usage)
        }
        guard force || !FileManager.default.fileExists(atPath: file) else {
            throw Diagnostic(
                message: "\(file): is there already", hint: "--force replaces it", code: .usage)
        }
    }
}
