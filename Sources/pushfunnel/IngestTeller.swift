import Delivery
import Foundation
import NDJSON
import Reporting

/// Reports an ingest on standard error: a bar on a terminal, a line for each file with `-v`, the
/// ledger at the end; errors and warnings always.
final class IngestTeller {
    private(set) var counts = LineCounts()
    private(set) var hasFailed = false
    private(set) var isBroken = false
    private var skipped = 0
    private var read = 0
    private var again = 0
    /// Of files that need no reading.
    private var skippedBytes: Int64 = 0
    private var understanding = Understanding()
    private var warnings = RejectWarnings()
    private let unread: UnreadNotes
    private let verbosity: Verbosity
    private let bar: ProgressBar
    private let started = ProcessInfo.processInfo.systemUptime

    init(_ files: [String], _ unread: UnreadNotes, _ verbosity: Verbosity) {
        self.unread = unread
        self.verbosity = verbosity
        let total = files.reduce(0) { $0 + fileSize($1) }
        bar = ProgressBar(total: total, unit: "lines")
    }

    func tell(_ progress: IngestProgress) {
        guard verbosity > .quiet else { return }
        bar.update(
            done: skippedBytes + progress.bytes, count: progress.lines, label: progress.path)
    }

    /// Of a folder that cannot be read, or of what in it cannot be looked at.
    func tell(_ problem: InputError) {
        hasFailed = true
        bar.clear()
        Terminal.note(Diagnostics.input(problem).text)
    }

    func tell(_ outcome: FileOutcome) {
        counts += outcome.counts
        understanding.note(outcome)
        warnings.note(outcome)
        if outcome.state == .broken { isBroken = true }
        switch outcome.result {
        case .skipped:
            skipped += 1
            skippedBytes += fileSize(outcome.path)
        case .read:
            read += 1
            if outcome.isAgain { again += 1 }
            if outcome.problem?.isPassing == true { hasFailed = true }
        case .waiting: break
        case .failed: hasFailed = true
        }
        say(outcome)
    }

    private func say(_ outcome: FileOutcome) {
        let path = SafeText.visible(outcome.path)
        if let problem = outcome.problem {
            let isError = outcome.state != .incomplete
            guard isError || verbosity > .quiet else { return }
            bar.clear()
            Terminal.note(
                "\(isError ? "error" : "warning"): \(path): \(problem)\n"
                    + "    hint: \(problem.hint)\n")
        }
        if case .skipped = outcome.result { sayKnownProblem(outcome, path) }
        guard verbosity == .eachFile else { return }
        bar.clear()
        switch outcome.result {
        case .skipped: Terminal.note("\(path): unchanged, skipped\n")
        case .read:
            Terminal.note(
                "\(path): \(outcome.isAgain ? "read again, " : "")\(outcome.counts.text)\n")
        case .waiting, .failed: break
        }
    }

    /// What was wrong with a file when it was read.
    private func sayKnownProblem(_ outcome: FileOutcome, _ path: String) {
        let problem = outcome.knownProblem ?? outcome.state.rawValue
        switch outcome.state {
        case .broken:
            bar.clear()
            Terminal.note(
                "error: \(path): \(problem)\n"
                    + "    hint: unchanged since it was read; fetch the file again\n")
        case .incomplete where verbosity > .quiet:
            bar.clear()
            Terminal.note(
                "warning: \(path): \(problem)\n"
                    + "    hint: unchanged since it was read up to there\n")
        case .incomplete, .reading, .complete: break
        }
    }

    /// Whether lines were read and none of them was understood.
    var hasUnderstoodNothing: Bool { understanding.problem != nil }

    func summarize(_ store: Store, database: String, isDryRun: Bool) throws {
        bar.clear()
        if verbosity > .quiet { try summarizeLines(store) }
        Terminal.note(warnings.text)
        if let problem = understanding.problem { Terminal.note(problem.text) }
        guard verbosity > .quiet else { return }
        if counts.pastRetention > 0 {
            Terminal.note(
                "\(grouped(counts.pastRetention)) of the rejected lines are of days whose "
                    + "messages were pruned: pushfunnel sql \"select * from retention\"\n")
        }
        if counts.rejected > 0 {
            Terminal.note("rejected lines, with place and reason: pushfunnel sql rejects\n")
        }
        if isDryRun { Terminal.note("dry run: nothing was kept\n") }
        if !isDryRun { Terminal.noteNext("report", database) }
    }

    private func summarizeLines(_ store: Store) throws {
        let seconds = ProcessInfo.processInfo.systemUptime - started
        let files =
            "\(read) \(read == 1 ? "file" : "files") read"
            + (again > 0 ? " (\(again) again)" : "")
            + (skipped > 0 ? ", \(skipped) unchanged" : "")
        Terminal.note("\(files) in \(String(format: "%.1f", seconds)) s: \(counts.text)\n")
        Terminal.note(unread.summary)
        let ledger = try store.ledger()
        Terminal.note(
            "client events in the database: \(grouped(ledger.events)) = "
                + "\(grouped(ledger.matched)) matched + \(grouped(ledger.orphan)) orphan\n")
    }
}
