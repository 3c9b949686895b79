internal import NDJSON

/// The Firebase projects in FCM's answers, numbered from 1. Most names in a log begin like the one
/// before, so this beginning is compared first.
struct ProjectNames {
    /// Longer ones are none: an ID has at most 30 characters, and may have a domain before it.
    private static let longest = 100

    private var names: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    /// `projects/<project>/messages/` of the last name that has a project; empty before.
    private var beginning: [UInt8] = []
    private var last: UInt32 = 0

    /// The number of the project in a message name; 0 if there is none.
    @inline(__always)
    mutating func number(in name: JSONValue) -> UInt32 {
        name.kind == .string && beginsLikeLast(name.bytes) ? last : numberOfOther(name)
    }

    @inline(__always)
    private func beginsLikeLast(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard last != 0, name.count > beginning.count, let start = name.baseAddress else {
            return false
        }
        return beginning.withUnsafeBufferPointer {
            areEqual(start, $0.baseAddress.unsafelyUnwrapped, $0.count)
        }
    }

    @inline(never)
    private mutating func numberOfOther(_ name: JSONValue) -> UInt32 {
        switch name.kind {
        case .string: read(name.bytes)
        case .escapedString: name.withCharacters { beginsLikeLast($0) ? last : read($0) }
        default: 0
        }
    }

    private mutating func read(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let project = MessageKey.project(in: name), project.count <= ProjectNames.longest
        else { return 0 }
        beginning = Array(name.dropLast(MessageKey.withoutName(name).count))
        last = number(of: Array(project))
        return last
    }

    private mutating func number(of project: [UInt8]) -> UInt32 {
        if let known = numbers[project] { return known }
        names.append(project)
        numbers[project] = UInt32(names.count)
        return UInt32(names.count)
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
