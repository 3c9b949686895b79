import Delivery
import Foundation
import NDJSON
import Reporting

/// Reports a follower on standard error: one line that is drawn again on a terminal; elsewhere a
/// line a minute while lines come; each error and warning once.
final class FollowTeller {
    private(set) var counts = LineCounts()
    private let verbosity: Verbosity
    private var unread: UnreadNotes
    private var unreadKnown: Set<UnreadEntry> = []
    private var understanding = Understanding()
    /// Files with rejected lines that no warning was printed for yet.
    private var rejecting: [String: PushLines] = [:]
    private var hasLooked = false
    private let line = StatusLine()
    private var told: Set<String> = []
    private var toldCounts = LineCounts()
    private var toldAt = -Double.infinity
    private static let secondsBetweenLines = 60.0
    /// A share of fewer lines says little before the end.
    private static let fewestPushes: Int64 = 20
    private static let manyLines: Int64 = 100

    init(_ verbosity: Verbosity) {
        self.verbosity = verbosity
        unread = UnreadNotes(verbosity)
    }

    func tell(_ outcome: FileOutcome) {
        counts += outcome.counts
        understanding.note(outcome)
        noteRejects(outcome)
        if verbosity == .eachFile, outcome.counts.lines > 0 {
            note("\(SafeText.visible(outcome.path)): \(outcome.counts.text)\n")
        }
        guard let problem = outcome.problem, outcome.state != .incomplete else { return }
        tell(problem)
    }

    /// Once, though it stay so for long.
    func tell(_ problem: InputError) {
        guard told.insert("\(problem.path): \(problem)").inserted else { return }
        note(Diagnostics.input(problem).text)
    }

    func warn(_ text: String) {
        guard told.insert(text).inserted else { return }
        note("warning: \(text)\n")
    }

    /// Each once; in a summary only what the first look finds.
    func tell(_ entries: [UnreadEntry]) {
        for entry in entries where unreadKnown.insert(entry).inserted {
            if let text = unread.note(entry) { note(text) }
        }
        guard !hasLooked else { return }
        hasLooked = true
        if verbosity > .quiet { note(unread.summary) }
    }

    /// Of many lines, some should have been understood.
    func endLook() {
        if counts.filled >= FollowTeller.manyLines { warnOfLines() }
    }

    private func warnOfLines() {
        guard let problem = understanding.problem, told.insert("no line understood").inserted
        else { return }
        note("warning: \(problem.message)\n" + (problem.hint.map { "    hint: \($0)\n" } ?? ""))
    }

    private func noteRejects(_ outcome: FileOutcome) {
        guard outcome.counts.pushes > 0, !told.contains(rejectKey(outcome.path)) else { return }
        var lines = rejecting[outcome.path] ?? PushLines()
        lines.add(outcome)
        rejecting[outcome.path] = lines
        if lines.pushes >= FollowTeller.fewestPushes { warn(of: lines, outcome.path) }
    }

    private func warn(of lines: PushLines, _ path: String) {
        guard lines.isDoubtful, told.insert(rejectKey(path)).inserted else { return }
        rejecting[path] = nil
        note(lines.warning(path))
    }

    private func rejectKey(_ path: String) -> String { "\(path): rejected" }

    private func note(_ text: String) {
        guard !text.isEmpty else { return }
        line.clear()
        Terminal.note(text)
    }

    /// Draws the status, or tells of the lines of the last minute.
    func tell(_ status: String) {
        guard verbosity > .quiet else { return }
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
        for (path, lines) in rejecting.sorted(by: { $0.key < $1.key }) { warn(of: lines, path) }
        warnOfLines()
        guard verbosity > .quiet else { return }
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
