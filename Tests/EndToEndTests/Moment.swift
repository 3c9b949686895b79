import Foundation
import TestSupport
import Testing

/// A moment in the life of an ingest, as a share of an undisturbed one.
struct Moment: CustomTestStringConvertible {
    enum Measure: String, CaseIterable {
        /// Time since the start.
        case elapsed
        /// Lines that the ledger knows, as another process sees it.
        case committed
        /// Bytes of the database and of its write-ahead log.
        case written
    }

    var measure: Measure
    var share: Double
    /// Of the ingest.
    var threads = 2

    var testDescription: String {
        "\(Int(share * 100)) % \(measure.rawValue), \(threads) threads"
    }

    /// Nothing may depend on them.
    static let threadCounts = [1, 2, 3, 8]

    static func seeded(_ seed: UInt64, _ count: Int) -> [Moment] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { index in
            let measures = Measure.allCases
            let share = (Double(index) + Double(random.below(1000)) / 1000) / Double(count)
            return Moment(
                measure: measures[index % measures.count], share: share,
                threads: threadCounts[index % threadCounts.count])
        }
    }

    /// Comes back when it is there, or the process is gone.
    func wait(for ingest: RunningProgram, into database: Database, like whole: Undisturbed) {
        let start = ProcessInfo.processInfo.systemUptime
        while ingest.process.isRunning {
            let done =
                switch measure {
                case .elapsed: (ProcessInfo.processInfo.systemUptime - start) / whole.seconds
                case .committed: ratio(\.lines, database, whole)
                case .written: ratio(\.size, database, whole)
                }
            if done >= share { return }
            usleep(1000)
        }
    }

    private func ratio(
        _ count: (Database) -> Int, _ database: Database, _ whole: Undisturbed
    ) -> Double {
        Double(count(database)) / Double(max(1, count(whole.database)))
    }
}

extension Database {
    fileprivate var lines: Int { number("select lines from ledger") ?? 0 }
}
