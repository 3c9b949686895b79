/// SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed 64-bit hash.
///
/// Without the key, a hash cannot be linked to a token. With it, equal inputs give equal hashes on
/// every machine and in every run, which Swift's `Hasher` does not promise. Append whole values:
/// lengths are part of the hash, so `("ab", "c")` and `("a", "bc")` differ.
package struct SipHash: Sendable {
    package struct Key: Hashable, Sendable {
        package var k0: UInt64
        package var k1: UInt64

        package init(_ k0: UInt64, _ k1: UInt64) {
            self.k0 = k0
            self.k1 = k1
        }
    }

    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    @inline(__always)
    package init(key: Key) {
        v0 = key.k0 ^ 0x736f_6d65_7073_6575
        v1 = key.k1 ^ 0x646f_7261_6e64_6f6d
        v2 = key.k0 ^ 0x6c79_6765_6e65_7261
        v3 = key.k1 ^ 0x7465_6462_7974_6573
    }

    /// The hash of one run of bytes, equal to the reference implementation.
    package static func hash(_ bytes: UnsafeBufferPointer<UInt8>, key: Key) -> UInt64 {
        var hash = SipHash(key: key)
        hash.append(bytes)
        return hash.finish()
    }

    /// SipHash-2-4-128 of one run of bytes, equal to the reference implementation: for keys that
    /// must not collide, even on purpose.
    package static func hash128(
        _ bytes: UnsafeBufferPointer<UInt8>, key: Key
    ) -> (UInt64, UInt64) {
        var hash = SipHash(key: key)
        hash.v1 ^= 0xee
        hash.append(bytes)
        hash.v2 ^= 0xee
        let first = hash.mixed()
        hash.v1 ^= 0xdd
        return (first, hash.mixed())
    }

    /// Appends a run of bytes, followed by its length.
    ///
    /// Works on a copy of the state, which stays in registers. Through `self` each round stored and
    /// loaded the state: half of the time to hash tokens.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var state = self
        state.compress(bytes)
        self = state
    }

    @inline(__always)
    private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>) {
        let words = bytes.count / 8
        if let base = UnsafeRawPointer(bytes.baseAddress) {
            for index in 0..<words {
                let word = base.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                compress(UInt64(littleEndian: word))
            }
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        var index = words * 8
        while index < bytes.count {
            last |= UInt64(bytes[index]) << (8 * UInt64(index & 7))
            index += 1
        }
        compress(last)
    }

    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    package mutating func append(_ number: Int64) {
        compress(UInt64(bitPattern: number))
    }

    @inline(__always)
    package mutating func append(_ number: UInt64) {
        compress(number)
    }

    /// The hash of a number and a run of bytes, computed in registers.
    @inline(__always)
    static func hash(
        _ number: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, key: Key
    ) -> UInt64 {
        var state = SipHash(key: key)
        state.compress(number)
        state.compress(bytes)
        return state.finish()
    }

    @inline(__always)
    package func finish() -> UInt64 {
        var state = self
        state.v2 ^= 0xff
        return state.mixed()
    }

    @inline(__always)
    private mutating func mixed() -> UInt64 {
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    @inline(__always)
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = rotate(v1, 13) ^ v0
        v0 = rotate(v0, 32)
        v2 &+= v3
        v3 = rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotate(v1, 17) ^ v2
        v2 = rotate(v2, 32)
    }

    @inline(__always)
    private func rotate(_ x: UInt64, _ bits: UInt64) -> UInt64 {
        x << bits | x >> (64 - bits)
    }
}
