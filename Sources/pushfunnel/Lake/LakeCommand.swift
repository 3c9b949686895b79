import ArgumentParser
import Lake

struct LakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lake",
        abstract: "Run queries and reports on a Spark cluster, for logs too large for one machine.",
        discussion: """
            Any number of exporters write logs into a lake, a folder that all machines can read. \
            Spark merges the records, as ingest does in a database, and answers the same queries. \
            Documentation/Lake.md explains when this is worth it.

            EXAMPLES
              pushfunnel lake export logs lake
              pushfunnel lake run --lake lake --master 'local[2]' funnel_total
            """,
        subcommands: [
            LakeExportCommand.self, LakeRunCommand.self, LakeCompactCommand.self,
            LakeCountsCommand.self, LakeJobCommand.self,
        ])
}
