import Dispatch
import Locked

/// Ends the program when a statement goes on long after its time.
///
/// SQLite asks whether to stop only between the steps of a statement, and one call of a function,
/// such as `instr` over long texts, can take hours within a step.
package final class StatementTimer {
    /// So much longer than its limit a statement may take to stop by itself.
    private static let grace = Duration.seconds(1)
    private static let queue = DispatchQueue(label: "statement timer")
    private static let end = Locked<(@Sendable (QueryError) -> Void)?>(nil)

    private var alarm: DispatchWorkItem?

    deinit { stop() }

    /// Sets what ends the program, for every session. Without it a statement may take its time.
    package static func whenOverdue(_ end: @escaping @Sendable (QueryError) -> Void) {
        self.end.withLock { $0 = end }
    }

    /// Starts the time of a statement, in place of that of another.
    func start(limit: Duration) {
        stop()
        let alarm = DispatchWorkItem {
            StatementTimer.end.withLock { $0 }?(QueryError(.timeLimit(limit), at: .init(path: nil)))
        }
        self.alarm = alarm
        let seconds = (limit + StatementTimer.grace) / .seconds(1)
        StatementTimer.queue.asyncAfter(deadline: .now() + seconds, execute: alarm)
    }

    /// The statement has ended.
    func stop() {
        alarm?.cancel()
        alarm = nil
    }
}
