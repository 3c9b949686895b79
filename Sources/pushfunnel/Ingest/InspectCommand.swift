import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print what log files hold and what a report of them would lack; store nothing.",
        discussion: """
            inspect reads the first lines of each file as ingest does. For each file it prints the \
            number of sends, client events, rejected lines and foreign lines, and the members of a \
            line that hold the records. Rejected lines are grouped by reason and keys; each group \
            has an example with masked values, and the form that pushfunnel expects. At the end it \
            prints the figures that a report of these files would lack.

            EXAMPLES
              pushfunnel inspect logs
              pushfunnel inspect --lines 1000000 logs/export/2025-11-17.ndjson.gz
              pushfunnel inspect --dimension app logs
              pushfunnel inspect --from segment --print > map.json
              pushfunnel inspect --map map.json logs/ga4
            """)

    @Argument(
        help: ArgumentHelp("Files, folders or patterns.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @OptionGroup var mapping: MapOptions
    @OptionGroup var declared: DimensionOptions
    @OptionGroup var joined: JoinOptions

    @Flag(name: .customLong("print"), help: "Print the map of --from or --map, and exit.")
    var printsMap = false

    @Option(help: ArgumentHelp("Lines to read of each file.", valueName: "count"))
    var lines = FileSampler.defaultLines

    func validate() throws {
        guard !printsMap else { return }
        if paths.isEmpty || paths.contains(ByteSource.standardInput) {
            throw ValidationError(
                "inspect", expected: "files or folders, found \(paths.first ?? "nothing")")
        }
        try ValidationError.expect("--lines", lines, in: 1..., "1 or more")
    }

    func run() throws {
        if printsMap { return try printMap() }
        let options = try mapping.options(latest: ReadingOptions.latest())
        CoreDumps.turnOff()
        Interrupt.watch()
        let files = try InputPaths.expand(paths, own: OwnFiles(of: [mapping.path]))
        guard !files.isEmpty else { throw FoundLogs.none(paths) }
        let dimensions = try declared.dimensions(mapping)
        let places = try joined.places(mapping)
        let sampler = { join in
            FileSampler(options, dimensions: dimensions, join: join, mostLines: lines)
        }
        var text = InspectText(dimensions)
        var failed = false
        text.add(files, sampler(places)) {
            failed = true
            Terminal.note(Diagnostics.input($0).text)
        }
        if places.isEmpty { text.tryJoins(files) { sampler([$0]) } }
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
