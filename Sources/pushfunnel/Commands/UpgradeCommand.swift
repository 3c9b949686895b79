import ArgumentParser
import Delivery

struct UpgradeCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Bring a database that an earlier pushfunnel made up to date.",
        discussion: """
            ingest and prune do so, too; report, sql, verify and alert only read, and say that it \
            is needed. It happens in one transaction: interrupted, the database is as it was. An \
            earlier pushfunnel cannot open the database any more, so make a backup first.

            EXAMPLES
              pushfunnel backup before-upgrade.db && pushfunnel upgrade
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        let before = try Store.version(of: database.db)
        _ = try Store(writing: database.db)
        guard !quiet else { return }
        let now = Store.newestVersion
        Terminal.note(
            before == now
                ? "\(database.db): version \(now), nothing to do\n"
                : "\(database.db): from version \(before) to \(now)\n")
    }
}
