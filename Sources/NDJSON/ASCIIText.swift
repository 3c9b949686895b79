internal import CScan

/// Comparisons of a line's bytes with ASCII words. Swift's generic comparisons with a string's
/// UTF-8 are not specialised here and cost ten times as much.
extension UnsafeBufferPointer<UInt8> {
    @inlinable @inline(__always)
    public func hasASCIIPrefix(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard count >= length, let start = baseAddress else { return length == 0 }
        return areEqual(start, prefix.utf8Start, length)
    }

    @inline(__always)
    package func hasASCIISuffix(_ suffix: StaticString) -> Bool {
        let length = suffix.utf8CodeUnitCount
        guard count >= length, let start = baseAddress else { return length == 0 }
        return areEqual(start + (count - length), suffix.utf8Start, length)
    }

    @inlinable @inline(__always)
    public func equalsASCII(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasASCIIPrefix(text)
    }

    /// Whether the text contains these bytes.
    package func contains(part: [UInt8]) -> Bool {
        guard let start = baseAddress else { return false }
        return scan_find(start, count, part, part.count) != nil
    }

    /// The place of the first occurrence of these bytes.
    func place(ofPart part: [UInt8]) -> Int? {
        guard let start = baseAddress else { return nil }
        return scan_find(start, count, part, part.count).map { $0 - start }
    }

    /// The text after the first occurrence of these bytes.
    package func rest(behind part: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
        guard let start = baseAddress, let found = scan_find(start, count, part, part.count)
        else { return nil }
        return UnsafeBufferPointer(rebasing: self[(found - start + part.count)...])
    }

    /// Without U+FEFF at the start, which editors on Windows write at the start of a file.
    var withoutByteOrderMark: UnsafeBufferPointer<UInt8> {
        starts(with: [0xef, 0xbb, 0xbf]) ? UnsafeBufferPointer(rebasing: dropFirst(3)) : self
    }

    /// The first index of a byte, from `from` on.
    @inline(__always)
    package func firstIndex(of byte: UInt8, from: Int) -> Int? {
        var index = from
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}

/// Whether two runs of bytes are equal: eight bytes at a time, the last eight overlapping.
@inlinable @inline(__always)
public func areEqual(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
    let a = UnsafeRawPointer(a)
    let b = UnsafeRawPointer(b)
    if count >= 8 {
        var offset = 0
        while offset < count {
            let at = min(offset, count - 8)
            if a.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                != b.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            {
                return false
            }
            offset += 8
        }
        return true
    }
    for index in 0..<count
    where a.load(fromByteOffset: index, as: UInt8.self)
        != b.load(fromByteOffset: index, as: UInt8.self)
    {
        return false
    }
    return true
}

/// Whether two runs of four bytes are equal.
@inline(__always)
func areEqual4(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>) -> Bool {
    UnsafeRawPointer(a).loadUnaligned(as: UInt32.self)
        == UnsafeRawPointer(b).loadUnaligned(as: UInt32.self)
}
