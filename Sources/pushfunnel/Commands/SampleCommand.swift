import ArgumentParser
import Foundation
import Sampling

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Write realistic sample logs, and the true funnel in truth.json.",
        discussion: """
            The last day is yesterday, or the day before SOURCE_DATE_EPOCH if that is set. With \
            the same first day, the same options write the same bytes. truth.json holds the \
            figures that a report must show.

            EXAMPLES
              pushfunnel sample logs --force
              pushfunnel sample logs2 --sends 100000 --days 28 --seed 7
              pushfunnel sample logs3 --start 2025-11-17 --days 1
            """)

    @Argument(
        help: ArgumentHelp("The folder to write to; it must be new or empty.", valueName: "folder"),
        completion: .directory)
    var folder: String

    @Option(help: "The number of attempted sends.")
    var sends: Int = SampleOptions().sends

    @Option(help: "The number of days.")
    var days: Int = SampleOptions().days

    @Option(
        help: ArgumentHelp(
            "The first day, UTC, such as 2025-11-17 or -28d; by default, the last is yesterday.",
            valueName: "day"))
    var start: String?

    @Option(help: "The seed of the random numbers; another seed writes other logs.")
    var seed: UInt64 = SampleOptions().seed

    @Option(help: "The share of lines that are written twice.")
    var duplicates: Double = SampleOptions().duplicates

    @Option(help: "The share of client events that arrive hours or days late.")
    var late: Double = SampleOptions().late

    @Option(help: "The share of broken lines.")
    var dirty: Double = SampleOptions().dirty

    @Option(help: "Hours after the last day with client events.")
    var tailHours: Int = SampleOptions().tailHours

    @Option(
        help: ArgumentHelp(
            "Simulate an incident: metric (sends, delivery, opens or failures), where (all, "
                + "platform=…, campaign=…, image=…, variant=… or app_version=…), start and "
                + "duration, factor, such as opens:platform=ios:2025-11-18T12/6h:0.3. Repeatable.",
            valueName: "metric:where:start/duration:factor"))
    var incident: [String] = []

    @Flag(help: "Send a third of the campaigns from a second Firebase project.")
    var twoProjects = false

    @Flag(help: "Send to three apps, in two variants.")
    var apps = false

    @Flag(help: "Let clients tell the app's version and the button of an open.")
    var clients = false

    @Flag(help: "Let people convert after messages.")
    var conversions = false

    @Flag(
        help: ArgumentHelp(
            "Write one form of send and of event per platform, for other tools.",
            visibility: .hidden))
    var uniform = false

    @Flag(help: "Write plain text instead of gzip.")
    var plain = false

    @Flag(help: "Replace an earlier sample in the folder.")
    var force = false

    @OptionGroup var status: StatusOptions

    func run() throws {
        var options = SampleOptions()
        options.sends = sends
        options.days = days
        options.start = try firstDay()
        options.seed = seed
        options.duplicates = duplicates
        options.late = late
        options.dirty = dirty
        options.tailHours = tailHours
        options.incidents = try incident.map { try SampleIncident($0) }
        options.twoProjects = twoProjects
        options.apps = apps
        options.clients = clients
        options.conversions = conversions
        options.uniform = uniform
        options.gzip = !plain
        options.force = force
        let isQuiet = status.quiet
        let summary = try writeSample(options, to: folder) { done, total in
            if !isQuiet { Terminal.redraw("writing \(done) of \(total)") }
        }
        guard !isQuiet else { return }
        Terminal.redraw("")
        Terminal.note(
            "\(folder): \(summary.files) files, \(grouped(Int64(summary.lines))) lines, "
                + "\(grouped(Int64(summary.sends))) sends, \(grouped(Int64(summary.events))) "
                + "client events; the true funnel is in \(folder)/truth.json\n")
        if Terminal.errorIsTerminal { Terminal.note("next: pushfunnel ingest \(folder)\n") }
    }

    private func firstDay() throws -> SampleDay {
        guard let start else { return day(ago: days) }
        return try RelativeDay.daysAgo(start).map(day) ?? SampleDay(start)
    }

    private func day(ago days: Int) -> SampleDay {
        // https://reproducible-builds.org/specs/source-date-epoch/
        let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Int.init)
        let now = epoch ?? Int(Date().timeIntervalSince1970)
        return SampleDay(daysSinceEpoch: now / 86_400 - days)
    }
}
