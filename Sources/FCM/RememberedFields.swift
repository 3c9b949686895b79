internal import NDJSON

/// The fields of a remembered value. No other fields can be read, so two records with equal
/// remembered fields have equal values.
struct RememberedFields {
    let decoder: RecordDecoder
    private let memo: FieldMemo

    /// - Parameter memo: the memo that remembers the value.
    init(_ decoder: RecordDecoder, _ memo: FieldMemo) {
        self.decoder = decoder
        self.memo = memo
    }

    subscript(field: Field) -> JSONValue {
        precondition(memo.compares(field.rawValue), "\(field) is read and not remembered")
        return decoder[field]
    }

    subscript(slot slot: Int) -> JSONValue {
        precondition(memo.compares(slot), "the slot \(slot) is read and not remembered")
        return decoder.fields[slot]
    }
}
