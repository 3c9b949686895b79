/// A member of a JSON object.
typealias JSONMember = (name: String, value: JSONTree)

/// A JSON value to be written; members stay in the order they are given in.
indirect enum JSONTree {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Rounded to six decimals; null where it is no number.
    case real(Double)
    case text(String)
    case list([JSONTree])
    case object([JSONMember])

    static func optional<Value>(_ value: Value?, _ tree: (Value) -> JSONTree) -> JSONTree {
        value.map(tree) ?? .null
    }

    /// What holds neither lists nor objects stands on one line, all else on several. Ends with a
    /// line end.
    var document: String { written(indent: "") + "\n" }

    private func written(indent: String) -> String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .real(let number): JSONTree.real(number)
        case .text(let text): JSONFormat.quoted(text)
        case .list(let values):
            JSONTree.enclosed(
                "[", values.map { (prefix: "", value: $0) }, "]", indent: indent)
        case .object(let members):
            JSONTree.enclosed(
                "{", members.map { (JSONFormat.quoted($0.name) + ": ", $0.value) }, "}",
                indent: indent)
        }
    }

    private var isContainer: Bool {
        switch self {
        case .list, .object: true
        default: false
        }
    }

    private static func enclosed(
        _ open: String, _ parts: [(prefix: String, value: JSONTree)], _ close: String,
        indent: String
    ) -> String {
        guard parts.contains(where: { $0.value.isContainer }) else {
            let line = parts.map { $0.prefix + $0.value.written(indent: "") }
            return open + line.joined(separator: ", ") + close
        }
        let inner = indent + "  "
        let lines = parts.map { inner + $0.prefix + $0.value.written(indent: inner) }
        return "\(open)\n" + lines.joined(separator: ",\n") + "\n\(indent)\(close)"
    }

    private static func real(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        guard number.magnitude < 1e9 else { return whole(number) ?? "\(number)" }
        let rounded = (number * 1_000_000).rounded() / 1_000_000
        return whole(rounded) ?? "\(rounded)"
    }

    private static func whole(_ number: Double) -> String? {
        Int64(exactly: number).flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
    }
}
