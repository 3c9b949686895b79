internal import Dispatch
internal import Locked
internal import Synchronization

/// Reads blocks in another thread, a bounded number ahead of the one that merges and writes.
///
/// Reading, inflating and decoding are two thirds of an ingest's work, so two threads take about
/// as long as the larger part. The number of blocks bounds the memory.
package final class ReadAhead: BlockSource {
    private static let blocksAhead = 48
    private static let queue = DispatchQueue(label: "pushfunnel.read", qos: .userInitiated)

    private let shared = SharedBlocks()

    /// The reader must not be used by anyone else from here on.
    package init(_ reader: FilesReader) {
        let shared = shared
        // One thread at a time: this one hands the reader over and never touches it again.
        nonisolated(unsafe) let reader = reader
        ReadAhead.queue.async {
            while !shared.isStopped.load(ordering: .relaxed) {
                var block = shared.takeSpare()
                guard reader.read(into: &block) else { break }
                shared.room.wait()
                shared.append(block)
                shared.filled.signal()
            }
            // One more than there are blocks: the end.
            shared.filled.signal()
            shared.ended.signal()
        }
    }

    /// The block given is one of those filled next: they go round, and none is freed.
    package func read(into block: inout LineBlock) -> Bool {
        shared.filled.wait()
        guard shared.exchange(&block) else { return false }
        shared.room.signal()
        return true
    }

    /// Waits until the other thread has let go of the reader, if asked to: it may be waiting for
    /// the next bytes of a pipe.
    package func stop(isWaiting: Bool) {
        shared.isStopped.store(true, ordering: .relaxed)
        for _ in 0..<ReadAhead.blocksAhead { shared.room.signal() }
        if isWaiting { shared.ended.wait() }
    }

    private final class SharedBlocks: Sendable {
        private struct Blocks {
            var filled: [LineBlock] = []
            var spare: [LineBlock] = []
        }

        private let blocks = Locked(Blocks())
        let isStopped = Atomic(false)
        let room: DispatchSemaphore
        let filled = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)

        init() {
            // A semaphore must not be let go below the value it began with.
            room = DispatchSemaphore(value: 0)
            for _ in 0..<ReadAhead.blocksAhead { room.signal() }
        }

        func append(_ block: LineBlock) {
            blocks.withLock { $0.filled.append(block) }
        }

        /// A block to be filled.
        func takeSpare() -> LineBlock {
            blocks.withLock { $0.spare.popLast() ?? LineBlock() }
        }

        /// Gives the first block for one that was read; false when there is none.
        func exchange(_ block: inout LineBlock) -> Bool {
            blocks.withLock { blocks in
                guard !blocks.filled.isEmpty else { return false }
                blocks.spare.append(block)
                block = blocks.filled.removeFirst()
                return true
            }
        }
    }
}
