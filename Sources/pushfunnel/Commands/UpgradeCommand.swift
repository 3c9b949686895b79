import ArgumentParser
import Delivery

struct UpgradeCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Upgrade a database that an earlier version of pushfunnel made.",
        discussion: """
            ingest and prune upgrade a database, too. Commands that only read it, such as report, \
            sql, verify and alert, exit with 78 and print this command. The upgrade is one \
            transaction: if it is interrupted, the database is unchanged. Earlier versions of \
            pushfunnel cannot open an upgraded database, so make a backup first.

            EXAMPLES
              pushfunnel backup before-upgrade.db && pushfunnel upgrade
            """)

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var status: StatusOptions

    func run() throws {
        let before = try Store.version(of: database.db)
        _ = try Store(writing: database.db)
        let now = Store.newestVersion
        status.note(
            before == now
                ? "\(database.db): version \(now), nothing to do\n"
                : "\(database.db): from version \(before) to \(now)\n")
    }
}
