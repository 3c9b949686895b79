import Delivery
import Foundation
import Lake
import NDJSON
import Reporting
import SQLite

/// Prints on standard error how files are read: a progress bar on a terminal, a line for each file
/// with `-v`; errors and warnings always.
class InputReporter {
    fileprivate(set) var counts = LineCounts()
    fileprivate(set) var hasFailed = false
    fileprivate(set) var isBroken = false
    let verbosity: Verbosity
    private let unread: UnreadEntries
    private let bar: ProgressBar
    /// Bytes of skipped files.
    private var skippedBytes: Int64 = 0
    private let started = ProcessInfo.processInfo.systemUptime

    init(_ logs: FoundLogs) {
        unread = logs.unread
        verbosity = logs.verbosity
        bar = ProgressBar(total: logs.files.reduce(0) { $0 + fileSize($1) }, unit: "lines")
        logs.problems.forEach(report)
    }

    func report(_ progress: IngestProgress) {
        guard verbosity > .quiet else { return }
        bar.update(
            done: skippedBytes + progress.bytes, count: progress.lines, label: progress.path)
    }

    /// A file or folder that cannot be read.
    func report(_ problem: InputError) { fail(Diagnostics.input(problem)) }

    fileprivate func fail(_ diagnostic: Diagnostic) {
        hasFailed = true
        note(diagnostic.text)
    }

    /// A problem inside a file: always an error. With `-q`, a warning only of a file of the day
    /// before: what is written or copied now is whole later, and a nightly job tells of it once.
    fileprivate func report(_ problem: String, hint: String, of path: String, isError: Bool) {
        guard isError || verbosity > .quiet || isOfDayBefore(path) else { return }
        note("\(isError ? "error" : "warning"): \(path): \(problem)\n    hint: \(hint)\n")
    }

    private func isOfDayBefore(_ path: String) -> Bool {
        fileAge(path).map { 86_400..<2 * 86_400 ~= $0 } ?? false
    }

    fileprivate func skip(_ path: String) { skippedBytes += fileSize(path) }

    /// With `-v`.
    fileprivate func reportFile(_ text: String) {
        if verbosity == .eachFile { note(text) }
    }

    fileprivate func note(_ text: String) {
        bar.clear()
        Terminal.note(text)
    }

    fileprivate func summarize(_ files: String) {
        bar.clear()
        guard verbosity > .quiet else { return }
        let seconds = ProcessInfo.processInfo.systemUptime - started
        Terminal.note("\(files) in \(String(format: "%.1f", seconds)) s: \(counts.text)\n")
        Terminal.note(unread.summary)
    }
}

/// Reports an ingest, with the totals of the database at the end.
final class IngestReporter: InputReporter {
    private var skipped = 0
    private var read = 0
    private var again = 0
    private var recognition: LineRecognition
    private var future = FutureRecords()
    private var warnings = RejectWarnings()

    /// Of a run into a database with or without records.
    init(_ logs: FoundLogs, hasRecords: Bool) {
        recognition = LineRecognition(hasRecords: hasRecords)
        super.init(logs)
    }

    func report(_ outcome: FileOutcome) {
        counts += outcome.counts
        recognition.note(outcome)
        future.note(outcome)
        warnings.note(outcome)
        if outcome.state == .broken { isBroken = true }
        let path = SafeText.visible(outcome.path)
        if let problem = outcome.problem {
            report(
                "\(problem)", hint: problem.hint, of: path, isError: outcome.state != .incomplete)
        }
        switch outcome.result {
        case .skipped:
            skipped += 1
            skip(outcome.path)
            reportKnownProblem(outcome, path)
            reportFile("\(path): unchanged, skipped\n")
        case .read:
            read += 1
            if outcome.isAgain { again += 1 }
            if outcome.problem?.isPassing == true { hasFailed = true }
            reportFile("\(path): \(outcome.isAgain ? "read again, " : "")\(outcome.counts.text)\n")
        case .waiting: break
        case .failed: hasFailed = true
        }
    }

    /// The problem of an unchanged file, found when it was read.
    private func reportKnownProblem(_ outcome: FileOutcome, _ path: String) {
        let problem = outcome.knownProblem ?? outcome.state.rawValue
        switch outcome.state {
        case .broken:
            report(
                problem, hint: "the file is unchanged since then; fetch it again", of: path,
                isError: true)
        case .incomplete:
            report(problem, hint: "the file is unchanged since then", of: path, isError: false)
        case .reading, .complete: break
        }
    }

    /// What is wrong with the lines as a whole: most are from the future, or none is a push.
    var problem: Diagnostic? { future.problem ?? recognition.problem }

    /// What follows the reading, as the last lines of a summary name it.
    enum Purpose {
        /// The database that reports are made of.
        case stored(String)
        case dryRun
        /// A question to these logs.
        case question([String])

        /// A command that shows the rejected lines.
        var rejects: String {
            guard case .question(let logs) = self else { return "pushfunnel sql rejects" }
            let options = logs.map { "--from \(ShellWord.quoted($0)) " }
            return "pushfunnel sql \(options.joined())rejects"
        }
    }

    func summarize(_ store: Store, _ purpose: Purpose) throws {
        summarize(
            "\(read) \(read == 1 ? "file" : "files") read" + (again > 0 ? " (\(again) again)" : "")
                + (skipped > 0 ? ", \(skipped) unchanged" : ""))
        if verbosity > .quiet {
            let ledger = try store.ledger()
            Terminal.note(
                "client events in the database: \(grouped(ledger.events)) = "
                    + "\(grouped(ledger.matched)) matched + \(grouped(ledger.orphan)) orphan\n")
        }
        Terminal.note(warnings.text)
        if let problem { Terminal.note(problem.text) }
        guard verbosity > .quiet else { return }
        if problem == nil, let finding = recognition.finding {
            Terminal.note(finding.warning)
        }
        if counts.pastRetention > 0 {
            Terminal.note(
                "\(grouped(counts.pastRetention)) of the rejected lines belong to pruned days: "
                    + "pushfunnel sql \"select * from retention\"\n")
        }
        if counts.rejected > 0 { Terminal.note(LineCounts.rejectedNote(purpose.rejects)) }
        let repeats = store.join.isEmpty ? nil : Advice.repeats(counts)
        for advice in try store.database.read(Advice.dimensions) + [repeats].compactMap(\.self) {
            Terminal.note("warning: \(advice.text)\n    hint: \(advice.hint)\n")
        }
        switch purpose {
        case .stored(let database): Terminal.noteNext("report", database)
        case .dryRun: Terminal.note("dry run: nothing was stored\n")
        case .question: break
        }
    }
}

/// Reports an export of logs into a lake.
final class ExportReporter: InputReporter {
    private var exported = 0
    private var known = 0

    func report(_ outcome: SourceOutcome) {
        let path = SafeText.visible(outcome.path)
        switch outcome.result {
        case .exported:
            exported += 1
            counts += outcome.counts
            if let problem = outcome.problem {
                let isError = outcome.state == .broken
                if isError { isBroken = true }
                report("\(problem)", hint: hint(problem), of: path, isError: isError)
            }
            reportFile("\(path): \(outcome.counts.text)\n")
        case .known:
            known += 1
            reportFile("\(path): already in the lake, skipped\n")
        case .unreadable(let error): report(error)
        case .failed(let error): fail(Diagnostics.lake(error))
        }
    }

    private func hint(_ problem: InputError) -> String {
        guard case .otherFormat = problem.problem else {
            return "its complete lines are in the lake; export the file again when it is complete"
        }
        return problem.conversion.map { "\($0) > LOG, then export LOG" } ?? problem.hint
    }

    func summarize() {
        summarize(
            "\(exported) \(exported == 1 ? "log" : "logs") exported"
                + (known > 0 ? ", \(known) already in the lake" : ""))
    }
}
