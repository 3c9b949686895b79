import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON

/// How logs are read: options of ingest and of lake export.
struct ReadingOptions: ParsableArguments {
    @OptionGroup var mapping: MapOptions

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which an open counts (default: 72). Only for a new database or "
                + "lake.",
            valueName: "hours"))
    var window: Int?

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which a conversion counts (default: 168). Only for a new "
                + "database or lake.",
            valueName: "hours"))
    var conversionWindow: Int?

    @Flag(
        help: ArgumentHelp(
            "Store no hashes of tokens. Reports then show no dead targets and repeated sends. Only "
                + "for a new database or lake."))
    var noTokenHash = false

    @Option(
        help: ArgumentHelp(
            "Count by the hours of this time zone, such as Asia/Kolkata. Only for a new database "
                + "or lake.",
            valueName: "zone"))
    var tz: String?

    @OptionGroup var declared: DimensionOptions
    @OptionGroup var joined: JoinOptions

    @Option(
        help: ArgumentHelp(
            "Reject records more than two days later than this time (default: now).",
            valueName: "time"))
    var now: String?

    @Option(
        help: ArgumentHelp(
            "Read with so many threads (default: one for each processor). The result is the same.",
            valueName: "number"))
    var threads: Int?

    /// Messages per commit or gzip member, for tests.
    @Option(help: .hidden) var batch: Int?

    func validate() throws {
        if let threads { try ValidationError.expect("--threads", threads, in: 1...64, "1 to 64") }
        _ = try AlertTime.now(now)
        try ReadingOptions.validate(window: window, conversionWindow: conversionWindow)
        // Before a database is made.
        if tz == nil { try ZoneOptions.checkSetting() } else { _ = try clock() }
    }

    /// Of a new database or lake.
    func clock() throws -> HourClock { try ZoneOptions.clock(tz) }

    func storeSettings() throws -> StoreSettings {
        StoreSettings(
            windowHours: window, conversionHours: conversionWindow, keepsTargets: !noTokenHash,
            dimensions: try dimensions(), join: try joined.places(mapping), clock: clock)
    }

    static func validate(window: Int?, conversionWindow: Int?) throws {
        for (name, hours) in [("--window", window), ("--conversion-window", conversionWindow)] {
            try ValidationError.expect(name, hours, in: 1...8760, "1 to 8760 hours")
        }
    }

    static var usualThreads: Int { min(ProcessInfo.processInfo.activeProcessorCount, 64) }

    func dimensions() throws -> [OwnDimension] { try declared.dimensions(mapping) }

    func options(latest: Timestamp) throws -> IngestOptions {
        var options = try mapping.options(latest: latest)
        options.threads = threads ?? ReadingOptions.usualThreads
        if let batch { options.batchSize = batch }
        return options
    }

    /// The latest time of a record: two days after `--now`.
    func latest() throws -> Timestamp { ReadingOptions.latest(at: try AlertTime.now(now)) }

    /// Two days after a moment, in ms since 1970.
    static func latest(at now: Int64 = AlertTime.clock) -> Timestamp {
        Timestamp(milliseconds: now + 2 * 86_400_000)
    }
}

/// The logs that arguments name, and what is wrong with others.
struct FoundLogs {
    let files: [String]
    let unread: UnreadEntries
    let problems: [InputError]
    let verbosity: Verbosity

    /// Folders without any file have no logs yet; throws if other files are in them. `own` are
    /// files of this program, which may be in the folders.
    init(_ paths: [String], own: OwnFiles, _ verbosity: Verbosity) throws {
        var problems: [InputError] = []
        var unread = UnreadEntries(verbosity)
        files = try InputPaths.expand(paths, own: own) {
            if let text = unread.note($0) { Terminal.note(text) }
        } onProblem: {
            problems.append($0)
        }
        (self.unread, self.problems, self.verbosity) = (unread, problems, verbosity)
        if files.isEmpty {
            if let problem = problems.first { throw problem }
            guard !unread.summary.isEmpty else { return }
            Terminal.note(unread.summary)
            throw FoundLogs.none(paths)
        }
    }

    static func none(_ paths: [String]) -> Diagnostic {
        Diagnostic(
            .inputOutput, "\(paths.joined(separator: " ")): no logs found",
            hint: "folders: ingest reads .ndjson, .jsonl, .json, .log and .gz files; name others")
    }
}

extension OwnFiles {
    /// Those of the options, and the file of defaults.
    init(of options: [String?]) { self.init((options + [Defaults.path]).compactMap(\.self)) }
}
