internal import Glibc
package import NDJSON

/// What one look of a follower came to.
package enum FollowStep: Sendable {
    /// Nothing has changed.
    case idle
    /// Files were looked at, and all that they have was committed.
    case read
    /// Another process writes; its number, if it left one.
    case busy(holder: Int32?)
    /// The run was asked to stop, after a commit.
    case stopped
}

/// Follows logs: a look finds the files that have changed, reads what has come and commits it.
///
/// Each look is an ingest of its own, so all that holds for a run that is interrupted and begun
/// again holds here: the ledger says how far each file was read, and nothing else is relied on.
/// Between looks others may write; what this process knows of the store is then forgotten.
package final class Follower {
    /// Reads in this thread alone when less than this has come: another is not worth its start.
    private static let smallBytes: Int64 = 4 * 1024 * 1024
    /// A reader may be in the way of emptying the write-ahead log.
    private static let secondsBetweenTries = 5.0

    private let arguments: [String]
    private let own: OwnFiles
    private let options: IngestOptions
    private let openStore: () throws -> Store
    private let clock: () -> Double
    private var list = WatchList()
    private var store: Store?
    private var run: IngestRun?
    private var triedLog = -Double.infinity
    private var isLogEmpty = true
    private var scanSeconds = 0.0

    /// Told of every file that was looked at, after what was read of it is committed; not of those
    /// that were gone by then.
    package var onFile: (FileOutcome) -> Void = { _ in }
    /// Told of what stands under the arguments and cannot be looked at, at every look.
    package var onProblem: (InputError) -> Void = { _ in }
    /// Gets the unread entries of folders, at every look.
    package var onUnread: ([UnreadEntry]) -> Void = { _ in }
    /// Told now and then while much is read.
    package var onProgress: (IngestProgress) -> Void = { _ in }
    /// Asked now and then; true ends the look after a commit.
    package var shouldStop: () -> Bool = { false }
    /// Asked before each look: records of later times are rejected.
    package var latest: () -> Timestamp

    /// `openStore` opens a store that takes turns; `clock` counts seconds from anywhere.
    package init(
        _ arguments: [String], own: OwnFiles = OwnFiles(), _ options: IngestOptions,
        clock: @escaping () -> Double = Follower.monotonicSeconds,
        openStore: @escaping () throws -> Store
    ) {
        self.arguments = arguments
        self.own = own
        self.options = options
        self.openStore = openStore
        self.clock = clock
        latest = { options.latest }
    }

    package static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Files that are followed now.
    package var fileCount: Int { list.count }

    /// Opens the store, so that what is wrong with it is told at the start.
    package func open() throws {
        try renew()
        store?.rest()
    }

    /// How long to wait until the next look: a second, so that a busy log is committed once a
    /// second and not for every line; more where looking alone would take more than a fiftieth.
    package var pauseSeconds: Double { max(1, scanSeconds * 50) }

    /// Looks once.
    package func look() throws -> FollowStep {
        let start = clock()
        let scan = LogScan(arguments, own: own)
        scan.problems.forEach(onProblem)
        onUnread(scan.unread)
        list.update(scan.files, at: start)
        list.forgetDeleted(at: start)
        scanSeconds = clock() - start
        let inputs = list.due(at: start)
        guard !inputs.isEmpty else {
            try emptyLog()
            return .idle
        }
        return try read(inputs, from: start)
    }

    private func read(_ inputs: [InputFile], from start: Double) throws -> FollowStep {
        do {
            if try store?.takeTurn() != true { try renew() }
        } catch StoreError.locked(_, let holder) {
            list.putBack(inputs)
            return .busy(holder: holder)
        }
        defer { store?.rest() }
        guard let run else { return .idle }
        run.latest = latest()
        let isSmall = inputs.reduce(0) { $0 + $1.newBytes } < Self.smallBytes
        let isDone = try run.read(inputs, threads: isSmall ? 1 : options.threads)
        list.rest(inputs, from: start, at: clock())
        isLogEmpty = false
        return isDone ? .read : .stopped
    }

    // MARK: The store

    /// Forgets what is known of the store, and opens it again.
    private func renew() throws {
        run = nil
        // Who closes a database last empties its log, and turns readers away meanwhile: so the new
        // store is open before the old one goes.
        let old = store
        old?.rest()
        store = nil
        let store = try openStore()
        withExtendedLifetime(old) {}
        let run = try IngestRun(store, options)
        run.onFile = { [unowned self] outcome in
            list.take(outcome)
            if !outcome.isGone { onFile(outcome) }
        }
        run.onProgress = { [unowned self] in onProgress($0) }
        run.shouldStop = { [unowned self] in shouldStop() }
        self.store = store
        self.run = run
    }

    /// Empties the write-ahead log when there is nothing else to do.
    private func emptyLog() throws {
        guard let store, !isLogEmpty, clock() - triedLog >= Self.secondsBetweenTries else { return }
        triedLog = clock()
        isLogEmpty = try store.emptyLog(above: 0)
    }
}

extension FileOutcome {
    /// It lost its name after it was found: the next scan finds it elsewhere, or it was deleted.
    fileprivate var isGone: Bool { problem?.problem == .cannotOpen(errno: ENOENT) }
}
