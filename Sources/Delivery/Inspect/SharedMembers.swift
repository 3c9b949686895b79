internal import NDJSON

/// Members with the same values in sends and in other lines: one of them may be an ID of one's own,
/// by which both are of one message (`--join`).
package struct SharedMembers: Sendable {
    private static let fewest = 2
    private static let mostNames = 100
    private static let mostValues = 10_000
    private static let longestValue = 100
    private static let deepest = 6

    /// Values by name.
    private var sends: [String: Set<String>] = [:]
    private var others: [String: Set<String>] = [:]

    package init() {}

    /// Those with most common values first.
    package var names: [String] {
        sends.map { name, values in (name, values.intersection(others[name] ?? []).count) }
            .filter { $0.1 >= SharedMembers.fewest }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
    }

    package mutating func merge(_ other: SharedMembers) {
        sends.merge(other.sends) { $0.union($1) }
        others.merge(other.others) { $0.union($1) }
    }

    /// The members of a line, if it is an object, and of the objects in it.
    mutating func add(
        _ line: UnsafeBufferPointer<UInt8>, isSend: Bool, _ walker: FieldReader
    ) {
        guard line.first == UInt8(ascii: "{"), let object = walker.value(at: 0, of: line) else {
            return
        }
        if isSend {
            SharedMembers.add(object, to: &sends, walker)
        } else {
            SharedMembers.add(object, to: &others, walker)
        }
    }

    private static func add(
        _ object: JSONValue, to values: inout [String: Set<String>], _ walker: FieldReader,
        level: Int = 1
    ) {
        walker.forEachMember(of: object) { name, value in
            if value.kind == .object {
                if level < deepest { add(value, to: &values, walker, level: level + 1) }
            } else if value.isString, value.count <= longestValue, let name = name.string,
                let text = value.text
            {
                guard values.count < mostNames || values[name] != nil,
                    values[name, default: []].count < mostValues
                else { return }
                values[name, default: []].insert(text)
            }
        }
    }
}
