internal import Dispatch
internal import Synchronization

/// Reads the blocks of a file in another thread, a bounded number ahead of the one that merges
/// and writes.
///
/// Reading, inflating and decoding are two thirds of an ingest's work, so two threads take about
/// as long as the larger part. The number of blocks bounds the memory.
final class ReadAhead: BlockSource {
    private static let blocksAhead = 12
    private static let queue = DispatchQueue(label: "pushfunnel.read", qos: .userInitiated)

    private let shared = SharedBlocks()

    /// The reader must not be used by anyone else from here on.
    init(_ reader: BlockReader) {
        let shared = shared
        // One thread at a time: this one hands the reader over and never touches it again.
        nonisolated(unsafe) let reader = reader
        ReadAhead.queue.async {
            while !shared.isStopped.load(ordering: .relaxed) {
                let block = reader.next()
                shared.room.wait()
                shared.blocks.withLock { $0.append(block) }
                shared.filled.signal()
                if block.ending != nil { break }
            }
            shared.ended.signal()
        }
    }

    func next() -> LineBlock {
        shared.filled.wait()
        let block = shared.blocks.withLock { $0.removeFirst() }
        shared.room.signal()
        if block.ending != nil { shared.ended.wait() }
        return block
    }

    /// Waits until the other thread has let go of the reader.
    func stop() {
        shared.isStopped.store(true, ordering: .relaxed)
        for _ in 0..<ReadAhead.blocksAhead { shared.room.signal() }
        shared.ended.wait()
    }

    private final class SharedBlocks: Sendable {
        let blocks = Mutex<[LineBlock]>([])
        let isStopped = Atomic(false)
        let room: DispatchSemaphore
        let filled = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)

        init() {
            // A semaphore must not be let go below the value it began with.
            room = DispatchSemaphore(value: 0)
            for _ in 0..<ReadAhead.blocksAhead { room.signal() }
        }
    }
}
