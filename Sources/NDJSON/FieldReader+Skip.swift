/// Values that no slot needs: checked like all others, and not kept.
extension FieldReader {
    /// Reads any value.
    @inline(__always)
    func skip(_ p: Position, _ end: Position, depth: Int) -> Position? {
        guard p < end else { return fail(.expectedValue, p) }
        switch p[0] {
        case UInt8(ascii: "\""):
            var escaped = false
            return string(p + 1, end, &escaped)
        case UInt8(ascii: "{"): return skipObject(p + 1, end, depth: depth + 1)
        case UInt8(ascii: "["): return skipArray(p + 1, end, depth: depth + 1)
        default: return skipScalar(p, end)
        }
    }

    private func skipScalar(_ p: Position, _ end: Position) -> Position? {
        var found = JSONValue.absent
        switch p[0] {
        case UInt8(ascii: "t"): return literal(.true, p, end, &found)
        case UInt8(ascii: "f"): return literal(.false, p, end, &found)
        case UInt8(ascii: "n"): return literal(.null, p, end, &found)
        default: return number(p, end)
        }
    }

    func skipObject(_ start: Position, _ end: Position, depth: Int) -> Position? {
        guard depth <= FieldReader.maximumDepth else { return fail(.nestedTooDeep, start) }
        var p = FieldReader.skipSpace(start, end)
        if p < end, p[0] == UInt8(ascii: "}") { return p + 1 }
        while true {
            guard p < end, p[0] == UInt8(ascii: "\"") else { return fail(.expectedKey, p) }
            var escaped = false
            guard let afterKey = string(p + 1, end, &escaped), let value = colon(afterKey, end),
                let afterValue = skip(value, end, depth: depth)
            else { return nil }
            p = FieldReader.skipSpace(afterValue, end)
            guard p < end else { return fail(.expectedCommaOrEnd, p) }
            if p[0] == UInt8(ascii: "}") { return p + 1 }
            guard p[0] == UInt8(ascii: ",") else { return fail(.expectedCommaOrEnd, p) }
            p = FieldReader.skipSpace(p + 1, end)
        }
    }

    func skipArray(_ start: Position, _ end: Position, depth: Int) -> Position? {
        guard depth <= FieldReader.maximumDepth else { return fail(.nestedTooDeep, start) }
        var p = FieldReader.skipSpace(start, end)
        if p < end, p[0] == UInt8(ascii: "]") { return p + 1 }
        while true {
            guard let next = skip(p, end, depth: depth) else { return nil }
            p = FieldReader.skipSpace(next, end)
            guard p < end else { return fail(.expectedCommaOrEnd, p) }
            if p[0] == UInt8(ascii: "]") { return p + 1 }
            guard p[0] == UInt8(ascii: ",") else { return fail(.expectedCommaOrEnd, p) }
            p = FieldReader.skipSpace(p + 1, end)
        }
    }
}
