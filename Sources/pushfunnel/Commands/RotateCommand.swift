import ArgumentParser
import Delivery
import Foundation

struct RotateCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Delete the hashes of tokens, and hash new tokens with a new key.",
        discussion: """
            rotate deletes the hash of the token or installation ID from every message, and the \
            key from the database. New records can no longer be linked to old ones. Dead targets \
            and repeated sends are unknown until new records arrive, or until ingest --reread \
            reads the old logs. Counts and rates stay the same. Backups keep the old hashes.

            With --no-token-hash, the database never stores a hash again.

            rotate rewrites all messages in one transaction. It needs free disk space of the size \
            of the database.

            EXAMPLES
              pushfunnel rotate
              pushfunnel rotate --no-token-hash
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Store no hashes of tokens from now on.")
    var noTokenHash = false

    @OptionGroup var status: StatusOptions

    func run() throws {
        // Opening it for writing would create it.
        guard FileManager.default.fileExists(atPath: database.db) else {
            throw StoreError.notFound(path: database.db)
        }
        let rotation = try TargetRotation.run(
            Store(writing: database.db), keepsTargets: !noTokenHash)
        if !rotation.isErased {
            Terminal.note(
                "warning: another program reads the database: until it ends, \(database.db)-wal "
                    + "holds the deleted hashes\n")
        }
        status.note(
            "\(grouped(rotation.forgotten)) hashes of tokens deleted; "
                + (rotation.keepsTargets
                    ? "new hashes have a new key\n" : "no new ones are stored\n"))
    }
}
