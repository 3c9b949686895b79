import CZlib
import Glibc

/// Writes one file, as gzip or plain.
///
/// Uses zlib's fastest level. The gzip header has no time, so equal lines give equal files.
struct GzipWriter: ~Copyable {
    private let path: String
    private let file: Int32
    private let stream: UnsafeMutablePointer<z_stream>?
    private let output: UnsafeMutableBufferPointer<UInt8>
    private(set) var bytesIn = 0
    private(set) var bytesOut = 0

    init(path: String, gzip: Bool) throws {
        let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw SampleError.failed("open", path) }
        var made: UnsafeMutablePointer<z_stream>?
        if gzip {
            made = Self.deflater()
            guard made != nil else {
                close(opened)
                throw SampleError.compression(path: path, code: Int(Z_MEM_ERROR))
            }
        }
        self.path = path
        file = opened
        stream = made
        output = .allocate(capacity: gzip ? 1 << 18 : 0)
    }

    /// A zlib stream; nil without memory.
    private static func deflater() -> UnsafeMutablePointer<z_stream>? {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 31: a window of 32 KB, and 16 more for a gzip header.
        let code = deflateInit2_(
            stream, Z_BEST_SPEED, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        if code == Z_OK { return stream }
        stream.deallocate()
        return nil
    }

    deinit {
        if let stream {
            deflateEnd(stream)
            stream.deallocate()
        }
        output.deallocate()
        close(file)
    }

    /// Writes the buffer's bytes and empties it.
    mutating func write(_ buffer: inout LineBuffer) throws {
        let bytes = buffer.bytes
        bytesIn += bytes.count
        if let stream {
            try deflateAll(stream, bytes, Z_NO_FLUSH)
        } else if let start = bytes.baseAddress {
            try writeAll(start, bytes.count)
        }
        buffer.removeAll()
    }

    /// Ends the gzip stream.
    mutating func finish() throws {
        if let stream {
            try deflateAll(stream, UnsafeBufferPointer(start: nil, count: 0), Z_FINISH)
        }
    }

    private mutating func deflateAll(
        _ stream: UnsafeMutablePointer<z_stream>, _ input: UnsafeBufferPointer<UInt8>,
        _ flush: Int32
    ) throws {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let code = deflate(stream, flush)
            guard code != Z_STREAM_ERROR else {
                throw SampleError.compression(path: path, code: Int(code))
            }
            if let start = output.baseAddress {
                try writeAll(start, output.count - Int(stream.pointee.avail_out))
            }
        } while stream.pointee.avail_out == 0
    }

    private mutating func writeAll(_ start: UnsafePointer<UInt8>, _ count: Int) throws {
        var written = 0
        while written < count {
            let result = Glibc.write(file, start + written, count - written)
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { throw SampleError.failed("write", path) }
            written += result
        }
        bytesOut += count
    }
}

extension SampleError {
    /// The error of a system call that just failed, by `errno`.
    static func failed(_ call: String, _ path: String) -> SampleError {
        .system(call: call, path: path, reason: String(cString: strerror(errno)))
    }
}
