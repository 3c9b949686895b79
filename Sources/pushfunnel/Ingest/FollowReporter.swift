import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

/// Prints the status of a follower on standard error: on a terminal one line that is updated,
/// elsewhere a line per minute if there are new lines; each error and warning once.
final class FollowReporter {
    private(set) var counts = LineCounts()
    private let verbosity: Verbosity
    private var unread: UnreadEntries
    private var unreadKnown: Set<UnreadEntry> = []
    private var recognition = LineRecognition()
    /// Files with rejected lines and no warning yet.
    private var rejecting: [String: PushLines] = [:]
    private var hasScanned = false
    private let line = StatusLine()
    private var reported: Set<String> = []
    /// Files that could not be read when it was tried last, and folders of the last scan.
    private var unreadableFiles: Set<String> = []
    private var unreadableFolders: Set<String> = []
    private var printedCounts = LineCounts()
    private var printedAt = -Double.infinity
    private static let secondsBetweenLines = 60.0
    /// With fewer lines, a share is reported only at the end.
    private static let fewestPushes: Int64 = 20
    private static let manyLines: Int64 = 100

    init(_ verbosity: Verbosity) {
        self.verbosity = verbosity
        unread = UnreadEntries(verbosity)
    }

    func report(_ outcome: FileOutcome) {
        counts += outcome.counts
        recognition.note(outcome)
        noteRejects(outcome)
        noteReadability(outcome)
        if verbosity == .eachFile, outcome.counts.lines > 0 {
            note("\(SafeText.visible(outcome.path)): \(outcome.counts.text)\n")
        }
        guard let problem = outcome.problem, outcome.state != .incomplete else { return }
        report(problem)
    }

    func beginScan() { unreadableFolders = [] }

    /// What a scan could not look at.
    func reportFound(_ problem: InputError) {
        unreadableFolders.insert(problem.path)
        report(problem)
    }

    private func noteReadability(_ outcome: FileOutcome) {
        switch outcome.result {
        case .failed: unreadableFiles.insert(outcome.path)
        case .read, .skipped:
            if outcome.problem?.isPassing == true {
                unreadableFiles.insert(outcome.path)
            } else {
                unreadableFiles.remove(outcome.path)
            }
        case .waiting: break
        }
    }

    /// That of a run that ended now: whether a log or a folder cannot be read.
    var exitCode: Int32 {
        unreadableFiles = unreadableFiles.filter { access($0, F_OK) == 0 || errno != ENOENT }
        let isWhole = unreadableFiles.isEmpty && unreadableFolders.isEmpty
        return isWhole ? 0 : ExitStatus.inputOutput.rawValue
    }

    /// Each problem once.
    private func report(_ problem: InputError) {
        guard reported.insert("\(problem.path): \(problem)").inserted else { return }
        note(Diagnostics.input(problem).text)
    }

    func warn(_ text: String) {
        guard reported.insert(text).inserted else { return }
        note("warning: \(text)\n")
    }

    /// Except with `-q`.
    func warn(ofLate dimensions: [OwnDimension]) {
        guard verbosity > .quiet, let problem = LogReading.problem(withLate: dimensions) else {
            return
        }
        note(problem.warning)
    }

    /// Each entry once; the summary has only those of the first scan.
    func report(_ entries: [UnreadEntry]) {
        for entry in entries where unreadKnown.insert(entry).inserted {
            if let text = unread.note(entry) { note(text) }
        }
        guard !hasScanned else { return }
        hasScanned = true
        if verbosity > .quiet { note(unread.summary) }
    }

    /// After many lines, warns if none is a push.
    func endScan() {
        if counts.filled >= FollowReporter.manyLines { warnOfLines() }
    }

    private func warnOfLines() {
        guard let problem = recognition.problem, reported.insert("no line recognized").inserted
        else { return }
        note(problem.warning)
    }

    private func noteRejects(_ outcome: FileOutcome) {
        guard outcome.counts.pushes > 0, !reported.contains(rejectKey(outcome.path)) else { return }
        var lines = rejecting[outcome.path] ?? PushLines()
        lines.add(outcome)
        rejecting[outcome.path] = lines
        if lines.pushes >= FollowReporter.fewestPushes { warn(of: lines, outcome.path) }
    }

    private func warn(of lines: PushLines, _ path: String) {
        guard lines.isDoubtful, reported.insert(rejectKey(path)).inserted else { return }
        rejecting[path] = nil
        note(lines.warning(path))
    }

    private func rejectKey(_ path: String) -> String { "\(path): rejected" }

    private func note(_ text: String) {
        guard !text.isEmpty else { return }
        line.clear()
        Terminal.note(text)
    }

    /// Updates the status line, or prints the counts at most once a minute.
    func report(_ status: String) {
        guard verbosity > .quiet else { return }
        if Terminal.canRedraw { return line.draw(status) }
        let now = ProcessInfo.processInfo.systemUptime
        let hasNews = counts != printedCounts || printedAt < 0
        guard hasNews, now - printedAt >= FollowReporter.secondsBetweenLines else { return }
        printedAt = now
        printedCounts = counts
        Terminal.note(status + "\n")
    }

    func summarize(_ database: String) {
        line.clear()
        for (path, lines) in rejecting.sorted(by: { $0.key < $1.key }) { warn(of: lines, path) }
        warnOfLines()
        guard verbosity > .quiet else { return }
        Terminal.note("followed: \(counts.text)\n")
        if counts.rejected > 0 { Terminal.note(LineCounts.rejectedNote()) }
        Terminal.noteNext("report", database)
    }
}

extension LineCounts {
    /// `1,204 lines = 1,200 new + 3 duplicate + 1 rejected + 0 foreign + 0 blank`
    var text: String {
        "\(grouped(lines)) lines = \(grouped(new)) new + \(grouped(duplicate)) duplicate + "
            + "\(grouped(rejected)) rejected + \(grouped(foreign)) foreign + "
            + "\(grouped(blank)) blank"
    }

    static func rejectedNote(_ command: String = "pushfunnel sql rejects") -> String {
        "rejected lines, with place and reason: \(command)\n"
    }
}
