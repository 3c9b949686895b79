import FCM
import Foundation
import NDJSON

/// A map file is refused, with what is wrong, or taken, and with one that is taken lines are read
/// the same each time.
///
/// The first line of the input is the map, those behind it are read.
func fuzzMaps(_ bytes: [UInt8]) throws {
    let parts = bytes.prefix(8192).split(separator: 0x0a, maxSplits: 4).map(Array.init)
    guard let json = parts.first else { return }
    let map: EnvelopeMap
    do throws(EnvelopeMap.Problems) {
        map = try EnvelopeMap(json: Data(json))
    } catch {
        return try expect(!error.problems.isEmpty, "a map is refused for nothing")
    }
    let lines = ToldLines(paths: map.paths, words: map.words)
    try lines.expectSameAgain(parts.dropFirst())
}
