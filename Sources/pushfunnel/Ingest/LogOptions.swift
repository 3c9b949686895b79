import ArgumentParser
import Delivery
import FCM

/// Logs that a query reads instead of a database.
struct LogOptions: ParsableArguments, LineMapping {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read these logs into memory instead of a database: a file, a folder, a pattern, or - "
                + "for standard input; repeatable.",
            valueName: "path"),
        completion: .file())
    var from: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --from: a JSON file with the places of records and fields in your lines.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var map: String?

    @Option(
        help: ArgumentHelp(
            "With --from: read lines of a known system with a built-in map.",
            valueName: "preset"),
        completion: .list(Preset.names))
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the kind of client events without an event name.", valueName: "word"))
    var event: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the time zone of times in the logs that name none (default: UTC).",
            valueName: "zone"))
    var logTz: String?

    @Option(
        help: ArgumentHelp(
            "With --from: hours after a send in which an open counts (default: 72).",
            valueName: "hours"))
    var window: Int?

    @Option(
        help: ArgumentHelp(
            "With --from: hours after a send in which a conversion counts (default: 168).",
            valueName: "hours"))
    var conversionWindow: Int?

    @OptionGroup var declared: DimensionOptions
    @OptionGroup var joined: JoinOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try validate(preset: "--preset")
        try ReadingOptions.validate(window: window, conversionWindow: conversionWindow)
        guard from.isEmpty else {
            if DatabaseOptions.isGiven { throw ValidationError("--from", excludes: "--db") }
            return
        }
        let others = [
            ("--map", map != nil), ("--preset", preset != nil), ("--event", event != nil),
            ("--log-tz", logTz != nil),
            ("--window", window != nil), ("--conversion-window", conversionWindow != nil),
            ("--dimension", !declared.dimension.isEmpty),
            ("--client-dimension", !declared.clientDimension.isEmpty),
            ("--join", !joined.join.isEmpty),
            ("--quiet", verbosity.status.quiet),
            ("--verbose", verbosity.verbose),
        ]
        if let other = others.first(where: \.1) { throw ValidationError(other.0, needs: "--from") }
    }

    /// Reads the logs, and reports them as ingest does. `own` are files of this program.
    func read(
        own: [String?], _ clock: HourClock
    ) throws -> (store: Store, reading: LogReading) {
        AddressSpace.warnIfSmall()
        let logs = try FoundLogs(from, own: OwnFiles(of: own + [path]), verbosity.level)
        if logs.files.isEmpty {
            verbosity.status.note("\(from.joined(separator: " ")): no logs yet\n")
        }
        let store = try Store.inMemory(
            StoreSettings(
                windowHours: window, conversionHours: conversionWindow,
                dimensions: declared.dimensions(self), join: joined.places(self), clock: { clock }))
        var options = try options(latest: ReadingOptions.latest())
        options.threads = ReadingOptions.usualThreads
        let reading = try LogReading(logs, into: store, options)
        try LogReading.stopIfInterrupted()
        Interrupt.unwatch()
        try reading.reporter.summarize(store, .question(from))
        reading.warn(ofMap: path)
        return (store, reading)
    }
}
