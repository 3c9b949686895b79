/// Bytes that are added at the end, in memory that stays where it is between two additions.
final class GrowingBytes {
    private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    private var capacity = 4096
    private(set) var count = 0

    deinit { start.deallocate() }

    func removeAll() { count = 0 }

    /// What is added begins at the place it gives; `padding` zeros follow it, until more is added.
    @discardableResult
    func append(_ bytes: UnsafeBufferPointer<UInt8>, padding: Int = FieldReader.padding) -> Int {
        let begin = count
        reserve(count + bytes.count + padding)
        if let source = bytes.baseAddress {
            (start + begin).update(from: source, count: bytes.count)
        }
        (start + begin + bytes.count).update(repeating: 0, count: padding)
        count += bytes.count
        return begin
    }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    subscript(index: Int) -> UInt8 { start[index] }

    private func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(wanted, capacity * 2))
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
        capacity = max(wanted, capacity * 2)
    }
}
