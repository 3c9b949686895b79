import Foundation
import PackagePlugin

/// Puts the files of folders into the binary, so that it works alone: at each build a Swift file is
/// made of a folder when one of its files is new, gone or changed.
@main
struct EmbedTextPlugin: BuildToolPlugin {
    /// The folders of each target, with the type that holds their files.
    private static let folders = [
        "Delivery": [
            ("Sources/Delivery/Store/Schema", "EmbeddedSchema"),
            ("Sources/Delivery/Store/Views", "EmbeddedViews"),
        ],
        "Lake": [("Sources/Lake/Views", "EmbeddedLakeViews")],
        "FCM": [("Sources/FCM/Presets", "EmbeddedPresets")],
        "Reporting": [("queries", "EmbeddedQueries"), ("reports", "EmbeddedReports")],
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        try (EmbedTextPlugin.folders[target.name] ?? []).map {
            try command(folder: $0, type: $1, context)
        }
    }

    private func command(folder: String, type: String, _ context: PluginContext) throws -> Command {
        let files = try FileManager.default
            .contentsOfDirectory(
                at: context.package.directoryURL.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            .filter { ["json", "sql", "report", "mustache"].contains($0.pathExtension) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: type + ".swift")
        return .buildCommand(
            displayName: "Embedding \(folder)",
            executable: try context.tool(named: "EmbedText").url,
            arguments: [type, output.path] + files.map(\.path),
            inputFiles: files,
            outputFiles: [output])
    }
}
