import Delivery
import Foundation
import NDJSON
import Reporting

/// Tells of an ingest on standard error: a bar on a terminal, a line a file elsewhere, the ledger
/// at the end.
final class IngestTeller {
    private(set) var counts = LineCounts()
    private(set) var hasFailed = false
    private(set) var isBroken = false
    private var skipped = 0
    private var read = 0
    /// Of files that need no reading.
    private var skippedBytes: Int64 = 0
    private let isQuiet: Bool
    private let bar: ProgressBar
    private let started = ProcessInfo.processInfo.systemUptime

    init(_ files: [String], isQuiet: Bool) {
        self.isQuiet = isQuiet
        let total = files.reduce(0) { $0 + fileSize($1) }
        bar = ProgressBar(total: total, unit: "lines")
    }

    func tell(_ progress: IngestProgress) {
        guard !isQuiet else { return }
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
        if outcome.state == .broken { isBroken = true }
        switch outcome.result {
        case .skipped:
            skipped += 1
            skippedBytes += fileSize(outcome.path)
        case .read:
            read += 1
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
            guard isError || !isQuiet else { return }
            bar.clear()
            Terminal.note(
                "\(isError ? "error" : "warning"): \(path): \(problem)\n"
                    + "    hint: \(problem.hint)\n")
        }
        guard !isQuiet, !Terminal.canRedraw else { return }
        switch outcome.result {
        case .skipped: Terminal.note("\(path): unchanged, skipped\n")
        case .read: Terminal.note("\(path): \(outcome.counts.text)\n")
        case .waiting, .failed: break
        }
    }

    func summarize(_ store: Store, database: String, isDryRun: Bool) throws {
        bar.clear()
        guard !isQuiet else { return }
        let seconds = ProcessInfo.processInfo.systemUptime - started
        let files =
            "\(read) \(read == 1 ? "file" : "files") read"
            + (skipped > 0 ? ", \(skipped) unchanged" : "")
        Terminal.note("\(files) in \(String(format: "%.1f", seconds)) s: \(counts.text)\n")
        let ledger = try store.ledger()
        Terminal.note(
            "client events in the database: \(grouped(ledger.events)) = "
                + "\(grouped(ledger.matched)) matched + \(grouped(ledger.orphan)) orphan\n")
        let bad = counts.rejected - counts.pastRetention
        if counts.lines > 0, bad + counts.blank == counts.lines {
            Terminal.note("warning: no line was understood\n")
        }
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
}
