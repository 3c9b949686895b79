import Delivery
import Foundation
import NDJSON
import Reporting

/// Reports an export on standard error: a bar on a terminal, a line for each log with `-v`, counts
/// at the end; errors and warnings always.
final class ExportTeller {
    private(set) var hasFailed = false
    private(set) var isBroken = false
    private var counts = LineCounts()
    private var exported = 0
    private var known = 0
    private let unread: UnreadNotes
    private let verbosity: Verbosity
    private let bar: ProgressBar
    private let started = ProcessInfo.processInfo.systemUptime

    init(_ files: [String], _ unread: UnreadNotes, _ verbosity: Verbosity) {
        self.unread = unread
        self.verbosity = verbosity
        bar = ProgressBar(total: files.reduce(0) { $0 + fileSize($1) }, unit: "lines")
    }

    func tell(_ progress: IngestProgress) {
        guard verbosity > .quiet else { return }
        bar.update(done: progress.bytes, count: progress.lines, label: progress.path)
    }

    /// Of a folder that cannot be read, or of what in it cannot be looked at.
    func tell(_ problem: InputError) {
        hasFailed = true
        bar.clear()
        Terminal.note(Diagnostics.input(problem).text)
    }

    func tell(_ outcome: SourceOutcome) {
        let path = SafeText.visible(outcome.path)
        switch outcome.result {
        case .exported:
            exported += 1
            counts += outcome.counts
            tell(outcome.problem, of: outcome, path)
            say("\(path): \(outcome.counts.text)\n")
        case .known:
            known += 1
            say("\(path): in the lake, skipped\n")
        case .unreadable(let error): tell(error)
        case .failed(let error):
            hasFailed = true
            bar.clear()
            Terminal.note(Diagnostics.lake(error).text)
        }
    }

    private func tell(_ problem: InputError?, of outcome: SourceOutcome, _ path: String) {
        guard let problem else { return }
        let isError = outcome.state == .broken
        if isError { isBroken = true }
        guard isError || verbosity > .quiet else { return }
        bar.clear()
        Terminal.note(
            "\(isError ? "error" : "warning"): \(path): \(problem)\n"
                + "    hint: \(hint(problem))\n")
    }

    private func hint(_ problem: InputError) -> String {
        guard case .otherFormat = problem.problem else {
            return "its whole lines are in the lake; export the file again when it is complete"
        }
        return problem.conversion.map { "\($0) > LOG, then export LOG" } ?? problem.hint
    }

    private func say(_ text: String) {
        guard verbosity == .eachFile else { return }
        bar.clear()
        Terminal.note(text)
    }

    func summarize() {
        bar.clear()
        guard verbosity > .quiet else { return }
        let seconds = ProcessInfo.processInfo.systemUptime - started
        let logs =
            "\(exported) \(exported == 1 ? "log" : "logs") exported"
            + (known > 0 ? ", \(known) known" : "")
        Terminal.note("\(logs) in \(String(format: "%.1f", seconds)) s: \(counts.text)\n")
        Terminal.note(unread.summary)
    }
}
