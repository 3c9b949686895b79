internal import Glibc
internal import NDJSON

/// What to do with a file that is to be read, by what the ledger knows: decided in values.
package enum FilePlan: Sendable {
    /// Nothing about it has changed since it was read, or it is a copy of what was.
    case skip(LedgerFile)
    /// It has grown, or an earlier run did not get to its end.
    case resume(LedgerFile)
    case readFromStart
    /// Nothing yet: it may still become a copy of a file that is known.
    case wait

    /// What the ledger knows of this path and this place on disk.
    ///
    /// A file grows at its end; what is smaller, begins otherwise or holds other bytes before the
    /// place that was reached is another file.
    static func decide(
        _ identity: FileIdentity, known: [LedgerFile], looksAgain: Bool = false,
        read: (Range<Int64>) -> [UInt8]
    ) -> FilePlan {
        for file in known {
            if !looksAgain, file.isDone, identity.isUnchanged(since: file.identity) {
                return .skip(file)
            }
            if identity.size >= file.identity.size, file.stands(read) { return .resume(file) }
        }
        return .readFromStart
    }
}

extension LedgerFile {
    /// Whether nothing more can be had of it while it stays as it is.
    fileprivate var isDone: Bool { state != .reading && !isUnread }

    /// Nothing of it could be read: an error at every run, until another file stands there.
    var isUnread: Bool { state == .broken && counts.lines == 0 }

    /// The row of a file of which nothing was read, for what stands there now.
    var begun: LedgerFile {
        var file = self
        file.head = FileMark()
        file.problem = nil
        file.position = .start
        return file
    }

    /// Whether these are the bytes of the file that was read.
    fileprivate func stands(_ read: (Range<Int64>) -> [UInt8]) -> Bool {
        FileMark(read(0..<Int64(head.length))) == head
            && tail.map { FileMark(read($0.range(before: position.inflatedOffset))) == $0 } ?? true
    }

    /// Takes the head of what stands there now, as far as it goes.
    mutating func learnHead(_ bytes: [UInt8]) {
        head = FileMark(bytes)
        firstLineHash = bytes.first == 0x1f ? nil : FileMark.firstLine(bytes)
    }
}

extension FileIdentity {
    /// Nil when there is no such file. A pipe has no identity: what comes through it is new.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            self.init(path: path, device: 0, inode: 0, size: 0, modifiedNanoseconds: 0)
            return
        }
        self.init(path: path, status)
    }

    init(path: String, _ status: stat) {
        self.init(
            path: path, device: Int64(bitPattern: UInt64(status.st_dev)),
            inode: Int64(bitPattern: UInt64(status.st_ino)), size: Int64(status.st_size),
            modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
                + Int64(status.st_mtim.tv_nsec))
    }

    /// Standard input and pipes cannot be read again, nor gone on with.
    package var isStream: Bool { inode == 0 }

    /// Standard input has no place on disk.
    static let standardInput = FileIdentity(
        path: ByteSource.standardInput, device: 0, inode: 0, size: 0, modifiedNanoseconds: 0)
}
