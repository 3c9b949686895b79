internal import Glibc

/// The raw bytes of a file or of standard input, a chunk at a time. Never writes.
package final class ByteSource {
    /// The path that means standard input.
    package static let standardInput = "-"

    package let path: String
    private let descriptor: Int32
    private let chunk: UnsafeMutablePointer<UInt8>
    private static let chunkSize = 128 * 1024

    /// Bytes returned so far, counted from the start of the file.
    package private(set) var offset: Int64 = 0

    package init(path: String) throws(InputError) {
        self.path = path
        if path == ByteSource.standardInput {
            descriptor = 0
        } else {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw InputError(path: path, problem: .cannotOpen(errno: errno))
            }
        }
        chunk = .allocate(capacity: ByteSource.chunkSize)
    }

    /// Reads an open file, even if its path now names another file or none. The caller keeps the
    /// descriptor.
    package init(path: String, reading open: Int32) throws(InputError) {
        self.path = path
        descriptor = fcntl(open, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            let problem = InputError.Problem.cannotOpen(errno: errno)
            if descriptor >= 0 { close(descriptor) }
            throw InputError(path: path, problem: problem)
        }
        chunk = .allocate(capacity: ByteSource.chunkSize)
    }

    deinit {
        if descriptor > 0 { close(descriptor) }
        chunk.deallocate()
    }

    /// Whether this is the file with this device and inode, whatever its path names now.
    package func isFile(device: Int64, inode: Int64) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0
            && Int64(bitPattern: UInt64(status.st_dev)) == device
            && Int64(bitPattern: UInt64(status.st_ino)) == inode
    }

    /// Whether the source can be read again. False for standard input, which may start in the
    /// middle of a file.
    var canGoBack: Bool { descriptor > 0 && lseek(descriptor, 0, SEEK_CUR) >= 0 }

    /// Bytes of the file at these offsets; fewer at its end. Does not move the read position.
    package func bytes(_ range: Range<Int64>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let got = pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), range.count - count,
                    off_t(range.lowerBound) + off_t(count))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                count += got
            }
        }
    }

    /// Moves to an offset in the file. Standard input cannot seek, so 0 is its only offset.
    package func seek(to offset: Int64) throws(InputError) {
        guard offset != self.offset else { return }
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
            throw InputError(path: path, problem: .cannotRead(errno: errno))
        }
        self.offset = offset
    }

    /// The next bytes, empty at the end. They are valid until the next call.
    package func next() throws(InputError) -> UnsafeMutableBufferPointer<UInt8> {
        while true {
            let count = Glibc.read(descriptor, chunk, ByteSource.chunkSize)
            if count >= 0 {
                offset += Int64(count)
                return UnsafeMutableBufferPointer(start: chunk, count: count)
            }
            guard errno == EINTR else {
                throw InputError(path: path, problem: .cannotRead(errno: errno))
            }
        }
    }
}
