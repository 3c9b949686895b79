import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Tell what files hold, and what a report of them would lack; store nothing.",
        discussion: """
            Reads the first lines of each file as ingest does, and prints how many are sends, \
            client events, rejected and of other systems, in which members of a line the records \
            stand, and rejected lines grouped by reason and keys, with the values masked and what \
            would read them. Then what reports of these files cannot tell.

            EXAMPLES
              pushfunnel inspect /var/log/app
              pushfunnel inspect --map envelope.json logs/today.ndjson
              pushfunnel inspect --from segment --print > map.json
              pushfunnel inspect --lines 1000000 export.json.gz
            """)

    @Argument(
        help: ArgumentHelp("Files, folders or patterns.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @OptionGroup var mapping: MapOptions

    @Flag(name: .customLong("print"), help: "Print the map file of --from or --map, and end.")
    var printsMap = false

    @Option(help: ArgumentHelp("Lines that are read of each file.", valueName: "count"))
    var lines = FileSampler.defaultLines

    func validate() throws {
        guard !printsMap else { return }
        if paths.isEmpty || paths.contains(ByteSource.standardInput) {
            throw ValidationError(
                "inspect", expected: "files or folders, found \(paths.first ?? "nothing")")
        }
        if lines < 1 {
            throw ValidationError("--lines", expected: "1 or more", found: String(lines))
        }
    }

    func run() throws {
        if printsMap { return try printMap() }
        var options = IngestOptions(latest: IngestCommand.latest())
        options.inflater = try InflaterSetting.engine()
        try mapping.apply(to: &options)
        CoreDumps.turnOff()
        Interrupt.watch()
        let files = try InputPaths.expand(
            paths, own: OwnFiles([mapping.path, Defaults.path].compactMap(\.self)))
        guard !files.isEmpty else { throw IngestCommand.noLogs(paths) }
        let sampler = FileSampler(options, mostLines: lines)
        var text = InspectText()
        var failed = false
        text.add(files, sampler) {
            failed = true
            Terminal.note(Diagnostics.input($0).text)
        }
        try Terminal.print(text.text)
        if let map = mapping.path {
            Terminal.note(MapOptions.warning(map, text.unmatchedPlaces, hint: "correct the map"))
        }
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
        if failed { throw ExitCode(ExitStatus.inputOutput.rawValue) }
    }

    private func printMap() throws {
        guard let file = try mapping.file() else {
            throw ValidationError("--print", needs: "--from or --map")
        }
        try Terminal.print(String(decoding: file.json, as: UTF8.self))
    }
}
