internal import CZlib

/// Makes gzip members from bytes that come in pieces. The header has no time, so equal bytes give
/// equal members.
package final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>

    /// Nil if zlib has no memory.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: 256 * 1024)
        // 31: a window of 32 KiB, and 16 more for a gzip header.
        let code = deflateInit2_(
            stream, Z_BEST_SPEED, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Compresses bytes of a member and passes the result to `sink`. After the last bytes of a
    /// member the next one begins.
    package func deflate(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool,
        _ sink: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            // Fails only for a stream that was not set up.
            CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            let count = output.count - Int(stream.pointee.avail_out)
            try sink(UnsafeBufferPointer(rebasing: output[..<count]))
        } while stream.pointee.avail_out == 0
        if isLast { deflateReset(stream) }
    }
}
