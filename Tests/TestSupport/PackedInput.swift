internal import Foundation

/// An input of a test, from a file that `Tests/Tools/pack.py` has written.
package struct PackedInput: Sendable {
    package var name: String
    package var bytes: [UInt8]

    /// All inputs of a file in `Tests`, in the order of their names.
    package static func all(in path: String) throws -> [PackedInput] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: path)
        let texts = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
        return texts.sorted { $0.key < $1.key }.map { name, text in
            PackedInput(name: name, bytes: text.unicodeScalars.map { UInt8($0.value) })
        }
    }
}
