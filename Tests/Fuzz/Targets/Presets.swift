import FCM
import Foundation

private let maps = Result {
    try Preset.names.map { name in
        (name: name, map: try EnvelopeMap(json: Preset.json(name) ?? Data()))
    }
}

/// With each preset, lines are read the same each time. The first byte chooses the preset, the
/// lines behind it are read.
func fuzzPresets(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let maps = try maps.get()
    let (name, map) = maps[input.choice(maps.count)]
    let lines = ToldLines(paths: map.paths, words: map.words)
    for line in input.data(limit: 8192).split(separator: 0x0a, maxSplits: 4).map(Array.init) {
        try expectEqual(lines.read(line), lines.read(line), "\(name): read again")
    }
}
