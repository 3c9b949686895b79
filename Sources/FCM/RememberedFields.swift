internal import NDJSON

/// The fields that a remembered value is made of. No others can be read, so that two records whose
/// remembered fields are the same have the same value.
struct RememberedFields {
    let decoder: RecordDecoder
    private let memo: FieldMemo

    /// - Parameter memo: what remembers the value.
    init(_ decoder: RecordDecoder, _ memo: FieldMemo) {
        self.decoder = decoder
        self.memo = memo
    }

    subscript(field: Field) -> JSONValue {
        precondition(memo.compares(field.rawValue), "\(field) is read and not remembered")
        return decoder[field]
    }
}
