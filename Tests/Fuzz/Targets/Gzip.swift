import NDJSON
import TestSupport

/// A file is read by every inflater as by zlib in one call: the same lines, and the same end.
///
/// The first byte may move the rest of the input to where two chunks of a file meet; the next
/// choose the pieces in which it comes through a pipe.
func fuzzGzip(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let shift = input.choice(256)
    let sizes = input.sizes()
    let file = input.data(limit: PiecePipe.longestPiece)
    guard let expected = PlainGunzip.read(file) else { return }
    for engine in InflateEngine.available {
        let read = try withMemoryFile(file) { try ReadLines(path: $0, engine: engine) }
        try expectEqual(read.lines, expected.lines, "lines by \(engine)")
        try expectEqual(read.end, expected.end, "end by \(engine)")
    }
    try expectInPieces(file, sizes, expected)
    if (1...64).contains(shift), PlainGunzip.isGzip(file), file.count > 1 {
        try expectShifted(file, shift)
    }
}

/// Nobody can go back in a pipe: zlib alone reads it, in whatever pieces it comes.
private func expectInPieces(
    _ file: [UInt8], _ sizes: [Int], _ expected: ReadLines
) throws {
    // One byte tells gzip from text when no more has come.
    var sizes = sizes
    if file.first == 0x1f, sizes.first == 1 { sizes[0] = 2 }
    let pipe = try PiecePipe(file.pieces(sizes))
    let read = try withExtendedLifetime(pipe) {
        try ReadLines(path: pipe.path, engine: .best, opened: pipe.finish)
    }
    try expectEqual(read.lines, expected.lines, "lines in pieces of \(sizes)")
    try expectEqual(
        read.end.withoutOffset, expected.end.withoutOffset, "end in pieces of \(sizes)")
}

/// Files are read in chunks that this is a multiple of.
private let chunk = 256 * 1024

/// The file behind a member of one line, so long that a chunk ends `before` bytes into the file.
private func expectShifted(_ file: [UInt8], _ before: Int) throws {
    let missing = chunk - before - stored(chunk - 300).count
    let shifted = stored(chunk - 300 + missing) + file
    var first: ReadLines?
    for engine in InflateEngine.available {
        let read = try withMemoryFile(shifted) { try ReadLines(path: $0, engine: engine) }
        try expectEqual(read.lines, (first ?? read).lines, "lines across chunks by \(engine)")
        try expectEqual(read.end, (first ?? read).end, "end across chunks by \(engine)")
        first = read
    }
}

private func stored(_ count: Int) -> [UInt8] {
    gzip(Array(repeating: 0x78, count: count) + [0x0a], level: 0)
}
