import Delivery
import Foundation
import NDJSON
import Reporting

/// Tells of an export on standard error: a bar on a terminal, a line a log elsewhere.
final class ExportTeller {
    private(set) var hasFailed = false
    private(set) var isBroken = false
    private var counts = LineCounts()
    private var exported = 0
    private var known = 0
    private let isQuiet: Bool
    private let bar: ProgressBar
    private let started = ProcessInfo.processInfo.systemUptime

    init(_ files: [String], isQuiet: Bool) {
        self.isQuiet = isQuiet
        bar = ProgressBar(total: files.reduce(0) { $0 + fileSize($1) }, unit: "lines")
    }

    func tell(_ progress: IngestProgress) {
        guard !isQuiet else { return }
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
        guard isError || !isQuiet else { return }
        bar.clear()
        Terminal.note(
            "\(isError ? "error" : "warning"): \(path): \(problem)\n"
                + "    hint: its whole lines are in the lake; export the file again when it is "
                + "complete\n")
    }

    private func say(_ text: String) {
        if !isQuiet, !Terminal.canRedraw { Terminal.note(text) }
    }

    func summarize() {
        bar.clear()
        guard !isQuiet else { return }
        let seconds = ProcessInfo.processInfo.systemUptime - started
        let logs =
            "\(exported) \(exported == 1 ? "log" : "logs") exported"
            + (known > 0 ? ", \(known) known" : "")
        Terminal.note("\(logs) in \(String(format: "%.1f", seconds)) s: \(counts.text)\n")
    }
}
