import Foundation

/// A value with a lock, and threads that wait for it to change: one thread at a time reads or
/// writes it, and each change wakes those that wait.
///
/// Like `Locked`, its lock is one that ThreadSanitizer sees.
package final class Monitor<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with the lock held. A call from within `body` deadlocks.
    package func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Runs `body` with the lock held, now and after each change, until it gives a result. That
    /// may have changed the value, too.
    package func wait<Result>(for body: (inout Value) throws -> Result?) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = try body(&value) {
                condition.broadcast()
                return result
            }
            condition.wait()
        }
    }
}
