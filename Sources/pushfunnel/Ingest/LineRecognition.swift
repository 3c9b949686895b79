import Delivery
import Reporting

/// Whether any line of a run is a push.
struct LineRecognition {
    private static let shownFiles = 3

    private var counts = LineCounts()
    private var paths: [String] = []
    private var others: Set<String> = []
    /// Whether an earlier run found pushes in a file that was continued.
    private var hadPushes = false
    /// Whether the database has records: then a day without pushes is no mistake of a setup.
    private let hasRecords: Bool

    init(hasRecords: Bool = false) { self.hasRecords = hasRecords }

    mutating func note(_ outcome: FileOutcome) {
        counts += outcome.counts
        hadPushes = hadPushes || outcome.before.understood > 0
        guard finding != nil, outcome.counts.filled > 0, !paths.contains(outcome.path) else {
            return
        }
        if paths.count < LineRecognition.shownFiles {
            paths.append(outcome.path)
        } else {
            others.insert(outcome.path)
        }
    }

    /// Nil if a line is a push, and if all lines are blank; if the database has records, also if
    /// no line looks like a push.
    var problem: Diagnostic? { hasRecords && counts.rejected == 0 ? nil : finding }

    /// The same whether or not the database has records, for the summary of a run.
    var finding: Diagnostic? {
        guard counts.filled > 0, counts.understood == 0, !hadPushes else { return nil }
        let names =
            paths.map(SafeText.visible).joined(separator: ", ")
            + (others.isEmpty ? "" : " and \(grouped(Int64(others.count))) more")
        guard counts.rejected > 0 else {
            return Diagnostic(
                .badData, "\(names): none of the \(grouped(counts.filled)) lines looks like a push",
                hint: "Documentation/Formats.md shows the lines that pushfunnel reads")
        }
        return Diagnostic(
            .badData,
            "\(names): no line was read as a push: \(grouped(counts.rejected)) of "
                + "\(grouped(counts.filled)) were rejected",
            hint: "Documentation/Formats.md shows the lines that pushfunnel reads; use --map for "
                + "your own envelope")
    }
}
