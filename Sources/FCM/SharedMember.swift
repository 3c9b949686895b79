/// A value that thousands of messages share. How it merges, how its texts are stored, and its
/// columns in the database and in a lake follow from the list of its members.
package protocol SharedValue: Hashable, Sendable {
    static var members: [SharedMember<Self>] { get }
    /// Nothing known.
    init()
}

/// What a member holds, as it is stored; nil where no record told it.
package enum SharedCell: Hashable, Sendable, Comparable {
    case integer(Int64)
    case text(String)

    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A column of a value's table: one member, or one for each platform.
package struct SharedMember<Value: SharedValue>: Sendable {
    /// Hands a member of a value to who reads or changes it. No key path: to make one looks up what
    /// its types conform to, which costs as much as reading thousands of lines.
    package typealias Place<Member> =
        @Sendable (_ value: inout Value, _ body: (inout Member) -> Void) -> Void

    /// How two cells become one; a cell comes before none.
    package enum Merge: String, Sendable {
        case least = "min"
        case greatest = "max"
        /// Of sets of bits.
        case union = "bit_or"
    }

    /// A column of a lake's states.
    package struct Part: Sendable {
        package var name: String
        package var isText = false
        package var merge = Merge.least
        /// What the table holds where no record told it; nil is NULL.
        var unknown: Int64?
        /// Hands over what it holds, and takes what is put in its place. What cannot be there does
        /// nothing.
        let cell: Place<SharedCell?>

        /// Leaves the value as it is.
        package func get(_ value: inout Value) -> SharedCell? {
            var found: SharedCell?
            cell(&value) { found = $0 }
            return found
        }
    }

    /// The column of the table.
    package var column: String
    package var parts: [Part]
    /// Puts a text into the form in which it is stored.
    var store: (@Sendable (inout Value) -> Void)?

    private init(_ part: Part, column: String? = nil) {
        self.column = column ?? part.name
        parts = [part]
    }

    package static func text(
        _ name: String, column: String? = nil, _ place: @escaping Place<String?>
    ) -> SharedMember {
        let part = Part(name: name, isText: true) { value, body in
            place(&value) { member in
                var cell = member.map(SharedCell.text)
                body(&cell)
                if let text = cell?.text { member = text }
            }
        }
        var member = SharedMember(part, column: column)
        member.store = { place(&$0) { $0 = $0?.kept } }
        return member
    }

    package static func text(
        _ name: String, column: String, always place: @escaping Place<String>
    ) -> SharedMember {
        let part = Part(name: name, isText: true) { value, body in
            place(&value) { member in
                var cell: SharedCell? = .text(member)
                body(&cell)
                if let text = cell?.text { member = text }
            }
        }
        var member = SharedMember(part, column: column)
        member.store = { place(&$0) { $0 = $0.kept } }
        return member
    }

    package static func number(
        _ name: String, column: String? = nil, _ place: @escaping Place<Int64?>
    ) -> SharedMember {
        let part = Part(name: name) { value, body in
            place(&value) { member in
                var cell = member.map(SharedCell.integer)
                body(&cell)
                if let number = cell?.integer { member = number }
            }
        }
        return SharedMember(part, column: column)
    }

    package static func flag(
        _ name: String, column: String, _ place: @escaping Place<Bool?>
    ) -> SharedMember {
        let part = Part(name: name, merge: .greatest) { value, body in
            place(&value) { member in
                var cell = member.map { SharedCell.integer($0 ? 1 : 0) }
                body(&cell)
                if let number = cell?.integer { member = number != 0 }
            }
        }
        return SharedMember(part, column: column)
    }

    package static func bits(
        _ name: String, column: String, _ place: @escaping Place<UInt8>
    ) -> SharedMember {
        let part = Part(name: name, merge: .union) { value, body in
            place(&value) { member in
                var cell: SharedCell? = .integer(Int64(member))
                body(&cell)
                if let bits = cell?.integer { member = UInt8(truncatingIfNeeded: bits) }
            }
        }
        return SharedMember(part, column: column)
    }

    /// A word by its rank: the least of two is the better known.
    package static func rank<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, _ place: @escaping Place<Word?>
    ) -> SharedMember {
        let part = Part(name: name) { value, body in
            place(&value) { member in
                var cell = member.map { SharedCell.integer(Int64($0.rawValue)) }
                body(&cell)
                if let word = Word(rank: cell) { member = word }
            }
        }
        return SharedMember(part)
    }

    /// The same, where a word of its own says that it is unknown.
    package static func rank<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, unknown: Word, _ place: @escaping Place<Word>
    ) -> SharedMember {
        SharedMember(part(name, unknown, place))
    }

    /// The same for each platform, in the order of their numbers; one byte of the table's column
    /// each.
    package static func ranks<Word: RawRepresentable<UInt8> & Hashable & Sendable>(
        _ name: String, column: String, unknown: Word,
        _ place: @escaping Place<PerPlatform<Word>>
    ) -> SharedMember {
        let parts = Platform.allCases.map { platform in
            part("\(platform.name)_\(name)", unknown) { value, body in
                place(&value) { body(&$0[platform]) }
            }
        }
        var member = SharedMember(parts[0], column: column)
        member.parts = parts
        return member
    }

    private static func part<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, _ unknown: Word, _ place: @escaping Place<Word>
    ) -> Part {
        Part(name: name, unknown: Int64(unknown.rawValue)) { value, body in
            place(&value) { member in
                let rank = member.rawValue
                var cell = rank == unknown.rawValue ? nil : SharedCell.integer(Int64(rank))
                body(&cell)
                if let word = Word(rank: cell) { member = word }
            }
        }
    }

    // MARK: In the table

    /// What the table's column holds; leaves the value as it is.
    package func cell(of value: inout Value) -> SharedCell? {
        guard parts.count > 1 else { return stored(parts[0], &value) }
        var bytes: Int64 = 0
        for (place, part) in parts.enumerated() {
            bytes |= (stored(part, &value)?.integer ?? 0) << (8 * Int64(place))
        }
        return .integer(bytes)
    }

    private func stored(_ part: Part, _ value: inout Value) -> SharedCell? {
        part.get(&value) ?? part.unknown.map(SharedCell.integer)
    }

    /// Takes over what the table's column holds.
    package func set(_ cell: SharedCell?, in value: inout Value) {
        guard parts.count > 1 else { return parts[0].cell(&value) { $0 = cell ?? $0 } }
        for (place, part) in parts.enumerated() {
            let byte = (cell?.integer ?? 0) >> (8 * Int64(place)) & 0xff
            part.cell(&value) { $0 = .integer(byte) }
        }
    }
}

extension RawRepresentable<UInt8> {
    fileprivate init?(rank: SharedCell?) {
        guard let rank = rank?.integer.flatMap(UInt8.init(exactly:)) else { return nil }
        self.init(rawValue: rank)
    }
}

extension SharedMember.Merge {
    fileprivate func merge(_ theirs: SharedCell, into own: inout SharedCell?) {
        guard let known = own else { return own = theirs }
        switch self {
        case .least: own = min(known, theirs)
        case .greatest: own = max(known, theirs)
        case .union: own = .integer((known.integer ?? 0) | (theirs.integer ?? 0))
        }
    }
}

extension SharedValue {
    /// What both tell. Commutative, associative and idempotent.
    package func merged(with other: Self) -> Self {
        var (merged, other) = (self, other)
        for member in Self.members {
            for part in member.parts {
                part.cell(&other) { theirs in
                    guard let theirs else { return }
                    part.cell(&merged) { part.merge.merge(theirs, into: &$0) }
                }
            }
        }
        return merged
    }

    /// With its texts as they are stored.
    var kept: Self {
        var kept = self
        let members = Self.members
        // Without a copy of each member.
        for place in members.indices { members[place].store?(&kept) }
        return kept
    }
}
