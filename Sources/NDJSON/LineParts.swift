/// The members of a line in which there may be objects, as `FieldReader` meets them.
package struct LineParts {
    package struct Part {
        /// As it is written.
        package var name: JSONValue
        package var value: JSONValue
    }

    /// More are not kept.
    private static let most = 4
    private var parts = InlineArray<4, Part>(repeating: Part(name: .absent, value: .absent))
    /// All of them; those that the reader's tree describes count as too many.
    private var all = 0
    /// Whether the first is the object that `FieldReader.partReader` read last.
    var isFirstRead = false

    init() {}

    var isEmpty: Bool { all == 0 }

    @inline(__always)
    mutating func removeAll() {
        all = 0
        isFirstRead = false
    }

    @inline(__always)
    mutating func addDescribed() { all &+= LineParts.most + 1 }

    mutating func add(_ part: Part) {
        if all < LineParts.most { parts[all] = part }
        all &+= 1
    }

    /// How many there are, if they are known.
    var count: Int { all > LineParts.most ? 0 : all }

    subscript(index: Int) -> Part { parts[index] }
}
