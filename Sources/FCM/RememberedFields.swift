internal import NDJSON

/// The fields that a remembered value is made of. No others can be read, so that two records whose
/// remembered fields are the same have the same value.
struct RememberedFields {
    private let fields: FieldReader
    private let memo: FieldMemo

    /// - Parameter memo: what remembers the value.
    init(_ fields: FieldReader, _ memo: FieldMemo) {
        self.fields = fields
        self.memo = memo
    }

    subscript(field: Field) -> JSONValue {
        precondition(memo.compares(field.rawValue), "\(field) is read and not remembered")
        return fields[field.rawValue]
    }
}
