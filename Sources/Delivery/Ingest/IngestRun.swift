package import FCM
package import NDJSON

/// How records are read: everything that can be set from outside.
package struct IngestOptions: Sendable {
    package var paths = RecordPaths()
    package var words = ValueWords()
    /// Records from later than this are rejected.
    package var latest: Timestamp
    /// Distinct messages held in memory between commits.
    package var batchSize = 200_000
    /// Rejected lines kept with their text, for each file.
    package var keptRejects: Int64 = 1000
    /// 1 does everything in one thread; 2 reads and decodes in another than merges and writes.
    package var threads = 2
    /// What inflates gzip files.
    package var inflater = InflateEngine.best

    package init(latest: Timestamp) {
        self.latest = latest
    }
}

/// What became of one file.
package struct FileOutcome: Sendable {
    package enum Result: Sendable {
        /// The ledger knows it, unchanged; nothing was read.
        case skipped
        case read
        /// It cannot be opened.
        case failed(InputError)
    }

    package var path: String
    package var result: Result
    /// How the file stands in the ledger now.
    package var state: FileState
    package var problem: InputError?
    /// Lines of this run alone.
    package var counts: LineCounts
}

/// How far reading has come.
package struct IngestProgress: Sendable {
    package var path: String
    /// Raw bytes read of this file.
    package var bytes: Int64
    package var lines: Int64
}

/// Reads files into a store, one after the other.
///
/// Lines are decoded and merged in a batch; a full batch is committed with the place that each
/// file has reached, so a run that is stopped at any point loses nothing that was committed and
/// the next run goes on from there.
package final class IngestRun {
    private let options: IngestOptions
    private let decoder: RecordDecoder
    private let writer: StateWriter
    private var batch: Batch
    private var nextFile: Int64
    private var seen: Set<[Int64]> = []
    private var pending: [Pending] = []

    /// Told of every file, after what was read of it is committed.
    package var onFile: (FileOutcome) -> Void = { _ in }
    /// Told now and then.
    package var onProgress: (IngestProgress) -> Void = { _ in }
    /// Asked now and then; true ends the run after a commit.
    package var shouldStop: () -> Bool = { false }

    private struct Pending {
        /// Of a file that is in the batch, its place there.
        var slot: Int?
        var before: LineCounts
        var outcome: FileOutcome
    }

    package init(_ store: Store, _ options: IngestOptions) throws {
        self.options = options
        batch = Batch(size: options.batchSize)
        decoder = RecordDecoder(
            paths: options.paths, words: options.words, hashKey: store.hashKey,
            latest: options.latest)
        writer = try StateWriter(store)
        nextFile = try writer.nextFile()
    }

    /// Reads one file, or standard input. False when the run is to stop.
    package func read(_ path: String) throws -> Bool {
        guard !shouldStop() else { return false }
        let isStandardInput = path == ByteSource.standardInput
        guard let identity = isStandardInput ? .standardInput : FileIdentity(path: path) else {
            tellMissing(path)
            return true
        }
        guard identity.isStream || seen.insert([identity.device, identity.inode]).inserted else {
            return true
        }
        switch identity.isStream ? .readFromStart : try plan(identity) {
        case .skip(let file):
            tell(Pending(before: file.counts, outcome: outcome(file, .skipped)))
            return true
        case .resume(var file):
            file.identity = identity
            file.state = .reading
            return try read(file)
        case .readFromStart:
            return try read(newFile(identity))
        }
    }

    /// Commits what is left.
    package func finish() throws {
        try commit()
    }

    // MARK: Files

    private func plan(_ identity: FileIdentity) throws -> FilePlan {
        let known = try writer.filesLike(identity)
        return FilePlan.decide(identity, known: known) {
            FileHead.hash(of: identity.path, length: $0)
        }
    }

    private func newFile(_ identity: FileIdentity) -> LedgerFile {
        let length = Int(min(identity.size, Int64(FileHead.maximumLength)))
        // Opening a pipe would already take what its writer writes.
        let hash = identity.isStream ? 0 : FileHead.hash(of: identity.path, length: length)
        defer { nextFile += 1 }
        return LedgerFile(
            id: nextFile, identity: identity, headLength: length, headHash: hash ?? 0)
    }

    private func read(_ file: LedgerFile) throws -> Bool {
        let before = file.counts
        let blocks: any BlockSource
        do throws(InputError) {
            let reader = try BlockReader(file, decoder, options)
            blocks = options.threads > 1 ? ReadAhead(reader) : reader
        } catch {
            let outcome = FileOutcome(
                path: file.identity.path, result: .failed(error), state: file.state,
                problem: error, counts: LineCounts())
            tell(Pending(before: before, outcome: outcome))
            return true
        }
        var slot = open(file)
        var block = LineBlock()
        while true {
            blocks.read(into: &block)
            writer.add(block, file: Int32(slot), to: &batch)
            onProgress(
                IngestProgress(
                    path: file.identity.path, bytes: block.bytesRead,
                    lines: batch.files[slot].counts.lines))
            if let ending = block.ending {
                close(slot, ending, before)
                if batch.weight >= options.batchSize { try commit() }
                return !shouldStop()
            }
            let goesOn = !shouldStop()
            if batch.weight >= options.batchSize || !goesOn { slot = try commitAndReopen(slot) }
            if !goesOn {
                blocks.stop()
                return false
            }
        }
    }

    private func open(_ file: LedgerFile) -> Int {
        batch.files.append(file)
        return batch.files.count - 1
    }

    private func commitAndReopen(_ slot: Int) throws -> Int {
        try writer.commit(&batch)
        let file = batch.files[slot]
        tellPending()
        batch.removeAll()
        return open(file)
    }

    /// Notes how the file ended.
    private func close(_ slot: Int, _ ending: Ending, _ before: LineCounts) {
        var problem: InputError?
        switch ending {
        case .complete: batch.files[slot].state = .complete
        case .incomplete(let error):
            batch.files[slot].state = .incomplete
            problem = error
        case .broken(let error):
            batch.files[slot].state = .broken
            problem = error
        }
        batch.files[slot].problem = problem?.description
        pending.append(
            Pending(
                slot: slot, before: before,
                outcome: outcome(batch.files[slot], .read, problem)))
    }

    // MARK: Telling

    private func commit() throws {
        if !batch.isEmpty { try writer.commit(&batch) }
        tellPending()
        batch.removeAll()
    }

    private func tell(_ item: Pending) {
        pending.append(item)
        if batch.isEmpty { tellPending() }
    }

    private func tellMissing(_ path: String) {
        let error = InputError(path: path, problem: .cannotOpen(errno: FileIdentity.notFound))
        tell(
            Pending(
                before: LineCounts(),
                outcome: FileOutcome(
                    path: path, result: .failed(error), state: .reading, problem: error,
                    counts: LineCounts())))
    }

    /// Outcomes wait for the commit, which decides what was new.
    private func tellPending() {
        for item in pending {
            var outcome = item.outcome
            if let slot = item.slot {
                outcome.counts = batch.files[slot].counts.since(item.before)
            }
            onFile(outcome)
        }
        pending.removeAll()
    }

    private func outcome(
        _ file: LedgerFile, _ result: FileOutcome.Result, _ problem: InputError? = nil
    ) -> FileOutcome {
        FileOutcome(
            path: file.identity.path, result: result, state: file.state, problem: problem,
            counts: LineCounts())
    }
}
