import ArgumentParser

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "The same answers from a Spark cluster, where one machine is outgrown.",
        discussion: """
            Logs are exported into a lake, a folder that all machines see, by as many exporters \
            as you like; Spark merges there what ingest merges in the database, and answers the \
            same queries. Sources/Delivery/Scale/README.md tells when that is worth it.

            EXAMPLES
              pushfunnel scale export /var/log/push /mnt/lake
              pushfunnel scale export --db push.db /mnt/lake
              pushfunnel scale run --lake /mnt/lake --master spark://head:7077 funnel_total
            """,
        subcommands: [
            ScaleExportCommand.self, ScaleRunCommand.self, ScaleCompactCommand.self,
            ScaleCountsCommand.self, ScaleJobCommand.self,
        ])
}
