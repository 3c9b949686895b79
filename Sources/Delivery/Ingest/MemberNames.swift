internal import NDJSON

/// What a rejected line looks like: the sorted names of an object's members. Names that may be data
/// are masked, as in excerpts.
package struct MemberNames {
    private static let most = 12
    private let reader = FieldReader(PathTree())

    /// Empty where the text does not begin with an object.
    package func text(of object: UnsafeBufferPointer<UInt8>) -> String {
        guard let start = object.firstIndex(where: { $0 > 0x20 }),
            object[start] == UInt8(ascii: "{"), let value = reader.value(at: start, of: object)
        else { return "" }
        var names: Set<String> = []
        reader.forEachMember(of: value) { name, _ in names.insert(MemberNames.shown(name)) }
        let shown = names.sorted().prefix(MemberNames.most)
        return shown.joined(separator: ", ") + (names.count > shown.count ? ", …" : "")
    }

    private static func shown(_ name: JSONValue) -> String {
        let bytes = Array(name.bytes)[...]
        let isShown = ExcerptWords.key(bytes) != nil || ExcerptWords.isIdentifier(bytes)
        return isShown ? String(decoding: bytes, as: UTF8.self) : "…"
    }
}
