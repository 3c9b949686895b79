/// Divides a valid line into literals and values.
struct ShapeLearner {
    typealias Position = FieldReader.Position

    private let reader: FieldReader
    private let start: Position
    private let end: Position
    private(set) var literals: [(text: UnsafeBufferPointer<UInt8>, follower: ShapeTree.Follower)] =
        []
    private(set) var members: [ShapeTree.Member] = []
    /// The start of the line, then start and end of each value.
    private var bounds: [Position]
    private var depth = 0
    /// The last key at the top of the line.
    private var key: (start: Position, end: Position, isDescribed: Bool, hasChild: Bool)
    private var openValue: Position?

    init(_ reader: FieldReader, _ start: Position, _ end: Position) {
        self.reader = reader
        self.start = start
        self.end = end
        bounds = [start]
        bounds.reserveCapacity(64)
        literals.reserveCapacity(32)
        key = (start, start, false, false)
    }

    /// False if the line is too long or has too many values.
    mutating func readLine() -> Bool {
        var p = start
        while p < end, bounds.count / 2 < ShapeTree.mostValues {
            switch p[0] {
            case UInt8(ascii: "\""):
                guard let next = readString(p) else { return false }
                p = next
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 1 { openValue = p }
                depth += 1
                p += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                p += 1
                if depth == 1 { closeMember(p) }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let next = reader.number(p, end) else { return false }
                add(p, next, .number)
                p = next
            default: p += 1
            }
        }
        guard p == end else { return false }
        add(end, end, .end)
        return literals.reduce(0) { $0 + $1.text.count } <= ShapeTree.mostText
    }

    /// Reads a key or the value of a string, and gives the place after its quote.
    private mutating func readString(_ quote: Position) -> Position? {
        var escaped = false
        guard let next = reader.string(quote + 1, end, &escaped) else { return nil }
        if FieldReader.skipSpace(next, end)[0] == UInt8(ascii: ":") {
            if depth == 1 { readKey(quote + 1, next - 1, escaped: escaped) }
        } else if next - quote > 2 {
            let isPlain = reader.strings.contains(quote + 1)
            add(quote + 1, next - 1, isPlain ? .plainString : .string)
            if depth == 1, !key.isDescribed || isPlain { addMember(quote + 1, next - 1, .string) }
            if depth > 1, isPlain { addMember(quote + 1, next - 1, .string) }
        }
        return next
    }

    private mutating func readKey(_ p: Position, _ afterKey: Position, escaped: Bool) {
        let entry = reader.entry(ofKey: p, afterKey, escaped: escaped)
        key = (p, afterKey, entry != nil, (entry?.pointee.child ?? -1) >= 0)
    }

    private mutating func closeMember(_ end: Position) {
        guard let start = openValue, !key.isDescribed || key.hasChild else { return }
        addMember(start, end, start[0] == UInt8(ascii: "{") ? .object : .array)
    }

    private mutating func addMember(_ start: Position, _ end: Position, _ kind: JSONValue.Kind) {
        let value = JSONValue(start: start, count: end - start, kind: kind)
        guard let place = field(0, value) else { return }
        let isDescribed = key.isDescribed
        let (nameStart, offset) = isDescribed ? (0, 0) : bound(before: key.start)
        members.append(
            ShapeTree.Member(
                nameStart: nameStart, nameOffset: offset,
                nameCount: Int32(key.end - key.start), value: place, isDescribed: isDescribed))
    }

    private mutating func add(_ start: Position, _ end: Position, _ follower: ShapeTree.Follower) {
        let last = bounds[bounds.count - 1]
        literals.append((UnsafeBufferPointer(start: last, count: start - last), follower))
        bounds.append(start)
        bounds.append(end)
    }

    /// The place of a value; nil if it is not in the line.
    func field(_ slot: Int, _ value: JSONValue) -> ShapeTree.Field? {
        let last = value.start + value.count
        guard value.start >= start, last <= end else { return nil }
        let index = lastBound { $0 <= value.start }
        if index % 2 == 1, bounds[index] == value.start {
            guard index + 1 < bounds.count, bounds[index + 1] == last else { return nil }
            return ShapeTree.Field(
                slot: UInt16(slot), start: UInt16(index), end: UInt16(index + 1),
                string: value.isString ? UInt8(index / 2 + 1) : 0,
                kind: value.isString ? .string : value.kind)
        }
        // The text of a string that was an object is not in the line.
        guard !value.isString, value.kind != .number else { return nil }
        let (first, firstOffset) = bound(before: value.start)
        let (second, secondOffset) = bound(before: last)
        return ShapeTree.Field(
            slot: UInt16(slot), start: first, end: second, string: 0, kind: value.kind,
            startOffset: firstOffset, endOffset: secondOffset)
    }

    /// The start of the literal that holds a place, and the distance from it.
    private func bound(before p: Position) -> (UInt16, Int32) {
        let index = lastBound { $0 <= p } & ~1
        return (UInt16(index), Int32(p - bounds[index]))
    }

    /// The last of the bounds for which a condition holds; it holds for all before that.
    private func lastBound(_ holds: (Position) -> Bool) -> Int {
        var (low, high) = (0, bounds.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if holds(bounds[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}
