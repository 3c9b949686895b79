import Dispatch
import Locked
import Synchronization

/// Runs tasks on a few threads. The result of a task must not depend on its thread.
enum WorkerPool {
    /// The results in the order of the tasks. Throws the first error in that order.
    static func run<Value: Sendable>(
        threads: Int, _ count: Int, _ task: @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let results = Locked([Result<Value, any Error>?](repeating: nil, count: count))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let result = Result { try task(index) }
                results.withLock { $0[index] = result }
            }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }
}
