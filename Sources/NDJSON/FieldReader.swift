/// Walks one JSON object from left to right and keeps the values that a `PathTree` asks for.
///
/// Guarantees:
/// - The whole line is checked against RFC 8259 with strict numbers and UTF-8, also the parts that
///   no slot needs.
/// - Keys are matched after decoding their escapes. Null and empty text are absent.
/// - If the tree has several places for a slot, the first place in the tree's order with a value
///   counts, independent of the order in the line. Of a repeated key the last value counts.
/// - Only escaped keys and JSON objects inside strings are copied. An object that the tree
///   describes may also be a string that holds its JSON text, as senders log bodies.
///
/// The caller keeps `FieldReader.padding` readable bytes after each line.
///
/// Public like `JSONValue`: the compiler inlines no `package` declaration in another module.
public final class FieldReader {
    /// Bytes that must be readable after the end of a line.
    package static let padding = 64
    /// FCM payloads have a few levels; a deeper line is an attack or an accident.
    package static let maximumDepth = 256

    /// A copy of a text that can be read as a line. The caller deallocates it.
    package static func paddedCopy(
        of text: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + padding)
        if let start = text.baseAddress { copy.initialize(from: start, count: text.count) }
        (copy + text.count).initialize(repeating: 0, count: padding)
        return copy
    }

    @usableFromInline let slots: UnsafeMutablePointer<JSONValue>
    /// The place of each slot's value in the tree: see `put`.
    private let places: UnsafeMutablePointer<Place>
    private let slotCount: Int
    /// The slots with a value, in the order of the line. Plain memory like the slots: a stored
    /// array is checked for exclusive access at every append.
    let touched: UnsafeMutablePointer<Int>
    let touchedCount: UnsafeMutablePointer<Int>
    let nodes: UnsafeMutablePointer<FlatNode>
    private let nodeCount: Int
    @exclusivity(unchecked) private var failure:
        (problem: JSONError.Problem, at: UnsafePointer<UInt8>)?
    /// The top-level members that may hold objects.
    @exclusivity(unchecked) var nested = NestedMembers()
    /// Reads the first of them in the same walk, if it is an object. The owner keeps the reader
    /// alive.
    @exclusivity(unchecked) package unowned(unsafe) var memberReader: FieldReader?
    /// JSON text from inside strings, kept until the next line.
    @exclusivity(unchecked) private(set) var unwrapped: [UnsafeMutablePointer<UInt8>] = []
    /// The shapes of earlier lines; nil for a reader that learns none.
    let shapes: ShapeTree?
    let learned: (above: PathTree.Slot, notText: PathTree.Slot)?
    /// Strings of the last line that might have held an object.
    @exclusivity(unchecked) private(set) var strings: [Position] = []
    /// The number of the shape of the last line read; 0 if the reader has walked the line, or if
    /// slots have changed since.
    @exclusivity(unchecked) package internal(set) var shape = 0

    /// - Parameters:
    ///   - shapes: how to compare lines with the shapes of earlier ones; nil walks every line. Only
    ///     the cost differs.
    ///   - learned: which lines are worth a shape; nil for all: see `hasValue`.
    package init(
        _ tree: PathTree, shapes: ShapeInstructions? = nil,
        learned: (above: PathTree.Slot, notText: PathTree.Slot)? = nil
    ) {
        self.shapes = shapes.map(ShapeTree.init)
        self.learned = learned
        slotCount = max(tree.slotCount, 1)
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: JSONValue.absent, count: slotCount)
        places = .allocate(capacity: slotCount)
        places.initialize(repeating: .root, count: slotCount)
        touched = .allocate(capacity: slotCount)
        touchedCount = .allocate(capacity: 1)
        touchedCount.initialize(to: 0)
        let tables = tree.makeTables()
        nodeCount = tables.count
        nodes = .allocate(capacity: nodeCount)
        for (index, table) in tables.enumerated() {
            (nodes + index).initialize(to: FlatNode(table))
        }
    }

    deinit {
        releaseUnwrapped()
        for index in 0..<nodeCount { nodes[index].deallocate() }
        nodes.deallocate()
        slots.deallocate()
        places.deallocate()
        touched.deallocate()
        touchedCount.deallocate()
        shapes?.deallocate()
    }

    /// The value of a slot in the last line read. Inlined into decoders, which read about thirty
    /// slots a line: a tenth of decoding.
    @inlinable public subscript(slot: Int) -> JSONValue {
        @inline(__always) get { slots[slot] }
    }

    /// Calls `body` for each slot with a value in the last line read, in the order of the line.
    @inline(__always)
    func forEachSlot(_ body: (PathTree.Slot, JSONValue) -> Void) {
        for index in 0..<touchedCount.pointee { body(touched[index], slots[touched[index]]) }
    }

    /// Whether the last line read has a value for a slot above `least`. Text in slot `other` does
    /// not count.
    package func hasValue(above least: PathTree.Slot, notText other: PathTree.Slot) -> Bool {
        for index in 0..<touchedCount.pointee {
            let slot = touched[index]
            if slot > least, slot != other || !slots[slot].isString { return true }
        }
        return false
    }

    /// Reads one line, without its line end. Values of the previous line become invalid. Throws if
    /// the line is not one JSON object.
    package func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        guard let start = line.baseAddress else {
            reset()
            throw JSONError(.expectedObject, byte: 1)
        }
        let end = start + line.count
        guard !readByShape(start, end) else { return }
        guard let rest = document(start, end) else {
            let (problem, at) = failure ?? (.expectedValue, start)
            throw JSONError(problem, byte: at - start + 1)
        }
        guard rest == end else {
            throw JSONError(.expectedEndOfLine, byte: rest - start + 1)
        }
        learn(start, end)
    }

    /// Calls `body` for each element of an array value that was read before, in order. Elements may
    /// be of any kind.
    package static func forEachElement(
        of array: JSONValue, _ body: (JSONValue) -> Void
    ) {
        FieldReader(PathTree()).forEachElement(of: array, body)
    }

    /// The same without making a reader. `body` may use this reader to read an element.
    package func forEachElement(of array: JSONValue, _ body: (JSONValue) -> Void) {
        guard array.kind == .array else { return }
        let end = array.start + array.count
        var p = FieldReader.skipSpace(array.start + 1, end)
        while p < end, p[0] != UInt8(ascii: "]") {
            var element = JSONValue.absent
            guard let next = value(p, end, child: -1, depth: 1, into: &element) else { return }
            body(element)
            p = FieldReader.skipSpace(next, end)
            if p < end, p[0] == UInt8(ascii: ",") { p = FieldReader.skipSpace(p + 1, end) }
        }
    }

    /// The elements of an array value that was read before, in order; empty for other kinds.
    package func elements(of array: JSONValue) -> [JSONValue] {
        var elements: [JSONValue] = []
        forEachElement(of: array) { elements.append($0) }
        return elements
    }

    /// Calls `body` for each name and value of an object value that was read before.
    package static func forEachMember(
        of object: JSONValue, _ body: (_ name: JSONValue, _ value: JSONValue) -> Void
    ) {
        FieldReader(PathTree()).forEachMember(of: object, body)
    }

    /// Reads an object value that was read before by this or another reader. False if it is no
    /// object.
    package func read(object: JSONValue) -> Bool {
        guard object.kind == .object else { return false }
        let (start, end) = (object.start, object.start + object.count)
        guard !readByShape(start, end) else { return true }
        guard let rest = document(start, end) else { return false }
        if rest == end { learn(start, end) }
        return true
    }

    /// Reads the object whose `{` is at a place of a text, and returns the place after it; nil if
    /// the object is damaged. `padding` bytes after the text are readable.
    package func read(objectAt place: Int, of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = text.baseAddress else { return nil }
        return read(objectAt: start + place, start + text.count, depth: 0).map { $0 - start }
    }

    private func read(objectAt start: Position, _ end: Position, depth: Int) -> Position? {
        reset()
        let next = object(start + 1, end, node: 0, place: .root, depth: depth + 1)
        if next == nil { reset() }
        return next
    }

    func forgetFailure() { failure = nil }

    /// Marks a slot as filled with a value that has no place in the line.
    func touch(_ slot: Int) {
        shape = 0
        touched[touchedCount.pointee] = slot
        touchedCount.pointee &+= 1
        places[slot] = .root
    }

    /// Drops all values.
    package func reset() {
        for index in 0..<touchedCount.pointee { slots[touched[index]] = JSONValue.absent }
        touchedCount.pointee = 0
        shape = 0
        nested.removeAll()
        failure = nil
        if !unwrapped.isEmpty { releaseUnwrapped() }
        if !strings.isEmpty { strings.removeAll(keepingCapacity: true) }
    }

    private func releaseUnwrapped() {
        for text in unwrapped { text.deallocate() }
        unwrapped.removeAll(keepingCapacity: true)
    }
}

extension JSONValue {
    /// Whether the value may contain objects: in text they need escaped quotes.
    @inline(__always)
    fileprivate var mayHoldObjects: Bool {
        kind == .object || kind == .array || kind == .escapedString
    }
}

// MARK: - The walk. Each function takes a position and gives the one behind what it read, or
// nil after noting the failure. Positions are passed by value: kept in `self` they would cost
// a sixth more instructions.

extension FieldReader {
    typealias Position = UnsafePointer<UInt8>

    func fail(_ problem: JSONError.Problem, _ p: Position) -> Position? {
        if failure == nil { failure = (problem, p) }
        return nil
    }

    private func document(_ start: Position, _ end: Position) -> Position? {
        let p = FieldReader.skipSpace(start, end)
        guard p < end, p[0] == UInt8(ascii: "{") else {
            // Valid JSON of another kind has another error than text that is no JSON.
            var other = JSONValue.absent
            guard let rest = value(p, end, child: -1, depth: 0, into: &other) else { return nil }
            let next = FieldReader.skipSpace(rest, end)
            return next == end ? fail(.expectedObject, p) : fail(.expectedEndOfLine, next)
        }
        guard let rest = object(p + 1, end, node: 0, place: .root, depth: 1) else { return nil }
        return FieldReader.skipSpace(rest, end)
    }

    /// Usually there is no space, and one comparison is enough.
    @inline(__always)
    static func skipSpace(_ start: Position, _ end: Position) -> Position {
        start[0] > 0x20 ? start : skipSpaces(start, end)
    }

    @inline(never)
    private static func skipSpaces(_ start: Position, _ end: Position) -> Position {
        var p = start
        while p < end, p[0] == 0x20 || p[0] == 0x09 || p[0] == 0x0d || p[0] == 0x0a { p += 1 }
        return p
    }

    /// Reads the colon after a key, and the space around it.
    @inline(__always)
    func colon(_ afterKey: Position, _ end: Position) -> Position? {
        let p = FieldReader.skipSpace(afterKey, end)
        guard p < end, p[0] == UInt8(ascii: ":") else { return fail(.expectedColon, p) }
        return FieldReader.skipSpace(p + 1, end)
    }

    private func object(
        _ start: Position, _ end: Position, node: Int, place: Place, depth: Int
    ) -> Position? {
        if node < 0 { return skipObject(start, end, depth: depth) }
        guard depth <= FieldReader.maximumDepth else { return fail(.nestedTooDeep, start) }
        var p = FieldReader.skipSpace(start, end)
        if p < end, p[0] == UInt8(ascii: "}") { return p + 1 }
        var seen: UInt64 = 0
        let inside = place.opened
        while true {
            guard p < end, p[0] == UInt8(ascii: "\"") else { return fail(.expectedKey, p) }
            let key = p + 1
            var escaped = false
            guard let afterKey = string(key, end, &escaped) else { return nil }
            let entry = nodes[node].find(key, afterKey - 1 - key, escaped: escaped)
            guard let value = colon(afterKey, end),
                let afterValue = entry.map({ member(value, end, $0, inside, &seen, depth: depth) })
                    ?? (depth == 1
                        ? otherMember(value, end, of: key, afterKey)
                        : skip(value, end, depth: depth))
            else { return nil }
            p = FieldReader.skipSpace(afterValue, end)
            guard p < end else { return fail(.expectedCommaOrEnd, p) }
            if p[0] == UInt8(ascii: "}") { return p + 1 }
            guard p[0] == UInt8(ascii: ",") else { return fail(.expectedCommaOrEnd, p) }
            p = FieldReader.skipSpace(p + 1, end)
        }
    }

    /// Reads the value of a key that the tree describes.
    @inline(__always)
    private func member(
        _ p: Position, _ end: Position, _ entry: UnsafeMutablePointer<FlatNode.Entry>,
        _ object: Place, _ seen: inout UInt64, depth: Int
    ) -> Position? {
        let place = object.appending(entry.pointee.place)
        if entry.pointee.childBit != 0 {
            if seen & entry.pointee.childBit != 0 { forget(place) }
            seen |= entry.pointee.childBit
        }
        let child = Int(entry.pointee.child)
        let slot = Int(entry.pointee.slot)
        if p < end, p[0] == UInt8(ascii: "\""), child < 0 {
            var escaped = false
            guard let next = string(p + 1, end, &escaped) else { return nil }
            put(p + 1, next - p - 2, escaped ? .escapedString : .string, slot, place)
            return next
        }
        var found = JSONValue.absent
        guard let next = value(p, end, child: child, place: place, depth: depth, into: &found)
        else { return nil }
        if child >= 0, found.mayHoldObjects { nested.addDescribed() }
        if slot >= 0 { put(found.start, found.count, found.kind, slot, place) }
        return next
    }

    /// Reads the value of a top-level key that the tree does not describe.
    @inline(never)
    private func otherMember(
        _ p: Position, _ end: Position, of key: Position, _ afterKey: Position
    ) -> Position? {
        if p < end, p[0] == UInt8(ascii: "\"") {
            var escaped = false
            guard let next = string(p + 1, end, &escaped) else { return nil }
            if escaped { note(.escapedString, p + 1, next - 1, of: key, afterKey) }
            return next
        }
        if p < end, p[0] == UInt8(ascii: "{"), nested.isEmpty, let memberReader,
            let next = memberReader.read(objectAt: p, end, depth: 1)
        {
            note(.object, p, next, of: key, afterKey)
            nested.isFirstRead = true
            return next
        }
        guard let next = skip(p, end, depth: 1) else { return nil }
        if p[0] == UInt8(ascii: "{") { note(.object, p, next, of: key, afterKey) }
        if p[0] == UInt8(ascii: "[") { note(.array, p, next, of: key, afterKey) }
        return next
    }

    private func note(
        _ kind: JSONValue.Kind, _ start: Position, _ end: Position, of key: Position,
        _ afterKey: Position
    ) {
        let name = JSONValue(start: key, count: afterKey - 1 - key, kind: .string)
        let value = JSONValue(start: start, count: end - start, kind: kind)
        nested.add(NestedMembers.Member(name: name, value: value))
    }

    /// The number of members of the last object read that may hold objects; 0 if there are too
    /// many, or if the tree describes one of them.
    package var nestedCount: Int {
        for index in 0..<touchedCount.pointee where slots[touched[index]].mayHoldObjects {
            return 0
        }
        return nested.count
    }

    /// One of these members, and whether it is the last object that `memberReader` read.
    package func nestedMember(_ index: Int) -> (member: NestedMembers.Member, isRead: Bool) {
        (nested[index], index == 0 && nested.isFirstRead)
    }

    /// Puts a value into its slot from registers. Through memory, where the parts are stored one by
    /// one and loaded together, the load waits for the stores: a tenth of the walk.
    ///
    /// Null and empty text are no values. Of two places the first in the tree's order counts; of
    /// one place that occurs twice in the line, the later value.
    @inline(__always)
    private func put(
        _ start: Position, _ count: Int, _ kind: JSONValue.Kind, _ slot: Int, _ place: Place
    ) {
        let value = slots + slot
        if kind == .null || count == 0 {
            if value.pointee.kind != .absent, places[slot] == place { forget(place) }
            return
        }
        if value.pointee.kind == .absent {
            touched[touchedCount.pointee] = slot
            touchedCount.pointee &+= 1
        } else if places[slot] < place {
            return
        }
        places[slot] = place
        value.pointee.start = start
        value.pointee.count = count
        value.pointee.kind = kind
    }

    /// Drops the value of a place and all values inside it, because its key occurs again.
    private func forget(_ place: Place) { forget { places[$0].isInside(place) } }

    func forget(_ isForgotten: (_ slot: Int) -> Bool) {
        shape = 0
        var kept = 0
        for index in 0..<touchedCount.pointee {
            let slot = touched[index]
            if isForgotten(slot) {
                slots[slot] = JSONValue.absent
            } else {
                touched[kept] = slot
                kept += 1
            }
        }
        touchedCount.pointee = kept
    }

    /// Reads any value and stores it in `found`.
    @inline(__always)
    func value(
        _ p: Position, _ end: Position, child: Int, place: Place = .root, depth: Int,
        into found: inout JSONValue
    ) -> Position? {
        guard p < end else { return fail(.expectedValue, p) }
        switch p[0] {
        case UInt8(ascii: "\""):
            var escaped = false
            guard let next = string(p + 1, end, &escaped) else { return nil }
            found = JSONValue(
                start: p + 1, count: next - p - 2, kind: escaped ? .escapedString : .string)
            if child >= 0 { unwrap(&found, child: child, place: place, depth: depth) }
            return next
        case UInt8(ascii: "{"):
            guard let next = object(p + 1, end, node: child, place: place, depth: depth + 1)
            else { return nil }
            found = JSONValue(start: p, count: next - p, kind: .object)
            return next
        case UInt8(ascii: "["):
            guard let next = skipArray(p + 1, end, depth: depth + 1) else { return nil }
            found = JSONValue(start: p, count: next - p, kind: .array)
            return next
        case UInt8(ascii: "t"): return literal(.true, p, end, &found)
        case UInt8(ascii: "f"): return literal(.false, p, end, &found)
        case UInt8(ascii: "n"): return literal(.null, p, end, &found)
        default:
            guard let next = number(p, end) else { return nil }
            found = JSONValue(start: p, count: next - p, kind: .number)
            return next
        }
    }

    /// Whether a string that begins here may hold an object.
    @inline(__always)
    static func mayBeginObject(_ p: Position) -> Bool {
        p[0] <= 0x20 || p[0] == UInt8(ascii: "{") || p[0] == UInt8(ascii: "\\")
    }

    /// Reads an object from a string that holds its JSON text. `found` stays a string if the text
    /// is anything else.
    private func unwrap(_ found: inout JSONValue, child: Int, place: Place, depth: Int) {
        if shapes != nil { strings.append(found.start) }
        guard found.count >= 2, FieldReader.mayBeginObject(found.start) else { return }
        let copy = UnsafeMutablePointer<UInt8>.allocate(
            capacity: found.count + FieldReader.padding)
        unwrapped.append(copy)
        let copied = JSONEscapes.decode(found.bytes, into: copy)
        copied.initialize(repeating: 0, count: FieldReader.padding)
        let end = UnsafePointer(copied)
        guard
            UnsafeBufferPointer(start: copy, count: copied - copy).first(where: { $0 > 0x20 })
                == UInt8(ascii: "{")
        else { return }
        let start = FieldReader.skipSpace(copy, end)
        // Two walks: text that breaks off must leave no values.
        if let rest = object(start + 1, end, node: -1, place: place, depth: depth + 1),
            FieldReader.skipSpace(rest, end) == end,
            object(start + 1, end, node: child, place: place, depth: depth + 1) != nil
        {
            found = JSONValue(start: start, count: rest - start, kind: .object)
        } else {
            failure = nil
        }
    }
}
