import NDJSON
import TestSupport

/// Whatever pieces and gzip members a text comes in, its lines are the same, and reading on from
/// behind any line gives the rest of them.
func fuzzLines(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let sizes = input.sizes()
    let chosen = input.choice(256)
    let text = input.data(limit: PiecePipe.longestPiece)
    // Text that looks like gzip is the other target's.
    guard text.first != 0x1f else { return }
    let expected = PlainLines.split(text, isWhole: true)
    let pieces = text.pieces(sizes)

    let pipe = try PiecePipe(pieces)
    let piped = try withExtendedLifetime(pipe) {
        try ReadLines(path: pipe.path, engine: .best, opened: pipe.finish)
    }
    try expectEqual(piped.lines, expected, "lines in pieces of \(sizes)")
    try expectEqual(piped.numbers, (0..<expected.count).map { Int64($0 + 1) }, "line numbers")

    let members = Array(pieces.map { gzip($0, level: 1) }.joined())
    for file in [text, members] {
        try withMemoryFile(file) { path in
            for engine in InflateEngine.available {
                let read = try ReadLines(path: path, engine: engine)
                try expectEqual(read.lines, expected, "lines of members of \(sizes) by \(engine)")
                try expectEqual(read.end, .complete, "end of members of \(sizes) by \(engine)")
                try expectRest(of: read, path, behind: chosen, engine)
            }
        }
    }
}

private func expectRest(
    of read: ReadLines, _ path: String, behind chosen: Int, _ engine: InflateEngine
) throws {
    guard !read.points.isEmpty else { return }
    let index = chosen % read.points.count
    let rest = try ReadLines(path: path, from: read.points[index], engine: engine)
    try expectEqual(
        rest.lines, Array(read.lines[(index + 1)...]), "lines behind line \(index + 1)")
    try expectEqual(rest.numbers, Array(read.numbers[(index + 1)...]), "numbers of the rest")
}
