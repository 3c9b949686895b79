/// Any JSON as plain values: true is no number here, and 1 no flag.
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
            value = "null"
        }
    }
}
