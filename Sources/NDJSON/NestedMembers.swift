/// The members of a line that may hold objects, in the order of the line.
package struct NestedMembers {
    package struct Member {
        /// The name as written.
        package var name: JSONValue
        package var value: JSONValue
    }

    /// The largest number of members kept.
    private static let most = 4
    private var members = InlineArray<4, Member>(repeating: Member(name: .absent, value: .absent))
    /// The number of members found. A member that the reader's tree describes adds more than
    /// `most`.
    private var all = 0
    /// Whether the first one is the last object that `FieldReader.memberReader` read.
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

    /// The number of members; 0 if not all are kept.
    var count: Int { all > NestedMembers.most ? 0 : all }

    subscript(index: Int) -> Member { members[index] }
}
