import ArgumentParser
import Delivery
import Foundation

struct RotateCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Forget the hashes of tokens, and make new ones with a new key.",
        discussion: """
            Takes the hash of its token or installation ID out of every message, and the key out \
            of the database. Nothing that is read from now on can be linked to what was; dead \
            targets and repeated sends are known again of what is read since, old logs that are \
            read again among it. Counts and rates stay as they are. Backups keep what they have.

            --no-token-hash makes no new ones, for good: a database that keeps none stays so.

            It rewrites all messages in one transaction, and needs as much room on the disk as the \
            database meanwhile.

            EXAMPLES
              pushfunnel rotate
              pushfunnel rotate --db push.db --no-token-hash
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Keep no hash of any token from now on.")
    var noTokenHash = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors and warnings.")
    var quiet = false

    func run() throws {
        // Opening to write would make one.
        guard FileManager.default.fileExists(atPath: database.db) else {
            throw StoreError.notFound(path: database.db)
        }
        let rotation = try TargetRotation.run(
            Store(writing: database.db), keepsTargets: !noTokenHash)
        if !rotation.isErased {
            Terminal.note(
                "warning: another program reads the database: what was taken out stays in "
                    + "\(database.db)-wal until it ends\n")
        }
        guard !quiet else { return }
        Terminal.note(
            "\(grouped(rotation.forgotten)) hashes of tokens forgotten; "
                + (rotation.keepsTargets ? "new ones have a new key\n" : "no more are kept\n"))
    }
}
