internal import NDJSON
internal import SQLite

/// Decides what is to be done with each file of a run, by the ledger and by what stands in it.
struct InputPlanner {
    private let ledger: Database
    /// Rows of the ledger that a file of this run goes on with.
    private var taken: Set<Int64> = []
    /// The first lines of files that are followed and are read from their start: of a file and its
    /// copy that come together, one is read.
    private var begun: Set<UInt64> = []
    private let knowsFirstLines: Bool
    private let options: IngestOptions

    init(_ ledger: Database, _ options: IngestOptions) throws {
        self.ledger = ledger
        self.options = options
        knowsFirstLines = try ledger.read(FileLedger.knowsFirstLines)
    }

    mutating func plan(_ input: InputFile) throws -> FilePlan {
        guard !input.identity.isStream else { return .readFromStart }
        let bytes = InputBytes(input)
        let known = try ledger.read { try FileLedger.candidates(input.identity, $0) }
        var plan = FilePlan.decide(
            input.identity, known: known,
            looksAgain: input.following?.isSettled ?? false, read: bytes.stored)
        if case .readFromStart = plan { plan = try planByContent(input, bytes) }
        if case .readFromStart = plan, let unread = known.first(where: \.isUnread) {
            plan = .resume(unread.begun)
        }
        if let file = fileToReadAgain(plan) { plan = .resume(file.again) }
        guard case .resume(var file) = plan else { return plan }
        guard taken.insert(file.id).inserted else {
            return input.following == nil ? .readFromStart : .wait
        }
        // A log that was short when it was looked at last begins like many others.
        if file.head.length < FileMark.longestHead || file.firstLineHash == nil {
            file.learnHead(bytes.head)
        }
        file.identity = input.identity
        file.state = .reading
        file.rules = options.rules
        return .resume(file)
    }

    /// A file that other rules, or a later clock, may understand better, unless this run reads it
    /// already.
    private func fileToReadAgain(_ plan: FilePlan) -> LedgerFile? {
        switch plan {
        case .skip(let file), .resume(let file):
            let latest = options.latest.milliseconds
            let isDue = options.readsAgain || file.isOutdated(options.rules, latest: latest)
            return isDue && !taken.contains(file.id) ? file : nil
        case .readFromStart, .wait: return nil
        }
    }

    func newFile(_ input: InputFile, id: Int64) -> LedgerFile {
        var file = LedgerFile(id: id, identity: input.identity)
        file.rules = options.rules
        // Opening a pipe would already take what its writer writes.
        if !input.identity.isStream { file.learnHead(InputBytes(input).head) }
        return file
    }

    // MARK: Copies

    /// A file that is known by neither path nor place may be a log that was copied or compressed.
    private mutating func planByContent(_ input: InputFile, _ bytes: InputBytes) throws -> FilePlan
    {
        guard knowsFirstLines || input.following != nil,
            let content = FileContent({ bytes.content })
        else { return .readFromStart }
        let isSettled = input.following?.isSettled ?? true
        // Without it in the ledger, too, a copy of the file would not be known.
        guard let firstLine = content.firstLine, bytes.hasFirstLine else {
            return isSettled ? .readFromStart : .wait
        }
        for file in try ledger.read({ try FileLedger.beginning(with: firstLine, $0) }) {
            switch content.compare(with: file) {
            case .other: continue
            case .tooShort where !isSettled && input.following?.isOld == false: return .wait
            case .shorter where !isSettled: return .wait
            case .tooShort, .shorter: continue
            case .same(let hasMore):
                if let plan = planCopy(input, of: file, hasMore) { return plan }
            }
        }
        guard input.following == nil || begun.insert(firstLine).inserted else { return .wait }
        return .readFromStart
    }

    /// Nil when the copy is to be read like any other file: a run that does not follow counts the
    /// lines of a file that stands there twice as duplicate.
    private func planCopy(
        _ input: InputFile, of file: LedgerFile, _ hasMore: Bool
    ) -> FilePlan? {
        var moved = file
        moved.identity = input.identity
        moved.position = ResumePoint(
            memberOffset: 0, inflatedOffset: file.position.inflatedOffset,
            line: file.position.line)
        moved.head = FileMark()
        guard InputPlanner.isInPlace(file) else { return .resume(moved) }
        guard let following = input.following else { return nil }
        if !hasMore { return .skip(moved) }
        // The original has those lines, too, or is about to be truncated.
        return following.isSettled ? .resume(moved) : .wait
    }

    /// Whether a file still stands where it was read.
    private static func isInPlace(_ file: LedgerFile) -> Bool {
        guard let now = FileIdentity(path: file.identity.path),
            now.place == file.identity.place,
            let source = try? ByteSource(path: file.identity.path)
        else { return false }
        return FileMark(source.bytes(0..<Int64(file.head.length))) == file.head
    }
}

/// The bytes of a file, opened when they are first asked for.
private final class InputBytes {
    private let input: InputFile
    private lazy var source: ByteSource? = open()

    init(_ input: InputFile) {
        self.input = input
    }

    private func open() -> ByteSource? {
        guard let held = input.following?.held else {
            return try? ByteSource(path: input.identity.path)
        }
        return try? ByteSource(path: input.identity.path, reading: held.descriptor)
    }

    /// As they are stored; fewer where the file ends or cannot be read.
    func stored(_ range: Range<Int64>) -> [UInt8] {
        guard range.lowerBound == 0, range.upperBound <= head.count else { return read(range) }
        return Array(head[..<Int(range.upperBound)])
    }

    private func read(_ range: Range<Int64>) -> [UInt8] { source?.bytes(range) ?? [] }

    /// Read once: what the ledger is to know of a file is what it was compared by.
    private(set) lazy var head: [UInt8] = read(0..<Int64(FileMark.longestHead))

    /// Whether the head of a text holds it; of gzip, nobody can tell from there.
    var hasFirstLine: Bool { head.first == 0x1f || FileMark.firstLine(head) != nil }

    /// Inflated where it is gzip, from the start.
    var content: ContentReader? { open().flatMap(ContentReader.init) }
}
