internal import NDJSON

/// Values that are parts of a text.
extension UnsafeBufferPointer<UInt8> {
    /// Where a value begins that is a part; nil for others, such as those in unescaped text.
    func place(of value: JSONValue) -> Int? {
        guard let start = baseAddress, value.start >= start, value.start < start + count
        else { return nil }
        return value.start - start
    }

    /// The value at a place; absent in an empty text.
    func value(in places: Range<Int>, _ kind: JSONValue.Kind = .string) -> JSONValue {
        guard let start = baseAddress else { return .absent }
        return JSONValue(start: start + places.lowerBound, count: places.count, kind: kind)
    }
}
