package import Delivery
package import FCM
package import NDJSON

/// What became of one log that was to be exported.
package struct SourceOutcome: Sendable {
    package enum Result: Sendable {
        case exported
        /// The lake has it.
        case known
        case failed(LakeError)
        /// It cannot be read, now or at all.
        case unreadable(InputError)
    }

    package var path: String
    package var result: Result
    package var state = FileState.reading
    package var problem: InputError?
    package var counts = LineCounts()
}

/// Writes what logs say into a lake: a log at a time, and nothing is known of the others. Several
/// exporters, on one machine or on many, may be given the same logs; each takes those that nobody
/// has taken.
package final class LakeExport {
    private let lake: Lake
    private let options: IngestOptions
    private let decoders: Decoders
    private var dictionaries = Dictionaries()
    private var progress = IngestProgress(path: "", bytes: 0, lines: 0)

    /// Told of every log, when the lake has it or cannot have it.
    package var onSource: (SourceOutcome) -> Void = { _ in }
    /// Told now and then.
    package var onProgress: (IngestProgress) -> Void = { _ in }
    /// Asked now and then; true ends the run, and what is not whole is not kept.
    package var shouldStop: () -> Bool = { false }

    package init(_ lake: Lake, _ keys: HashKeys, _ options: IngestOptions) {
        self.lake = lake
        var options = options
        options.paths.declare(lake.dimensions)
        self.options = options
        decoders = Decoders(options, keys)
    }

    /// Exports logs. When it gives true, the lake has every one that was not told as failed, by
    /// whichever exporter; false when it was asked to stop.
    package func export(_ paths: [String]) throws -> Bool {
        var taken: [String] = []
        for path in paths {
            guard !shouldStop() else { return false }
            if try !export(path, waits: false) { taken.append(path) }
        }
        // Who has these may not get to their end.
        for path in taken {
            guard !shouldStop() else { return false }
            _ = try export(path, waits: true)
        }
        return !shouldStop()
    }

    /// False when another exporter has it.
    private func export(_ path: String, waits: Bool) throws -> Bool {
        do {
            guard let log = try Log(path) else {
                return told(path, .failed(.notAFile(path: path)))
            }
            if isKnown(log) { return told(path, .known) }
            guard let claim = try LakeClaim(log.source, lake, waits: waits) else { return false }
            // Who had it before has ended by now.
            if isKnown(log) { return told(path, .known) }
            if let outcome = try read(log, in: claim.folder) { onSource(outcome) }
        } catch let error as InputError {
            return told(path, .unreadable(error))
        } catch LakeError.changed(let path) {
            return told(path, .failed(.changed(path: path)))
        }
        return true
    }

    private func told(_ path: String, _ result: SourceOutcome.Result) -> Bool {
        onSource(SourceOutcome(path: path, result: result))
        return true
    }

    private func isKnown(_ log: Log) -> Bool {
        LakeFiles.exists("\(lake.folder(.ledger))/\(log.source).ndjson")
    }

    /// Nil when it was asked to stop.
    private func read(_ log: Log, in folder: String) throws -> SourceOutcome? {
        var reading = LogReading(log, options, try SourceFiles(log.source, lake, in: folder))
        let reader = FilesReader(
            [reading.ledger], decoders, options, threads: options.threads)
        var block = LineBlock()
        var end: FileEnd?
        let before = progress
        while reader.read(into: &block) {
            end = block.end ?? end
            try reading.take(block, &dictionaries)
            progress.path = log.path
            progress.bytes = before.bytes + block.bytesRead
            progress.lines += Int64(block.lines.count)
            onProgress(progress)
            if shouldStop() {
                reader.stop(isWaiting: true)
                return nil
            }
        }
        if case .cannotOpen(let error) = end { throw error }
        guard case .read(let ending) = end else { throw LakeError.changed(path: log.path) }
        return try reading.finish(ending, &dictionaries)
    }
}

/// A log that is to be exported, as it was when it was looked at.
struct Log {
    let path: String
    /// The SHA-256 of its bytes.
    let source: String
    let identity: FileIdentity

    /// Nil when it cannot be read twice. Throws `InputError`.
    init?(_ path: String) throws(InputError) {
        let bytes = try ByteSource(path: path)
        guard let identity = FileIdentity(path: path), !identity.isStream else { return nil }
        var hash = SHA256()
        while true {
            let chunk = try bytes.next()
            if chunk.isEmpty { break }
            hash.append(UnsafeBufferPointer(chunk))
        }
        self.path = path
        self.identity = identity
        source = hash.finish()
    }

    /// Whether it is still what the name was made of.
    var isUnchanged: Bool {
        FileIdentity(path: path).map { $0.isUnchanged(since: identity) } ?? false
    }
}

/// One log on its way into the lake: merged in memory, and written when that is full.
private struct LogReading {
    private let log: Log
    private let size: Int
    private(set) var ledger: LedgerFile
    private var files: SourceFiles
    private var batch: Batch
    private var facts: FactRuns
    private var minutes = SourceMinutes()
    private var newestSend: Timestamp?
    private var newestEvent: Timestamp?

    init(_ log: Log, _ options: IngestOptions, _ files: SourceFiles) {
        self.log = log
        self.files = files
        size = options.batchSize
        ledger = LedgerFile(id: 1, identity: log.identity)
        batch = Batch(size: size)
        facts = FactRuns(in: files.folder)
        _ = batch.open(ledger, index: 0)
    }

    mutating func take(_ block: LineBlock, _ dictionaries: inout Dictionaries) throws {
        batch.add(block, file: 0, &dictionaries)
        if batch.weight >= size { try write(dictionaries) }
    }

    private mutating func write(_ dictionaries: borrowing Dictionaries) throws {
        let order = KeyOrder.places(of: batch.states)
        try facts.add(batch.states, order)
        let places = byDay(order)
        var next = places.startIndex
        let states = batch.states
        let messageIDs = batch.messageIDs
        try files.add(dictionaries) {
            guard next < places.endIndex else { return nil }
            defer { next += 1 }
            let state = states[Int(places[next])]
            return (state, messageIDs[state.key])
        }
        try files.append(RejectLines.of(batch, path: AbsolutePath.of(log.path)), to: .rejects)
        minutes.add(batch.sendMinutes, batch.eventMinutes)
        newestSend = [newestSend, batch.sendMinutes.newest].compactMap(\.self).max()
        newestEvent = [newestEvent, batch.eventMinutes.newest].compactMap(\.self).max()
        ledger = batch.files[0]
        batch.removeAll()
        _ = batch.open(ledger, index: 0)
    }

    /// Keys without a time come in no order of days; those of a day stay in the order of keys.
    private func byDay(_ order: [Int32]) -> [Int32] {
        let days = order.map { SourceFiles.day(of: batch.states[Int($0)]) }
        return order.indices.sorted { (days[$0], $0) < (days[$1], $1) }.map { order[$0] }
    }

    /// Writes what is left, and gives all to the lake.
    mutating func finish(
        _ ending: Ending, _ dictionaries: inout Dictionaries
    ) throws -> SourceOutcome {
        try write(dictionaries)
        var outcome = SourceOutcome(path: log.path, result: .exported)
        switch ending {
        case .complete: ledger.state = .complete
        case .incomplete(let error):
            ledger.state = .incomplete
            outcome.problem = error
        case .broken(let error):
            // What the machine could not give this time is read the next time.
            if error.isPassing { throw error }
            ledger.state = .broken
            outcome.problem = error
        }
        guard log.isUnchanged else { throw LakeError.changed(path: log.path) }
        ledger.problem = outcome.problem?.description
        ledger.counts.new = try facts.finish()
        ledger.counts.duplicate =
            ledger.counts.lines - ledger.counts.new - ledger.counts.rejected
            - ledger.counts.foreign - ledger.counts.blank
        try files.append(minutes.lines, to: .minutes)
        try files.publish(
            ledger: ledger.line(
                newestSend: newestSend?.milliseconds, newestEvent: newestEvent?.milliseconds))
        outcome.state = ledger.state
        outcome.counts = ledger.counts
        return outcome
    }
}
