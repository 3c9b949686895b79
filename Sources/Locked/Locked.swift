import Foundation

/// A value that one thread at a time reads or writes.
///
/// `Synchronization.Mutex` takes its lock in the kernel, inside a library of the toolchain, where
/// ThreadSanitizer does not see it: all that it guards would be told as races. This one it sees.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Not to be asked from within `body`.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
