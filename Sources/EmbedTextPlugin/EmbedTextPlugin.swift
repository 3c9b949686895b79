import Foundation
import PackagePlugin

/// Puts the files of `queries/` and `reports/` into the binary, so that it works alone: at each
/// build a Swift file is made of each folder when a file in it is new, gone or changed.
@main
struct EmbedTextPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        [
            try command("queries", "EmbeddedQueries", context) { $0.pathExtension == "sql" },
            try command("reports", "EmbeddedReports", context) { file in
                let name = file.lastPathComponent
                return name != "README.md" && !name.hasPrefix(".")
            },
        ]
    }

    private func command(
        _ folder: String, _ type: String, _ context: PluginContext, takes: (URL) -> Bool
    ) throws -> Command {
        let files = try FileManager.default
            .contentsOfDirectory(
                at: context.package.directoryURL.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            .filter(takes)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "\(type).swift")
        return .buildCommand(
            displayName: "Embedding \(folder)",
            executable: try context.tool(named: "EmbedText").url,
            arguments: [type, output.path] + files.map(\.path),
            inputFiles: files,
            outputFiles: [output])
    }
}
