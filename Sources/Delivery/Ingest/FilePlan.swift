internal import NDJSON

#if canImport(Glibc)
    internal import Glibc
#endif

/// What to do with a file that is to be read, by what the ledger knows: decided in values.
package enum FilePlan: Sendable {
    /// Nothing about it has changed since it was read.
    case skip(LedgerFile)
    /// It has grown, or an earlier run did not get to its end.
    case resume(LedgerFile)
    case readFromStart

    /// `headHash` gives the hash of the file's first bytes, as many as asked for.
    static func decide(
        _ identity: FileIdentity, known: [LedgerFile], headHash: (Int) -> UInt64?
    ) -> FilePlan {
        for file in known {
            if file.state != .reading, identity.isUnchanged(since: file.identity) {
                return .skip(file)
            }
            // A file grows at its end; what begins otherwise, or is smaller, is another file.
            if identity.size >= file.identity.size,
                headHash(file.headLength) == file.headHash
            {
                return .resume(file)
            }
        }
        return .readFromStart
    }
}

/// The first bytes of a file, by which it is known again after it has grown or moved.
enum FileHead {
    static let maximumLength = 64 * 1024

    /// Nil when the file cannot be read or is shorter.
    static func hash(of path: String, length: Int) -> UInt64? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < length {
            let count = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: filled), length - filled)
            }
            guard count > 0 else { return nil }
            filled += count
        }
        return bytes.withUnsafeBufferPointer { SipHash.hash($0, key: SipHash.Key(0, 0)) }
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
        self.init(
            path: path, device: Int64(bitPattern: UInt64(status.st_dev)),
            inode: Int64(bitPattern: UInt64(status.st_ino)), size: Int64(status.st_size),
            modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
                + Int64(status.st_mtim.tv_nsec))
    }

    /// Standard input and pipes cannot be read again, nor gone on with.
    var isStream: Bool { inode == 0 }

    /// Why there was none just now.
    static var reason: Int32 { errno }

    /// Standard input has no place on disk.
    static let standardInput = FileIdentity(
        path: ByteSource.standardInput, device: 0, inode: 0, size: 0, modifiedNanoseconds: 0)
}
