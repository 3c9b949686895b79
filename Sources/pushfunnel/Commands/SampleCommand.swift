import ArgumentParser
import Foundation
import Sampling

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Write realistic sample logs, with the true funnel beside them.",
        discussion: """
            The same options give the same bytes. truth.json holds what a report must show.

            EXAMPLES
              pushfunnel sample logs
              pushfunnel sample logs --sends 1000000 --days 1 --seed 7
              pushfunnel sample logs --days 28 --incident opens:platform=ios:2025-11-28T12/6h:0.3
            """)

    @Argument(
        help: ArgumentHelp("The folder to write, new or empty.", valueName: "folder"),
        completion: .directory)
    var folder: String

    @Option(help: "Sends that are attempted.")
    var sends: Int = SampleOptions().sends

    @Option(help: "Days of sends.")
    var days: Int = SampleOptions().days

    @Option(help: ArgumentHelp("The first day, UTC.", valueName: "day"))
    var start: String = SampleOptions().start.description

    @Option(help: "Another number gives other logs.")
    var seed: UInt64 = SampleOptions().seed

    @Option(help: "Share of lines that are written again.")
    var duplicates: Double = SampleOptions().duplicates

    @Option(help: "Share of client events that are uploaded hours or days late.")
    var late: Double = SampleOptions().late

    @Option(help: "Share of broken lines that are added.")
    var dirty: Double = SampleOptions().dirty

    @Option(help: "Hours after the last day in which clients still report.")
    var tailHours: Int = SampleOptions().tailHours

    @Option(
        help: ArgumentHelp(
            "Something that goes wrong: metric (sends, delivery, opens, failures), where "
                + "(all, or platform=…, campaign=…, image=…), from/duration, factor. May be "
                + "given again.", valueName: "metric:where:from/duration:factor"))
    var incident: [String] = []

    @Flag(
        help: ArgumentHelp(
            "One shape of send and one of event for each platform, as other tools can read it.",
            visibility: .hidden))
    var uniform = false

    @Flag(help: "Write plain text, not gzip.")
    var plain = false

    @Flag(help: "Replace the sample that stands in the folder.")
    var force = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        var options = SampleOptions()
        options.sends = sends
        options.days = days
        options.start = try SampleDay(start)
        options.seed = seed
        options.duplicates = duplicates
        options.late = late
        options.dirty = dirty
        options.tailHours = tailHours
        options.incidents = try incident.map { try SampleIncident($0) }
        options.uniform = uniform
        options.gzip = !plain
        options.force = force
        let isQuiet = quiet
        let summary = try writeSample(options, to: folder) { done, total in
            if !isQuiet { Terminal.redraw("writing \(done) of \(total)") }
        }
        guard !quiet else { return }
        Terminal.redraw("")
        Terminal.note(
            "\(folder): \(summary.files) files, \(grouped(Int64(summary.lines))) lines, "
                + "\(grouped(Int64(summary.sends))) sends, \(grouped(Int64(summary.events))) "
                + "client events; the true funnel is in \(folder)/truth.json\n")
        if Terminal.errorIsTerminal { Terminal.note("next: pushfunnel ingest \(folder)\n") }
    }
}
