internal import Glibc
internal import NDJSON

/// The files that are followed, and which of them are to be looked at: decided in values, from
/// what scans find and what became of the files that were read.
struct WatchList {
    /// Files stay open until so many others have changed after them.
    static let heldLimit = 128
    /// After so long without a change, what a file has counts for all that it has.
    static let quietSeconds = 10.0
    /// So long is waited, at most, with a file that is too short to be told from another.
    static let oldSeconds = 60.0
    /// A file that cannot be opened is tried again after so long.
    static let retrySeconds = 10.0
    /// Looking again at what was read before takes a tenth of the time, at most: gzip that is
    /// still being written is inflated anew from the start of its last member.
    static let restsPerLook = 10.0

    private var entries: [FilePlace: WatchedFile] = [:]

    /// Files that stand under the arguments, and those that are read on without.
    var count: Int { entries.count }

    // MARK: What is found

    /// Takes note of a scan, and of what has become of files that it no longer finds.
    mutating func update(_ found: [FileIdentity], at now: Double) {
        for place in entries.keys { entries[place]?.isFound = false }
        for identity in found {
            let place = identity.place
            guard var file = entries[place] else {
                entries[place] = WatchedFile(identity, at: now)
                continue
            }
            // Of two names of one file, the first counts.
            guard !file.isFound else { continue }
            file.isFound = true
            file.note(identity, at: now)
            entries[place] = file
        }
        for (place, file) in entries where !file.isFound { lookFor(place, file, now) }
    }

    /// A file that has lost its name, or stands elsewhere by now, is read on while it is open.
    private mutating func lookFor(_ place: FilePlace, _ file: WatchedFile, _ now: Double) {
        guard let status = file.held?.status(path: file.seen.path) else {
            entries[place] = nil
            return
        }
        entries[place]?.isLinked = status.isLinked
        entries[place]?.note(status.identity, at: now)
    }

    // MARK: What is due

    /// The files to look at now, oldest first by the numbers in their names.
    mutating func due(at now: Double) -> [InputFile] {
        var places = Set(entries.filter { $0.value.isDue(at: now) }.map(\.key))
        guard !places.isEmpty else { return [] }
        places.subtract(hold(places))
        let inputs = places.compactMap { place -> InputFile? in
            entries[place]?.begin(at: now)
            return entries[place]?.input(at: now)
        }
        return InputPaths.inOrder(inputs, \.identity.path)
    }

    /// Keeps open the files that changed last, and lets go of others. Gives those whose names are
    /// gone by now, or those of other files: the next scan finds them elsewhere.
    private mutating func hold(_ due: Set<FilePlace>) -> Set<FilePlace> {
        let newest = entries.sorted { $0.value.isHeldBefore($1.value) }.prefix(WatchList.heldLimit)
        var moved: Set<FilePlace> = []
        for (place, file) in newest where file.held == nil && due.contains(place) {
            guard let held = HeldFile(path: file.seen.path) else {
                // What else is wrong is told when it is read.
                if errno == ENOENT { moved.insert(place) }
                continue
            }
            guard let identity = held.status(path: file.seen.path)?.identity else { continue }
            if identity.place == place {
                entries[place]?.held = held
            } else {
                moved.insert(place)
            }
        }
        let kept = Set(newest.map(\.key))
        for place in entries.keys where !kept.contains(place) { entries[place]?.held = nil }
        return moved
    }

    // MARK: What became of it

    /// Nobody looked at them after all.
    mutating func putBack(_ inputs: [InputFile]) {
        for input in inputs { entries[input.identity.place]?.putBack() }
    }

    mutating func take(_ outcome: FileOutcome) {
        guard let identity = outcome.identity else { return }
        entries[identity.place]?.take(outcome)
    }

    /// Files were looked at from `start` until now.
    mutating func rest(_ inputs: [InputFile], from start: Double, at now: Double) {
        for input in inputs {
            entries[input.identity.place]?.rest(from: start, at: now)
        }
    }

    /// Lets go of files that were deleted and are read to their end.
    mutating func forgetDeleted(at now: Double) {
        for (place, file) in entries where file.isDone(at: now) { entries[place] = nil }
    }
}

/// One file that is followed.
private struct WatchedFile {
    /// As it was found last.
    var seen: FileIdentity
    var held: HeldFile?
    var isFound = true
    var isLinked = true
    private var notBefore = 0.0
    private var hasFailed = false
    private var isReadAnew = false
    /// Bytes of it when it was looked at last.
    private var lookedSize: Int64 = 0
    private var newBytes: Int64 = 0
    private let firstSeen: Double
    private var changed: Double
    private var isDue = true
    /// Something is left that counts once the file has been quiet for long enough.
    private var isOpen = false
    /// It was looked at as a file that has been quiet for long enough.
    private var isSettled = false

    init(_ identity: FileIdentity, at now: Double) {
        seen = identity
        firstSeen = now
        changed = now
    }

    mutating func note(_ identity: FileIdentity, at now: Double) {
        if !identity.isUnchanged(since: seen) {
            // Nothing is to be read of an empty file, and the ledger needs none.
            isDue = identity.size > 0
            isOpen = false
            changed = now
            isSettled = false
        }
        seen = identity
    }

    func isQuiet(at now: Double) -> Bool { now - changed >= WatchList.quietSeconds }

    func isDue(at now: Double) -> Bool {
        (isDue || isOpen && isQuiet(at: now)) && now >= notBefore
    }

    mutating func begin(at now: Double) {
        isDue = false
        isOpen = false
        isSettled = isQuiet(at: now)
        newBytes = seen.size >= lookedSize ? seen.size - lookedSize : seen.size
        lookedSize = seen.size
        hasFailed = false
        isReadAnew = false
    }

    mutating func putBack() { isDue = true }

    func input(at now: Double) -> InputFile {
        let following = Following(
            held: held, isSettled: isSettled, isOld: now - firstSeen >= WatchList.oldSeconds)
        return InputFile(identity: seen, newBytes: newBytes, following: following)
    }

    mutating func rest(from start: Double, at now: Double) {
        if isReadAnew { notBefore = now + (now - start) * WatchList.restsPerLook }
        if hasFailed { notBefore = now + WatchList.retrySeconds }
    }

    mutating func take(_ outcome: FileOutcome) {
        switch outcome.result {
        case .skipped: break
        case .waiting:
            // At the next look, too: were it to rest, a file that was compressed from it could come
            // first, and nobody would know it again.
            isDue = true
        case .read:
            if case .truncated = outcome.problem?.problem { isReadAnew = true }
            isOpen = !isSettled && outcome.problem?.isUnended == true
            isDue = outcome.problem?.problem == .replaced
        case .failed:
            isDue = true
            hasFailed = true
            held = nil
        }
    }

    /// Deleted files first: nobody can open them again.
    func isHeldBefore(_ other: WatchedFile) -> Bool {
        if isFound != other.isFound { return !isFound }
        return (changed, seen.modifiedNanoseconds) > (other.changed, other.seen.modifiedNanoseconds)
    }

    /// Deleted, read, and quiet.
    func isDone(at now: Double) -> Bool {
        !isLinked && !isFound && !isDue && !isOpen && isQuiet(at: now)
    }
}
