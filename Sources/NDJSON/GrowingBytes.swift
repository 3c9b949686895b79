/// A growing buffer. Its memory moves only when bytes are appended.
final class GrowingBytes {
    private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    private var capacity = 4096
    private(set) var count = 0

    deinit { start.deallocate() }

    func removeAll() { count = 0 }

    /// Appends bytes and keeps `FieldReader.padding` zeros after them, so the content can be read
    /// as a line.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(count + bytes.count + FieldReader.padding)
        if let source = bytes.baseAddress {
            (start + count).update(from: source, count: bytes.count)
        }
        count += bytes.count
        (start + count).update(repeating: 0, count: FieldReader.padding)
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
