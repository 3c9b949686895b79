internal import NDJSON

/// The Firebase projects in FCM's answers, numbered from 1. A log has few, so that the beginnings
/// of known names are compared first, that of the last name before all others.
struct ProjectNames {
    /// Longer ones are none: an ID has at most 30 characters, and may have a domain before it.
    private static let longest = 100
    /// So many beginnings are compared.
    private static let mostCompared = 8

    private var names: [[UInt8]] = []
    /// `projects/<project>/messages/` of each.
    private var beginnings: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    private var last: UInt32 = 0

    /// The number of the project in a message name; 0 if there is none.
    @inline(__always)
    mutating func number(in name: JSONValue) -> UInt32 {
        name.kind == .string && isOfProject(last, name.bytes) ? last : numberOfOther(name)
    }

    @inline(__always)
    private func isOfProject(_ number: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard number != 0, let start = name.baseAddress else { return false }
        return beginnings[Int(number - 1)].withUnsafeBufferPointer {
            name.count > $0.count && areEqual(start, $0.baseAddress.unsafelyUnwrapped, $0.count)
        }
    }

    @inline(never)
    private mutating func numberOfOther(_ name: JSONValue) -> UInt32 {
        switch name.kind {
        case .string: read(name.bytes)
        case .escapedString: name.withCharacters { read($0) }
        default: 0
        }
    }

    private mutating func read(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let compared = UInt32(min(names.count, ProjectNames.mostCompared))
        var number: UInt32 = 1
        while number <= compared {
            if isOfProject(number, name) {
                last = number
                return number
            }
            number += 1
        }
        return note(name)
    }

    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let project = MessageKey.project(in: name), project.count <= ProjectNames.longest
        else { return 0 }
        let text = Array(project)
        if let known = numbers[text] {
            last = known
        } else {
            names.append(text)
            beginnings.append(Array(name.dropLast(MessageKey.withoutName(name).count)))
            last = UInt32(names.count)
            numbers[text] = last
        }
        return last
    }

    /// The text of a project; nil for 0.
    subscript(number: UInt32) -> String? {
        number == 0 ? nil : String(decoding: names[Int(number - 1)], as: UTF8.self)
    }

    /// The project in a member of a log: an ID or a number.
    static func name(in value: JSONValue) -> String? {
        value.text.flatMap { $0.utf8.count <= longest ? $0 : nil }
    }
}
