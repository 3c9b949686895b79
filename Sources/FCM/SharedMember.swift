/// A value that thousands of messages share. The list of its members defines how it merges, how its
/// texts are stored, and its columns in the database and in a lake.
package protocol SharedValue: Hashable, Sendable {
    static var members: [SharedMember<Self>] { get }
    /// A value without any known member.
    init()
}

/// The stored form of a member.
package enum SharedCell: Comparable, Sendable {
    case integer(Int64)
    case text(String)

    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A column of a value's table: one member, or one member for each platform.
package struct SharedMember<Value: SharedValue>: Sendable {
    /// Calls `body` with a member of a value, which `body` may change. Not a key path: making one
    /// looks up conformances of its types, which costs as much as decoding thousands of lines.
    package typealias Place<Member> =
        @Sendable (_ value: inout Value, _ body: (inout Member) -> Void) -> Void

    /// How two cells merge. A cell wins over none.
    package enum Merge: String, Sendable {
        case least = "min"
        case greatest = "max"
        /// For sets of bits.
        case union = "bit_or"
    }

    /// A column of a lake's states.
    package struct Part: Sendable {
        package var name: String
        package var isText: Bool
        package var merge: Merge
        /// The table's value if no record had the member; nil is NULL.
        var unknown: Int64?
        /// Calls its body with the stored form, nil if no record had the member, and stores the
        /// result of the body. A result that the member cannot hold is ignored.
        package let cell: Place<SharedCell?>

        /// The stored form. Does not change the value.
        package func get(_ value: inout Value) -> SharedCell? {
            var found: SharedCell?
            cell(&value) { found = $0 }
            return found
        }

        /// - Parameters:
        ///   - read: returns the stored form of the member.
        ///   - write: returns the member of a stored form; nil if it is invalid.
        init<Member>(
            _ name: String, isText: Bool = false, merge: Merge = .least, unknown: Int64? = nil,
            _ place: @escaping Place<Member>, read: @escaping @Sendable (Member) -> SharedCell?,
            write: @escaping @Sendable (SharedCell) -> Member?
        ) {
            self.name = name
            self.isText = isText
            self.merge = merge
            self.unknown = unknown
            cell = { value, body in
                place(&value) { member in
                    var cell = read(member)
                    body(&cell)
                    if let cell, let changed = write(cell) { member = changed }
                }
            }
        }
    }

    /// The column of the table.
    package var column: String
    package var parts: [Part]
    /// Returns the cell in the table's column. Does not change the value. A closure, because it is
    /// made where the types are known: a generic function took five times the instructions.
    package let cell: @Sendable (_ value: inout Value) -> SharedCell?
    /// Converts a text to its stored form.
    var store: (@Sendable (inout Value) -> Void)?

    private init(
        _ part: Part, column: String? = nil, store: (@Sendable (inout Value) -> Void)? = nil
    ) {
        self.column = column ?? part.name
        parts = [part]
        cell = { SharedMember.stored(part, &$0) }
        self.store = store
    }

    /// Parts of a byte each.
    private init(bytes parts: [Part], column: String) {
        self.column = column
        self.parts = parts
        cell = { value in
            var bytes: Int64 = 0
            for (place, part) in parts.enumerated() {
                bytes |= (SharedMember.stored(part, &value)?.integer ?? 0) << (8 * Int64(place))
            }
            return .integer(bytes)
        }
    }

    private static func stored(_ part: Part, _ value: inout Value) -> SharedCell? {
        part.get(&value) ?? part.unknown.map(SharedCell.integer)
    }

    package static func text(
        _ name: String, column: String? = nil, _ place: @escaping Place<String?>
    ) -> SharedMember {
        let part = Part(
            name, isText: true, place, read: { $0.map(SharedCell.text) },
            write: { $0.text.map(Optional.some) })
        return SharedMember(part, column: column) { place(&$0) { $0 = $0?.kept } }
    }

    /// A text that every value has.
    package static func text(
        _ name: String, column: String, always place: @escaping Place<String>
    ) -> SharedMember {
        let part = Part(name, isText: true, place, read: SharedCell.text, write: { $0.text })
        return SharedMember(part, column: column) { place(&$0) { $0 = $0.kept } }
    }

    package static func number(
        _ name: String, column: String? = nil, _ place: @escaping Place<Int64?>
    ) -> SharedMember {
        let part = Part(
            name, place, read: { $0.map(SharedCell.integer) },
            write: { $0.integer.map(Optional.some) })
        return SharedMember(part, column: column)
    }

    package static func flag(
        _ name: String, column: String, _ place: @escaping Place<Bool?>
    ) -> SharedMember {
        let part = Part(
            name, merge: .greatest, place, read: { $0.map { .integer($0 ? 1 : 0) } },
            write: { $0.integer.map { .some($0 != 0) } })
        return SharedMember(part, column: column)
    }

    package static func bits(
        _ name: String, column: String, _ place: @escaping Place<UInt8>
    ) -> SharedMember {
        let part = Part(
            name, merge: .union, place, read: { .integer(Int64($0)) },
            write: { $0.integer.map(UInt8.init(truncatingIfNeeded:)) })
        return SharedMember(part, column: column)
    }

    /// A word by its rank: the least of two wins.
    package static func rank<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, _ place: @escaping Place<Word?>
    ) -> SharedMember {
        SharedMember(
            Part(
                name, place, read: { $0.map { .integer(Int64($0.rawValue)) } },
                write: { Word(rank: $0).map(Optional.some) }))
    }

    /// The same with a word for unknown.
    package static func rank<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, unknown: Word, _ place: @escaping Place<Word>
    ) -> SharedMember {
        SharedMember(part(name, unknown, place))
    }

    /// The same for each platform, in the order of their numbers: one byte of the table's column
    /// for each.
    package static func ranks<Word: RawRepresentable<UInt8> & Hashable & Sendable>(
        _ name: String, column: String, unknown: Word,
        _ place: @escaping Place<PerPlatform<Word>>
    ) -> SharedMember {
        let parts = Platform.allCases.map { platform in
            part("\(platform.name)_\(name)", unknown) { value, body in
                place(&value) { body(&$0[platform]) }
            }
        }
        return SharedMember(bytes: parts, column: column)
    }

    private static func part<Word: RawRepresentable<UInt8> & Sendable>(
        _ name: String, _ unknown: Word, _ place: @escaping Place<Word>
    ) -> Part {
        let unknown = Int64(unknown.rawValue)
        return Part(
            name, unknown: unknown, place,
            read: { Int64($0.rawValue) == unknown ? nil : .integer(Int64($0.rawValue)) },
            write: Word.init(rank:))
    }

    // MARK: In the table

    /// Sets the members from the cell in the table's column.
    package func set(_ cell: SharedCell?, in value: inout Value) {
        guard parts.count > 1 else { return parts[0].cell(&value) { $0 = cell ?? $0 } }
        for (place, part) in parts.enumerated() {
            let byte = (cell?.integer ?? 0) >> (8 * Int64(place)) & 0xff
            part.cell(&value) { $0 = .integer(byte) }
        }
    }
}

extension RawRepresentable<UInt8> {
    fileprivate init?(rank: SharedCell) {
        guard let rank = rank.integer.flatMap(UInt8.init(exactly:)) else { return nil }
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
    /// The merged value. Merging is commutative, associative and idempotent.
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

    /// The value with its texts in stored form.
    var kept: Self {
        var kept = self
        let members = Self.members
        // Avoids a copy of each member.
        for place in members.indices { members[place].store?(&kept) }
        return kept
    }
}
