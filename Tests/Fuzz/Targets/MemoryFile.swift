import CFuzz
import Glibc

/// Gives the path of a file in memory to `body`, and takes it away.
func withMemoryFile<Result>(
    _ bytes: [UInt8], _ body: (_ path: String) throws -> Result
) throws -> Result {
    let descriptor = fuzz_memory_file()
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
        throw Broken("a file in memory cannot be written: errno \(errno)")
    }
    return try body("/proc/self/fd/\(descriptor)")
}

/// A pipe that gives a piece at a time, however much is asked for.
final class PiecePipe {
    /// Longer pieces are cut by the system.
    static let longestPiece = 4096
    private let reading: Int32
    private let writing: Int32
    private var isOpenToWrite = true

    /// All pieces wait in the pipe before anybody reads.
    init(_ pieces: [[UInt8]]) throws(Broken) {
        var ends: [Int32] = [-1, -1]
        guard fuzz_piece_pipe(&ends) == 0 else {
            throw Broken("no pipe: errno \(errno)")
        }
        (reading, writing) = (ends[0], ends[1])
        for piece in pieces {
            guard write(writing, piece, piece.count) == piece.count else {
                throw Broken("a pipe cannot be written: errno \(errno)")
            }
        }
    }

    deinit {
        close(reading)
        if isOpenToWrite { close(writing) }
    }

    var path: String { "/proc/self/fd/\(reading)" }

    /// To be called when a reader has it open: it then comes to the end of what waits.
    func finish() {
        close(writing)
        isOpenToWrite = false
    }
}
