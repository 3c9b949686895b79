package import Foundation

/// The maps that come with the program, for lines of systems that many have: see `EnvelopeMap`.
package enum Preset {
    private static let files = EmbeddedPresets.files.map {
        (name: String($0.name.dropLast(".json".count)), json: Data($0.text.utf8))
    }

    /// In order.
    package static let names = files.map(\.name)

    /// The map file of a preset; nil where there is none of this name.
    package static func json(_ name: String) -> Data? {
        files.first { $0.name == name }?.json
    }
}
