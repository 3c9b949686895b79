import FCM
import Foundation

private let maps = Result {
    try Preset.names.map { try EnvelopeMap(json: Preset.json($0) ?? Data()) }
}

/// With each preset, lines are read the same each time. The first byte chooses the preset, the
/// lines behind it are read.
func fuzzPresets(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let maps = try maps.get()
    let map = maps[input.choice(maps.count)]
    let lines = ToldLines(paths: map.paths, words: map.words)
    let parts = input.data(limit: 8192).split(separator: 0x0a, maxSplits: 4).map(Array.init)
    try lines.expectSameAgain(parts[...])
}
