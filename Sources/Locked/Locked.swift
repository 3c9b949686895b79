import Foundation

/// A value with a lock: one thread at a time reads or writes it.
///
/// `Synchronization.Mutex` locks inside a library of the toolchain, where ThreadSanitizer does not
/// see it and reports races. ThreadSanitizer sees this lock.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with the lock held. A call from within `body` deadlocks.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
