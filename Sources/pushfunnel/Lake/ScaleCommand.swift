import ArgumentParser

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "Run queries and reports on a Spark cluster, for logs too large for one machine.",
        discussion: """
            Any number of exporters write logs into a lake, a folder that all machines can read. \
            Spark merges the records, as ingest does in a database, and answers the same queries. \
            Documentation/Scale.md explains when this is worth it.

            EXAMPLES
              pushfunnel scale export logs lake
              pushfunnel scale run --lake lake --master 'local[2]' funnel_total
            """,
        subcommands: [
            ScaleExportCommand.self, ScaleRunCommand.self, ScaleCompactCommand.self,
            ScaleCountsCommand.self, ScaleJobCommand.self,
        ])
}
