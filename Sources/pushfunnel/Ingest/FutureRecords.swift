import Delivery
import FCM
import Reporting

/// Whether most pushes of a file, or of the run, are from the future: then a clock is wrong.
///
/// In a file of a few lines they may be those of one device.
struct FutureRecords {
    private static let manyLines: Int64 = 10

    private var pushes: Int64 = 0
    private var ahead: Int64 = 0
    /// The first such file, and how many there are.
    private var (first, files): (String?, Int64) = (nil, 0)
    private var isCertain = false

    mutating func note(_ outcome: FileOutcome) {
        let ahead = outcome.rejects[.timeInFuture] ?? 0
        pushes += outcome.counts.pushes
        self.ahead += ahead
        guard ahead * 2 > outcome.counts.pushes else { return }
        files += 1
        first = first ?? outcome.path
        if ahead >= FutureRecords.manyLines { isCertain = true }
    }

    /// Nil if all is well.
    var problem: Diagnostic? {
        guard let first, isCertain || ahead * 2 > pushes else { return nil }
        let others = files > 1 ? " and \(grouped(files - 1)) more" : ""
        return Diagnostic(
            .configuration,
            "\(SafeText.visible(first))\(others): most records are from over two days in the "
                + "future",
            hint: "check the clock (it shows \(NumberWords.minute(AlertTime.clock))), or pass the "
                + "time with --now; such files are read again when that time has come")
    }
}
