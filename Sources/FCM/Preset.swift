package import Foundation

/// The maps that come with the program, for common systems: see `EnvelopeMap`.
package enum Preset {
    private static let files = EmbeddedPresets.files.map {
        (name: String($0.name.dropLast(".json".count)), json: Data($0.text.utf8))
    }

    /// The names, in order.
    package static let names = files.map(\.name)

    /// The map file of a preset; nil for an unknown name.
    package static func json(_ name: String) -> Data? {
        files.first { $0.name == name }?.json
    }
}
