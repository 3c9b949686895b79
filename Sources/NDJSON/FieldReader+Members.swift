/// Walks values one level at a time, for the search for records.
extension FieldReader {
    /// Calls `body` for each name and value of an object value that was read before. Stops after
    /// the last member that begins before `limit`, if given. `body` may use this reader to walk a
    /// value.
    package func forEachMember(
        of object: JSONValue, before limit: UnsafePointer<UInt8>? = nil,
        _ body: (_ name: JSONValue, _ value: JSONValue) -> Void
    ) {
        guard object.kind == .object else { return }
        let end = object.start + object.count
        let limit = limit ?? end
        var p = FieldReader.skipSpace(object.start + 1, end)
        while p < limit, p[0] == UInt8(ascii: "\"") {
            var name = JSONValue.absent
            var value = JSONValue.absent
            guard let afterName = self.value(p, end, child: -1, depth: 1, into: &name) else {
                return
            }
            p = FieldReader.skipSpace(FieldReader.skipSpace(afterName, end) + 1, end)
            guard let next = self.value(p, end, child: -1, depth: 1, into: &value) else { return }
            body(name, value)
            p = FieldReader.skipSpace(next, end)
            if p < end, p[0] == UInt8(ascii: ",") { p = FieldReader.skipSpace(p + 1, end) }
        }
    }

    /// The JSON value that begins at a place of a text; nil if there is none. `padding` bytes after
    /// the text are readable.
    package func value(
        at place: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> JSONValue? {
        guard let start = text.baseAddress else { return nil }
        var found = JSONValue.absent
        let end = value(start + place, start + text.count, child: -1, depth: 0, into: &found)
        if end == nil { forgetFailure() }
        return end == nil ? nil : found
    }

    /// Removes the values of slots.
    package func empty(_ slots: ClosedRange<Int>) {
        forget { slots.contains($0) }
    }

    /// Puts a value into a slot that is empty after the last read.
    package func fill(_ slot: Int, with value: JSONValue) {
        guard slots[slot].kind == .absent, value.isGiven else { return }
        touch(slot)
        slots[slot] = value
    }

    /// Fills the slots that are empty after the last read with the values that another reader has
    /// for them, but for some slots.
    package func fillRest(from other: FieldReader, without excluded: [Int]) {
        other.forEachSlot { slot, value in
            if !excluded.contains(slot) { fill(slot, with: value) }
        }
    }
}
