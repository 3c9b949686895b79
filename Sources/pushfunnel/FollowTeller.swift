import Delivery
import Foundation
import NDJSON
import Reporting

/// Tells of a follower on standard error: one line that is drawn again on a terminal; elsewhere
/// what it begins with, a line a minute while lines come, and what is wrong, once.
final class FollowTeller {
    private(set) var counts = LineCounts()
    private let isQuiet: Bool
    private let line = StatusLine()
    private var told: Set<String> = []
    private var toldCounts = LineCounts()
    private var toldAt = -Double.infinity
    private static let secondsBetweenLines = 60.0

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func tell(_ outcome: FileOutcome) {
        counts += outcome.counts
        guard let problem = outcome.problem, outcome.state != .incomplete else { return }
        tell(problem)
    }

    /// Once, though it stay so for long.
    func tell(_ problem: InputError) {
        guard told.insert("\(problem.path): \(problem)").inserted else { return }
        line.clear()
        Terminal.note(Diagnostics.input(problem).text)
    }

    func warn(_ text: String) {
        guard told.insert(text).inserted else { return }
        line.clear()
        Terminal.note("warning: \(text)\n")
    }

    /// Draws the status, or tells of the lines of the last minute.
    func tell(_ status: String) {
        guard !isQuiet else { return }
        if Terminal.canRedraw { return line.draw(status) }
        let now = ProcessInfo.processInfo.systemUptime
        let hasNews = counts != toldCounts || toldAt < 0
        guard hasNews, now - toldAt >= FollowTeller.secondsBetweenLines else { return }
        toldAt = now
        toldCounts = counts
        Terminal.note(status + "\n")
    }

    func summarize(_ database: String) {
        line.clear()
        guard !isQuiet else { return }
        Terminal.note("followed: \(counts.text)\n")
        if counts.rejected > 0 {
            Terminal.note("rejected lines, with place and reason: pushfunnel sql rejects\n")
        }
        Terminal.noteNext("report", database)
    }
}

/// One line of standard error that is drawn again and again.
private final class StatusLine {
    private var isVisible = false

    func draw(_ text: String) {
        Terminal.redraw(text)
        isVisible = true
    }

    func clear() {
        if isVisible { Terminal.redraw("") }
        isVisible = false
    }
}

extension LineCounts {
    /// `1,204 lines = 1,200 new + 3 duplicate + 1 rejected + 0 foreign + 0 blank`
    var text: String {
        "\(grouped(lines)) lines = \(grouped(new)) new + \(grouped(duplicate)) duplicate + "
            + "\(grouped(rejected)) rejected + \(grouped(foreign)) foreign + "
            + "\(grouped(blank)) blank"
    }
}
