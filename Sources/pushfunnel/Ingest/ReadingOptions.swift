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

    @Flag(
        help: ArgumentHelp(
            "Store no hashes of tokens. Reports then show no dead targets and repeated sends. Only "
                + "for a new database or lake."))
    var noTokenHash = false

    @Option(
        help: ArgumentHelp(
            "Reject records more than two days later than this time (default: now).",
            valueName: "time"))
    var now: String?

    @Option(help: "1, or 2 to read and write in parallel.")
    var threads: Int = 2

    /// Messages per commit or gzip member, for tests.
    @Option(help: .hidden) var batch: Int?

    func validate() throws {
        if !(1...2).contains(threads) {
            throw ValidationError("--threads", expected: "1 or 2", found: String(threads))
        }
        _ = try present()
        if let window, !(1...8760).contains(window) {
            throw ValidationError("--window", expected: "1 to 8760 hours", found: String(window))
        }
    }

    /// The time of --now, in ms since 1970; nil without the option.
    func present() throws -> Int64? {
        try now.map { try AlertTime.moment($0, option: "--now") }
    }

    func options(latest: Timestamp) throws -> IngestOptions {
        var options = IngestOptions(latest: latest)
        options.threads = threads
        options.inflater = try InflaterSetting.engine()
        try mapping.apply(to: &options)
        if let batch { options.batchSize = batch }
        return options
    }

    static var clock: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// The latest time of a record: two days after `now`, in ms since 1970.
    static func latest(at now: Int64 = ReadingOptions.clock) -> Timestamp {
        Timestamp(milliseconds: now + 2 * 86_400_000)
    }
}

/// The logs that paths of the command line name, and what was found besides.
struct FoundLogs {
    let files: [String]
    let unread: UnreadEntries
    let problems: [InputError]

    /// Throws if there is no log. `own` are files of this program, which may be in the folders.
    init(_ paths: some Collection<String>, own: [String?], _ level: Verbosity) throws {
        var problems: [InputError] = []
        var unread = UnreadEntries(level)
        files = try InputPaths.expand(Array(paths), own: OwnFiles(of: own)) {
            if let text = unread.note($0) { Terminal.note(text) }
        } onProblem: {
            problems.append($0)
        }
        (self.unread, self.problems) = (unread, problems)
        if files.isEmpty {
            if let problem = problems.first { throw problem }
            Terminal.note(unread.summary)
            throw FoundLogs.none(paths)
        }
    }

    static func none(_ paths: some Collection<String>) -> Diagnostic {
        Diagnostic(
            message: "\(paths.joined(separator: " ")): no logs found",
            hint: "folders: ingest reads .ndjson, .jsonl, .json, .log and .gz files; name others",
            code: .inputOutput)
    }
}

extension OwnFiles {
    /// Those of the options, and the file of defaults.
    init(of options: [String?]) { self.init((options + [Defaults.path]).compactMap(\.self)) }
}
