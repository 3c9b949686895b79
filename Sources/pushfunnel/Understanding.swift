import Delivery
import Reporting

/// Whether anything in the lines of a run was understood.
struct Understanding {
    private static let shownFiles = 3

    private var counts = LineCounts()
    private var paths: [String] = []
    private var others: Set<String> = []
    /// A file that went on holds lines that were understood before.
    private var wasUnderstood = false

    mutating func note(_ outcome: FileOutcome) {
        counts += outcome.counts
        wasUnderstood = wasUnderstood || outcome.before.understood > 0
        guard problem != nil, outcome.counts.filled > 0, !paths.contains(outcome.path) else {
            return
        }
        if paths.count < Understanding.shownFiles {
            paths.append(outcome.path)
        } else {
            others.insert(outcome.path)
        }
    }

    /// Nil when something was understood, and when there was nothing to understand.
    var problem: Diagnostic? {
        guard counts.filled > 0, counts.understood == 0, !wasUnderstood else { return nil }
        let names =
            paths.map(SafeText.visible).joined(separator: ", ")
            + (others.isEmpty ? "" : " and \(grouped(Int64(others.count))) more")
        guard counts.rejected > 0 else {
            return Diagnostic(
                message: "\(names): none of the \(grouped(counts.filled)) lines looks like a push",
                hint: "Documentation/Formats.md shows the lines that pushfunnel reads",
                code: .badData)
        }
        return Diagnostic(
            message: "\(names): no line was understood: \(grouped(counts.rejected)) of "
                + "\(grouped(counts.filled)) were rejected",
            hint: "Documentation/Formats.md shows the lines that pushfunnel reads; --map reads an "
                + "envelope of your own", code: .badData)
    }
}
