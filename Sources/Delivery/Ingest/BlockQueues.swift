internal import FCM

/// The blocks of a run: which of them are being read, which wait to be given, and in which order.
///
/// Threads read ahead in about the order in which blocks are given; that one is decided by the
/// blocks alone, so that it is the same with any number of threads. Values only: `FilesReader`
/// does the reading.
struct BlockQueues {
    /// A block to be read by one thread; its file's others wait for it.
    struct Job {
        var file: Int
        /// Nil of a file that is yet to be opened.
        var reader: BlockReader?
        /// With the memory of one that was given.
        var block: LineBlock
    }

    /// What a thread is to do.
    enum Step {
        case read(Job)
        case given(LineBlock)
        case end
    }

    private struct Queue {
        /// Nil while it is used, and after the end.
        var reader: BlockReader?
        var blocks: [LineBlock] = []
    }

    /// Blocks that may be there or being read: they bound the memory. Enough that threads read on
    /// during a commit.
    private let room: Int
    private var ahead = 0
    private var jobs = 0
    private var queues: [Int: Queue] = [:]
    private var reading: OldestFirst
    private var giving: OldestFirst
    /// What decoders have numbered since a block was given. Those given next may name it.
    private var values: [NumberedValues] = []
    private var spare: [LineBlock] = []
    private(set) var isStopped = false

    init(_ files: [LedgerFile], room: Int) {
        self.room = room
        reading = OldestFirst(files)
        giving = reading
    }

    /// Whether no thread is reading.
    var isIdle: Bool { jobs == 0 }

    mutating func stop() { isStopped = true }

    // MARK: Reading

    /// What a thread that reads ahead does next; nil while there is nothing.
    mutating func stepOfReader() -> Step? {
        if isStopped || reading.isAtEnd { return .end }
        return job().map(Step.read)
    }

    /// A block to be read ahead. Blocks of the next file may use all of the room, others only half
    /// of it.
    private mutating func job() -> Job? {
        if ahead < room, let next = reading.next { return begin(next) }
        if ahead < room / 2, let other = reading.nextButOne { return begin(other) }
        return nil
    }

    private mutating func begin(_ file: Int) -> Job {
        reading.begin(file)
        ahead += 1
        jobs += 1
        var queue = queues[file] ?? Queue()
        let reader = queue.reader.take()
        queues[file] = queue
        return Job(file: file, reader: reader, block: spare.popLast() ?? LineBlock())
    }

    /// Takes in a block that was read, and what its decoder has numbered.
    mutating func finish(_ job: Job, _ numbered: NumberedValues) {
        let isLast = job.block.end != nil
        reading.end(job.file, job.block, isLast: isLast)
        jobs -= 1
        if !isLast { queues[job.file]?.reader = job.reader }
        var block = job.block
        block.decoder = numbered.decoder
        queues[job.file]?.blocks.append(block)
        if !numbered.values.isEmpty { values.append(numbered) }
    }

    // MARK: Giving

    /// What the thread that takes blocks does next; nil while others are reading for it.
    mutating func stepOfTaker() -> Step? {
        while let file = giving.next {
            guard let block = queues[file]?.blocks.first else {
                // Without it nothing goes on, so it needs no room.
                return reading.isBusy(file) ? job().map(Step.read) : .read(begin(file))
            }
            if file == giving.unopened {
                giving.begin(file)
                giving.end(file, block, isLast: false)
                if !block.isUnread { continue }
            }
            return .given(give(file))
        }
        return .end
    }

    private mutating func give(_ file: Int) -> LineBlock {
        var block = queues[file]?.blocks.removeFirst() ?? LineBlock()
        giving.end(file, block, isLast: block.end != nil)
        if block.end != nil { queues[file] = nil }
        ahead -= 1
        block.values = values
        values.removeAll()
        return block
    }

    /// Blocks go round, and none is freed.
    mutating func takeBack(_ block: consuming LineBlock) { spare.append(block) }
}
