import ArgumentParser
import Delivery
import Reporting

struct LakeCountsCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        abstract: "Write a lake's counts into a database, by a Spark cluster.",
        discussion: """
            counts creates the database if it does not exist. The database then has all counts but \
            no messages, as after prune: report, alert, sql and every view but messages work as \
            usual, and the history of alerts stays. Counts of the same lake are replaced in one \
            commit, so run it before each report, or from cron before each alert. If the lake has \
            not changed, counts does nothing; otherwise Spark reads only the days with new files. \
            The size of the database depends on hours and campaigns, not on messages.

            EXAMPLES
              pushfunnel lake counts --lake /mnt/lake --master yarn --db counts.db
              pushfunnel report --db counts.db --day yesterday
              pushfunnel alert --db counts.db
            """)

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions
    @OptionGroup var database: DatabaseOptions

    @OptionGroup var status: StatusOptions

    func run() throws {
        CoreDumps.turnOff()
        try LakeCounting(lake, spark).count(into: database.db)
        if !status.quiet { Terminal.noteNext("report", database.db) }
    }
}
