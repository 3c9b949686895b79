/// Any JSON as plain values; a Boolean is never read as a number, nor a number as a Boolean.
struct JSONWord: Decodable {
    let value: Any

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let flag = try? single.decode(Bool.self) {
            value = flag
        } else if let number = try? single.decode(Double.self) {
            value = number
        } else if let text = try? single.decode(String.self) {
            value = text
        } else if let list = try? single.decode([JSONWord].self) {
            value = list.map(\.value)
        } else if let object = try? single.decode([String: JSONWord].self) {
            value = object.mapValues(\.value)
        } else {
            value = Null()
        }
    }

    struct Null: CustomStringConvertible { let description = "null" }

    /// The kind of a value, for messages.
    static func kind(of value: Any) -> String {
        switch value {
        case is Bool: "true or false"
        case is Double: "a number"
        case is String: "a text"
        case is [Any]: "a list"
        case is [String: Any]: "an object"
        default: "null"
        }
    }
}
