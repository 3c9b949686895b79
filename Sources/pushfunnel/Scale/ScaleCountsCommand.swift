import ArgumentParser
import Delivery
import Reporting

struct ScaleCountsCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        abstract: "Put a lake's counts into a database, by a Spark cluster.",
        discussion: """
            The database then has all but the messages themselves, as if they had been pruned: \
            report, alert, sql and every view but messages read it as any other, and what alert \
            notes in it stays. It is made where there is none; counts of the same lake that it \
            holds are replaced in one commit, so run it before each report or from cron before \
            each alert. Its size goes by hours, campaigns and the like, not by messages.

            EXAMPLES
              pushfunnel scale counts --lake /mnt/lake --master spark://head:7077 --db counts.db
              pushfunnel report --db counts.db --day yesterday
              pushfunnel alert --db counts.db
            """)

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions
    @OptionGroup var database: DatabaseOptions

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        CoreDumps.turnOff()
        try LakeCounting(lake, spark).count(into: database.db)
        if !quiet { Terminal.noteNext("report", database.db) }
    }
}
