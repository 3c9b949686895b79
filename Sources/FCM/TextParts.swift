internal import NDJSON

/// Values that are parts of a text.
extension UnsafeBufferPointer<UInt8> {
    /// The start of a value in the text; nil if the value is no part of it, as in unescaped text.
    func place(of value: JSONValue) -> Int? { place(of: value.start) }

    func place(of position: UnsafePointer<UInt8>) -> Int? {
        guard let start = baseAddress, position >= start, position < start + count
        else { return nil }
        return position - start
    }

    /// The value at a place; absent if the text is empty.
    func value(in places: Range<Int>, _ kind: JSONValue.Kind = .string) -> JSONValue {
        guard let start = baseAddress else { return .absent }
        return JSONValue(start: start + places.lowerBound, count: places.count, kind: kind)
    }
}
