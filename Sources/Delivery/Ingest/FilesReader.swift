internal import Dispatch
internal import FCM
internal import Locked
internal import NDJSON

/// Reads the files of a run side by side, in the order of their records: see `OldestFirst`.
///
/// With several threads, all but one read, inflate and decode ahead, a block of one file each. The
/// one that takes the blocks reads, too, when the block that it needs is not there; alone, it reads
/// all of them. Blocks and their order are the same with any number of threads.
package final class FilesReader {
    /// Lines that are read of a file to learn when it begins.
    private static let firstLines = 64
    private static let blocksAhead = 96

    private let shared: Shared

    /// `following` has an entry for each file, or is empty when none is followed.
    package init(
        _ files: [LedgerFile], _ decoders: Decoders, _ options: IngestOptions,
        following: [Following?] = [], threads: Int = 1
    ) {
        shared = Shared(files, following, decoders, options)
        let shared = shared
        for number in 1..<max(threads, 1) {
            let queue = DispatchQueue(label: "pushfunnel.read.\(number)", qos: .userInitiated)
            queue.async { shared.readAhead() }
        }
    }

    /// The block given is one of those filled next: they go round, and none is freed.
    package func read(into block: inout LineBlock) -> Bool {
        shared.queues.change { $0.takeBack(block) }
        while true {
            switch shared.queues.wait(for: { $0.stepOfTaker() }) {
            case .read(let job): shared.run(job)
            case .given(let next):
                block = next
                return true
            case .end: return false
            }
        }
    }

    /// Waits until the other threads have let go of the files, if asked to: one may be waiting for
    /// the next bytes of a pipe.
    package func stop(isWaiting: Bool) {
        shared.queues.change { $0.stop() }
        if isWaiting { shared.queues.wait { $0.isIdle ? () : nil } }
    }

    /// What the threads share.
    private final class Shared: Sendable {
        let files: [LedgerFile]
        let following: [Following?]
        let decoders: Decoders
        let options: IngestOptions
        let queues: Monitor<BlockQueues>
        private let longLines = LongLineMemory()

        init(
            _ files: [LedgerFile], _ following: [Following?], _ decoders: Decoders,
            _ options: IngestOptions
        ) {
            self.files = files
            self.following = following
            self.decoders = decoders
            self.options = options
            queues = Monitor(BlockQueues(files, room: FilesReader.blocksAhead))
        }

        func readAhead() {
            while case .read(let job) = queues.wait(for: { $0.stepOfReader() }) { run(job) }
        }

        /// Reads one block.
        func run(_ job: BlockQueues.Job) {
            var job = job
            decoders.use { number, decoder in
                read(&job, decoder)
                let values = NumberedValues(decoder: number, values: decoder.takeDelta())
                // Before another thread has the decoder: its values come in their order.
                queues.change { $0.finish(job, values) }
            }
        }

        private func read(_ job: inout BlockQueues.Job, _ decoder: RecordDecoder) {
            let limit = job.reader == nil ? FilesReader.firstLines : Int.max
            do throws(InputError) {
                let reader = if let known = job.reader { known } else { try open(job.file) }
                reader.read(into: &job.block, decoder, limit: limit)
                job.reader = reader
            } catch {
                job.block.removeAll()
                job.block.bytesRead = 0
                job.block.end = .cannotOpen(error)
            }
            job.block.file = job.file
        }

        private func open(_ file: Int) throws(InputError) -> BlockReader {
            try BlockReader(
                files[file], options, following: following.isEmpty ? nil : following[file],
                longLines)
        }
    }
}
