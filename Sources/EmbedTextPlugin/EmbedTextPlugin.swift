import Foundation
import PackagePlugin

/// Puts the files of `queries/` into the binary, so that it works alone: at each build a Swift
/// file is made of them when one of them is new, gone or changed.
@main
struct EmbedTextPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "queries")
        let files = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "sql" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedQueries.swift")
        return [
            .buildCommand(
                displayName: "Embedding queries",
                executable: try context.tool(named: "EmbedText").url,
                arguments: ["EmbeddedQueries", output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
