import FCM
import Locked
package import NDJSON

/// Lines read by shapes are the same as walked ones; so are the parts of one line in another, which
/// have half of its shape.
func fuzzShapes(_ bytes: [UInt8]) throws {
    let lines = bytes.prefix(8192).split(separator: 0x0a).prefix(8).map(Array.init)
    try readers.withLock { readers in
        readers.renew()
        for line in lines { for _ in 0..<2 { try readers.pair.read(line) } }
        for (line, other) in zip(lines, lines.dropFirst()) {
            let place = min(line.count, other.count) / 2
            try readers.pair.read(Array(line[..<place] + other[place...]))
            try readers.pair.read(line)
        }
    }
}

/// Two decoders: one that learns shapes, and one that walks every line.
package struct ReaderPair {
    private let byShape: ToldLines
    private let walking = ToldLines(shapes: nil, tellsPlaces: true)

    package init(_ instructions: ShapeInstructions = .best) {
        byShape = ToldLines(shapes: instructions, tellsPlaces: true)
    }

    /// Throws if the decoders differ.
    package func read(_ line: [UInt8]) throws(Broken) {
        let told = try walking.read(line)
        let found = try byShape.read(line)
        guard found == told else {
            throw Broken(
                "by shape \(found), walked \(told): \(String(decoding: line, as: UTF8.self))")
        }
    }
}

/// Decoders take long to make, so they are kept for a while.
private struct Readers {
    private(set) var pair = ReaderPair()
    private var age = 0

    mutating func renew() {
        age += 1
        if age % 2000 == 0 { pair = ReaderPair() }
    }
}

private let readers = Locked(Readers())
