/// The members of a line in which there may be objects, as `FieldReader` meets them.
package struct NestedMembers {
    package struct Member {
        /// As it is written.
        package var name: JSONValue
        package var value: JSONValue
    }

    /// How many are kept.
    private static let most = 4
    private var members = InlineArray<4, Member>(repeating: Member(name: .absent, value: .absent))
    /// How many were met. One that the reader's tree describes adds more than `most`.
    private var all = 0
    /// Whether the first is the object that `FieldReader.memberReader` read last.
    var isFirstRead = false

    init() {}

    var isEmpty: Bool { all == 0 }

    @inline(__always)
    mutating func removeAll() {
        all = 0
        isFirstRead = false
    }

    @inline(__always)
    mutating func addDescribed() { all &+= NestedMembers.most + 1 }

    mutating func add(_ member: Member) {
        if all < NestedMembers.most { members[all] = member }
        all &+= 1
    }

    /// How many there are; 0 if they are not all kept.
    var count: Int { all > NestedMembers.most ? 0 : all }

    subscript(index: Int) -> Member { members[index] }
}
