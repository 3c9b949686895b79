internal import NDJSON

/// The Firebase projects in FCM's answers, numbered from 1. A log has few, so that the last one is
/// compared first.
struct ProjectNames {
    /// Longer ones are none: an ID has at most 30 characters, and may have a domain before it.
    private static let longest = 100

    private var names: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    private var last: UInt32 = 0

    /// The number of the project in a message name; 0 if there is none.
    mutating func number(in name: JSONValue) -> UInt32 {
        switch name.kind {
        case .string, .escapedString:
            name.withCharacters { number(of: MessageKey.project(in: $0)) }
        default: 0
        }
    }

    private mutating func number(of project: UnsafeBufferPointer<UInt8>?) -> UInt32 {
        guard let project, project.count <= ProjectNames.longest else { return 0 }
        if last != 0, names[Int(last - 1)].elementsEqual(project) { return last }
        let key = Array(project)
        if let known = numbers[key] {
            last = known
        } else {
            names.append(key)
            last = UInt32(names.count)
            numbers[key] = last
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
