package import FCM
internal import Glibc
package import NDJSON

/// How records are read: everything that can be set from outside.
package struct IngestOptions: Sendable {
    package var paths = RecordPaths()
    package var words = ValueWords()
    /// Records from later than this are rejected.
    package var latest: Timestamp
    /// Distinct messages held in memory between commits.
    package var batchSize = 245_000
    /// Rejected lines kept with their text, for each file.
    package var keptRejects: Int64 = 1000
    /// One merges and writes; the others read and decode for it, as it does itself while it would
    /// wait. Only the time depends on them.
    package var threads = 1
    /// What inflates gzip files.
    package var inflater = InflateEngine.best
    /// What decides how lines are read: the program's version, the map, `--event`. A file whose
    /// rejected or foreign lines were read by other rules is read again.
    package var rules = ""
    /// Reads all files again, whatever the ledger knows.
    package var readsAgain = false
    /// The store's own: the rejects that a file which is read again may understand.
    var former: FormerRejects?
    /// The store's own: what tells of messages from before it is rejected.
    var horizon: Horizon?

    package init(latest: Timestamp) {
        self.latest = latest
    }
}

/// What became of one file.
package struct FileOutcome: Sendable {
    package enum Result: Sendable {
        /// The ledger knows it, unchanged; nothing was read.
        case skipped
        /// It may yet become a copy of a file that is known; nothing was read.
        case waiting
        case read
        /// It cannot be opened.
        case failed(InputError)
    }

    package var path: String
    /// As it was when it was looked at; nil when it is not there.
    package var identity: FileIdentity?
    package var result: Result
    /// How the file stands in the ledger now.
    package var state = FileState.reading
    package var problem: InputError?
    /// Of a file that is skipped: what was wrong with it when it was read.
    package var knownProblem: String?
    /// Lines of this run alone.
    package var counts = LineCounts()
    /// Lines of earlier runs.
    package var before = LineCounts()
    /// Rejected lines of this run, but for those past retention.
    package var rejects: [RejectReason: Int64] = [:]
    /// It was read before, by other rules.
    package var isAgain = false
}

/// How far reading has come.
package struct IngestProgress: Sendable {
    /// The file that was read last.
    package var path: String
    /// Raw bytes read of all files.
    package var bytes: Int64
    package var lines: Int64

    package init(path: String = "", bytes: Int64 = 0, lines: Int64 = 0) {
        self.path = path
        self.bytes = bytes
        self.lines = lines
    }
}

/// Reads files into a store.
///
/// Lines are decoded and merged in a batch; a full batch is committed with the place that each
/// file has reached, so a run that is stopped at any point loses nothing that was committed and
/// the next run goes on from there.
package final class IngestRun {
    private var options: IngestOptions
    private let decoders: Decoders
    private let writer: StateWriter
    private var batch: Batch
    private var files: [RunFile] = []
    private var ended: [FileOutcome] = []
    private var progress = IngestProgress()
    private let dimensions: [OwnDimension]
    private var used = UsedPlaces()

    /// Told of every file, after what was read of it is committed.
    package var onFile: (FileOutcome) -> Void = { _ in }
    /// Told now and then.
    package var onProgress: (IngestProgress) -> Void = { _ in }
    /// Records from later than this are rejected. A run that goes on for days moves it on.
    package var latest: Timestamp {
        get { options.latest }
        set {
            options.latest = newValue
            decoders.latest = newValue
        }
    }
    /// Members of the map file whose pointers led to nothing in any line that was read.
    package var unmatchedPlaces: [String] { used.told(decoders.unmatchedPlaces) }
    /// Dimensions of one's own without a value in any of many records.
    package var unusedDimensions: [OwnDimension] { used.unused(of: dimensions) }
    /// Asked now and then; true ends the run after a commit.
    package var shouldStop: () -> Bool = { false }

    /// A file that is being read.
    private struct RunFile {
        /// As it was committed last; in the batch while that has lines of it.
        var ledger: LedgerFile
        var following: Following?
        var slot: Int?
        /// Counts of earlier runs.
        var before: LineCounts
        var rejects: [RejectReason: Int64] = [:]
        var bytesRead: Int64 = 0
        /// Nil while there is more to read.
        var outcome: FileOutcome?
        var isAgain: Bool

        init(_ ledger: LedgerFile, _ input: InputFile) {
            self.ledger = ledger
            following = input.following
            before = ledger.counts
            isAgain = ledger.toldBefore != nil
        }
    }

    package init(_ store: Store, _ options: IngestOptions) throws {
        var options = options
        options.horizon = try store.horizon()
        dimensions = store.dimensions
        options.paths.declare(dimensions)
        options.paths.join(by: store.join)
        options.rules += JoinPlaces.rules(store.join)
        self.options = options
        batch = Batch(size: options.batchSize)
        decoders = Decoders(options, store.keys)
        writer = try StateWriter(store)
    }

    /// Reads files and standard input, and commits all that was read. False when the run was
    /// asked to stop.
    package func read(_ paths: [String]) throws -> Bool {
        guard !shouldStop() else { return false }
        return try read(paths.compactMap(input), threads: options.threads)
    }

    /// Reads files as they were found. It may be called again, with what has come since.
    package func read(_ inputs: [InputFile], threads: Int) throws -> Bool {
        files = try plan(inputs)
        var options = options
        if files.contains(where: \.isAgain) { options.former = try writer.formerRejects() }
        let reader = FilesReader(
            files.map(\.ledger), decoders, options, following: files.map(\.following),
            threads: threads)
        do {
            let isDone = try readAll(reader)
            if !isDone { reader.stop(isWaiting: true) }
            return isDone
        } catch {
            // Nobody knows when a pipe gives something; that the disk is full is to be told now.
            reader.stop(isWaiting: false)
            throw error
        }
    }

    private func readAll(_ reader: FilesReader) throws -> Bool {
        var block = LineBlock()
        while reader.read(into: &block) {
            take(block)
            let stops = shouldStop()
            if stops || batch.weight >= options.batchSize { try commit() }
            if stops { return false }
        }
        try commit()
        return true
    }

    // MARK: Files

    /// Tells of files that need no reading, and gives those that do: pipes last, since nobody
    /// knows when they give something.
    private func plan(_ inputs: [InputFile]) throws -> [RunFile] {
        var planned: [RunFile] = []
        var seen: Set<FilePlace> = []
        var nextFile = try writer.nextFile()
        var planner = try InputPlanner(writer.database, options)
        for input in inputs {
            let identity = input.identity
            guard identity.isStream || seen.insert(identity.place).inserted else { continue }
            switch try planner.plan(input) {
            case .skip(var file):
                // The ledger may know it by another path.
                file.identity = identity
                onFile(FileOutcome(file, .skipped))
            case .wait:
                onFile(FileOutcome(path: identity.path, identity: identity, result: .waiting))
            case .resume(let file): planned.append(RunFile(file, input))
            case .readFromStart:
                planned.append(RunFile(planner.newFile(input, id: nextFile), input))
                nextFile += 1
            }
        }
        try writer.beginAgain(planned.filter(\.isAgain).map(\.ledger))
        return planned.filter { !$0.ledger.identity.isStream }
            + planned.filter { $0.ledger.identity.isStream }
    }

    /// Nil, and told, when there is nothing of this name.
    private func input(_ path: String) -> InputFile? {
        let isStandardInput = path == ByteSource.standardInput
        guard let identity = isStandardInput ? .standardInput : FileIdentity(path: path) else {
            let problem = InputError.Problem.cannotOpen(errno: errno)
            onFile(FileOutcome(failed: InputError(path: path, problem: problem)))
            return nil
        }
        return InputFile(identity: identity, newBytes: identity.size)
    }

    // MARK: Blocks

    private func take(_ block: LineBlock) {
        let index = block.file
        if case .cannotOpen(let error) = block.end {
            writer.learn(block)
            ended.append(FileOutcome(failed: error, files[index].ledger.identity))
            return
        }
        used.note(block)
        let slot = slot(of: index)
        writer.add(block, file: Int32(slot), to: &batch)
        for line in block.rejected where line.reason != .pastRetention {
            files[index].rejects[line.reason, default: 0] += 1
        }
        if case .read(let ending) = block.end { close(index, slot, ending) }
        progress.path = files[index].ledger.identity.path
        progress.bytes += block.bytesRead - files[index].bytesRead
        progress.lines += Int64(block.lines.count)
        files[index].bytesRead = block.bytesRead
        onProgress(progress)
    }

    /// The place of a file in the batch.
    private func slot(of index: Int) -> Int {
        if let slot = files[index].slot { return slot }
        let slot = batch.open(files[index].ledger, index: index)
        files[index].slot = slot
        return slot
    }

    /// Notes how a file ended.
    private func close(_ index: Int, _ slot: Int, _ ending: Ending) {
        let (state, problem): (FileState, InputError?) =
            switch ending {
            case .complete: (.complete, nil)
            case .incomplete(let error): (.incomplete, error)
            // What the machine could not give this time is read the next time.
            case .broken(let error): (error.isPassing ? .reading : .broken, error)
            }
        batch.files[slot].state = state
        batch.files[slot].problem = problem?.description
        files[index].outcome = FileOutcome(batch.files[slot], .read, problem)
    }

    /// Writes the batch, and tells of the files that ended in it: the commit decided what of
    /// them was new.
    private func commit() throws {
        if !batch.isEmpty { try writer.commit(&batch) }
        for (slot, index) in batch.fileIndices.enumerated() {
            files[index].ledger = batch.files[slot]
            files[index].slot = nil
            guard var outcome = files[index].outcome else { continue }
            outcome.counts = batch.files[slot].counts.since(files[index].before)
            outcome.counts.recall(-batch.files[slot].retold)
            outcome.isAgain = files[index].isAgain
            outcome.before = files[index].before
            outcome.rejects = files[index].rejects
            ended.append(outcome)
        }
        batch.removeAll()
        ended.forEach(onFile)
        ended.removeAll()
    }
}

extension FileOutcome {
    fileprivate init(_ file: LedgerFile, _ result: Result, _ problem: InputError? = nil) {
        self.init(
            path: file.identity.path, identity: file.identity, result: result, state: file.state,
            problem: problem, knownProblem: file.problem)
    }

    fileprivate init(failed error: InputError, _ identity: FileIdentity? = nil) {
        self.init(path: error.path, identity: identity, result: .failed(error), problem: error)
    }
}
