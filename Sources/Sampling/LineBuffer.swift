import Glibc

/// A growing buffer for lines. Appending copies bytes and makes no `String`.
struct LineBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    private(set) var lines = 0
    var clock = ClockText()

    init(capacity: Int = 1 << 18) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    mutating func removeAll() {
        count = 0
    }

    /// Ends a line.
    mutating func endLine() {
        append(byte: UInt8(ascii: "\n"))
        lines += 1
    }

    /// Room for `extra` more bytes. Bytes written there count after `advance`.
    @inline(__always)
    mutating func room(_ extra: Int) -> UnsafeMutablePointer<UInt8> {
        if count + extra > capacity { grow(extra) }
        return base + count
    }

    @inline(__always)
    mutating func advance(_ written: Int) {
        count += written
    }

    private mutating func grow(_ extra: Int) {
        capacity = max(capacity * 2, count + extra)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }
}

extension LineBuffer {
    @inline(__always)
    mutating func append(byte: UInt8) {
        room(1).pointee = byte
        advance(1)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        memcpy(room(length), text.utf8Start, length)
        advance(length)
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        memcpy(room(bytes.count), start, bytes.count)
        advance(bytes.count)
    }

    /// A number that is not negative, in decimal.
    mutating func append(number: some BinaryInteger) {
        var rest = UInt64(number)
        var digits = 1
        var limit: UInt64 = 10
        while digits < 19 && rest >= limit {
            digits += 1
            limit &*= 10
        }
        if digits == 19 && rest >= 10_000_000_000_000_000_000 { digits = 20 }
        let target = room(digits)
        for place in stride(from: digits - 1, through: 0, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            target[place] = 48 + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        advance(digits)
    }

    /// A number with leading zeros.
    @inline(__always)
    mutating func append(number: Int, digits: Int) {
        let target = room(digits)
        var rest = number
        for place in stride(from: digits - 1, through: 0, by: -1) {
            target[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        advance(digits)
    }
}
