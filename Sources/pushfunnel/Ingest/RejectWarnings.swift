import Delivery
import FCM
import Foundation
import Reporting

/// Lines of one file that look like pushes, and the reasons of those that were rejected.
struct PushLines {
    private(set) var pushes: Int64 = 0
    private(set) var rejected: Int64 = 0
    private var reasons: [RejectReason: Int64] = [:]

    mutating func add(_ outcome: FileOutcome) {
        pushes += outcome.counts.pushes
        rejected += outcome.counts.unreadable
        reasons.merge(outcome.rejects, uniquingKeysWith: +)
    }

    /// More than one in twenty was rejected.
    var isDoubtful: Bool { rejected * 20 > pushes }

    /// The file, the share, and the two largest reasons.
    func warning(_ path: String) -> String {
        let largest = reasons.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .prefix(2)
        let share = String(format: "%.1f", 100 * Double(rejected) / Double(pushes))
        let counts = largest.map { "\(grouped($0.value)) \($0.key.rawValue)" }
        let hints = largest.map { "    hint: \($0.key.rawValue): \($0.key.expectation)\n" }
        return "warning: \(SafeText.visible(path)): \(grouped(rejected)) of \(grouped(pushes)) "
            + "lines that look like pushes were rejected (\(share) %): "
            + counts.joined(separator: ", ") + "\n" + hints.joined()
    }
}

/// The files of a run with more than 5 % rejected lines among those that look like pushes.
///
/// A few such lines in a small file are no news while the run as a whole is well: logs of every
/// hour would warn of one broken line, night after night.
struct RejectWarnings {
    private static let shownFiles = 5
    /// From as many rejected lines on, a file is named whatever the others are like.
    private static let manyLines: Int64 = 10

    private var run = PushLines()
    /// The files with the most rejected lines; the largest first.
    private var files: [(path: String, lines: PushLines)] = []
    /// Doubtful files, and those of them with many rejected lines.
    private var (doubtful, large): (Int, Int) = (0, 0)

    mutating func note(_ outcome: FileOutcome) {
        run.add(outcome)
        var lines = PushLines()
        lines.add(outcome)
        guard lines.isDoubtful else { return }
        doubtful += 1
        if lines.rejected >= RejectWarnings.manyLines { large += 1 }
        let place = files.firstIndex { $0.lines.rejected < lines.rejected } ?? files.endIndex
        files.insert((outcome.path, lines), at: place)
        if files.count > RejectWarnings.shownFiles { files.removeLast() }
    }

    var text: String {
        let count = run.isDoubtful ? doubtful : large
        let named = files.prefix(count)
        let others = count - named.count
        let more =
            "warning: \(grouped(Int64(others))) more \(others == 1 ? "file" : "files") with more "
            + "than 5 % of such lines rejected\n"
            + "    hint: pushfunnel sql rejects counts all reasons\n"
        return named.map { $0.lines.warning($0.path) }.joined() + (others > 0 ? more : "")
    }
}
