package import NDJSON

/// The identity of a message: its FCM message ID, or a hash of the content for records without an
/// ID.
///
/// A 64-bit `k`, which grows with time if the ID holds one, and a `tail`. FCM's current shapes of
/// IDs fit both without loss, so equal keys mean equal IDs, and the text of the ID can be restored.
/// The sign of `k`, and its two low bits or the highest below the sign, are the shape:
///
/// | `k` | ID | `k` holds | `tail` |
/// |---|---|---|---|
/// | ≥ 0, ends in 0 | Android, `0:<16 digits>%<16 hex>` | digits, shifted | the hex |
/// | ≥ 0, ends in 1 | Apple, `<16 digits>` | digits, shifted | 0 |
/// | ≥ 0, ends in 2 | none: content identity | microseconds, shifted | hash of the content |
/// | < 0, bit 62 clear | web, a version 4 UUID in lower case | first 60 free bits | last 64 bits |
/// | < 0, bit 62 set | any other text, or one's own | 62 bits of a hash of the text | 64 more |
///
/// The hash of other texts is SipHash-2-4-128 with the database's own key, of which 126 bits are
/// kept. Two of a thousand million such IDs collide with a chance of 1 in 10²⁰, and without the key
/// no collision can be made on purpose. Their text is stored separately.
///
/// The 16 digits are the microseconds since 1970 at which FCM accepted the message. Google calls
/// IDs opaque, so only order and locality depend on that.
package struct MessageKey: Hashable, Sendable {
    package var k: Int64
    package var tail: Int64

    package func hash(into hasher: inout Hasher) {
        hasher.combine(k ^ tail &* 0x2545_f491_4f6c_dd1d)
    }

    package init(k: Int64, tail: Int64) {
        self.k = k
        self.tail = tail
    }

    /// The identity of a record without a message ID.
    package init(content hash: UInt64, at time: Timestamp) {
        k = time.microseconds << 2 | 2
        tail = Int64(bitPattern: hash)
    }

    /// The longest ID accepted. FCM's have less than 60 characters.
    package static let maximumLength = 256

    /// Reads a message ID or a full message name. Never percent-decodes: `%31bd…` is part of an
    /// Android ID. Nil if the text is empty, too long, or holds spaces or control characters.
    package init?(id full: UnsafeBufferPointer<UInt8>, hashKey: SipHash.Key) {
        let id = MessageKey.withoutName(full)
        if let known = MessageKey(android: id) ?? MessageKey(apple: id) ?? MessageKey(web: id) {
            self = known
        } else {
            self.init(text: id, hashKey: hashKey)
        }
    }

    /// The key of any text: a hash of it.
    init?(text id: UnsafeBufferPointer<UInt8>, hashKey: SipHash.Key) {
        guard !id.isEmpty, id.count <= MessageKey.maximumLength,
            id.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
        else { return nil }
        let hash = SipHash.hash128(id, key: hashKey)
        self.init(k: Int64(bitPattern: hash.0 | 0b11 << 62), tail: Int64(bitPattern: hash.1))
    }

    package init?(id: String, hashKey: SipHash.Key) {
        var id = id
        guard let key = id.withUTF8({ MessageKey(id: $0, hashKey: hashKey) }) else { return nil }
        self = key
    }

    /// The ID of a message ID or a full message name.
    package static func messageID(in name: String) -> String {
        var name = name
        return name.withUTF8 { String(decoding: withoutName($0), as: UTF8.self) }
    }

    /// The last part of `projects/<project>/messages/<ID>`; other texts unchanged.
    static func withoutName(
        _ full: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        guard full.hasASCIIPrefix("projects/"),
            let slash = full.firstIndex(of: UInt8(ascii: "/"), from: 9)
        else { return full }
        let rest = UnsafeBufferPointer(rebasing: full[slash...])
        guard rest.hasASCIIPrefix("/messages/") else { return full }
        return UnsafeBufferPointer(rebasing: rest[10...])
    }

    /// The project of `projects/<project>/messages/<ID>`; nil of other texts.
    static func project(
        in full: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let id = withoutName(full)
        let start = "projects/".utf8.count
        let length = full.count - id.count - start - "/messages/".utf8.count
        guard length > 0 else { return nil }
        return UnsafeBufferPointer(rebasing: full[start..<start + length])
    }

    /// Whether an ID or a full message name has the form that only sends to topics and conditions
    /// get: 17 to 19 digits, a random number. An Apple device's has 16.
    static func isOfGroup(_ full: UnsafeBufferPointer<UInt8>) -> Bool {
        let id = withoutName(full)
        return 17...19 ~= id.count && id.allSatisfy(Digits.isDecimal)
    }

    /// Whether a text without a known shape can be an ID: it has at least ten hexadecimal digits.
    /// Placeholders for removed IDs, such as `REDACTED`, would make one message of many.
    static func mayBeID(_ full: UnsafeBufferPointer<UInt8>) -> Bool {
        withoutName(full).count(where: Digits.isHexadecimal) >= 10
    }

    private init?(android id: UnsafeBufferPointer<UInt8>) {
        guard id.count == 35, id[0] == UInt8(ascii: "0"), id[1] == UInt8(ascii: ":"),
            id[18] == UInt8(ascii: "%"),
            let digits = Digits.decimal16(id, at: 2),
            let hex = Digits.hexadecimal16(id, at: 19)
        else { return nil }
        self.init(k: digits << 2, tail: Int64(bitPattern: hex))
    }

    /// Whether the text is `0:`, sixteen digits, `%` and hexadecimal digits, of any number and
    /// case: old IDs had fewer.
    static func resemblesAndroid(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        guard id.count > 19, id.hasASCIIPrefix("0:"), id[18] == UInt8(ascii: "%"),
            Digits.decimal16(id, at: 2) != nil
        else { return false }
        return id[19...].allSatisfy(Digits.isHexadecimal)
    }

    /// Whether the text is a UUID of any version, in any case.
    static func isUUID(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        guard id.count == 36 else { return false }
        return (0..<36).allSatisfy { place in
            [8, 13, 18, 23].contains(place)
                ? id[place] == UInt8(ascii: "-") : Digits.isHexadecimal(id[place])
        }
    }

    private init?(apple id: UnsafeBufferPointer<UInt8>) {
        guard id.count == 16, let digits = Digits.decimal16(id, at: 0) else { return nil }
        self.init(k: digits << 2 | 1, tail: 0)
    }

    private init?(web id: UnsafeBufferPointer<UInt8>) {
        guard id.count == 36, let (high, low) = Digits.uuid(id),
            high >> 12 & 0xf == 4, low >> 62 == 0b10
        else { return nil }
        // Drops the version's four bits and keeps the variant's two.
        let free = high >> 4 & ~0xfff | high & 0xfff
        self.init(k: Int64(bitPattern: 1 << 63 | free), tail: Int64(bitPattern: low))
    }
}

extension MessageKey {
    package enum Shape: Sendable {
        case android
        case apple
        case web
        case content
        case other
    }

    package var shape: Shape {
        if k < 0 { return k & 1 << 62 == 0 ? .web : .other }
        return switch k & 3 {
        case 0: .android
        case 1: .apple
        default: .content
        }
    }

    /// The platform of the ID's shape.
    package var platform: Platform? {
        switch shape {
        case .android: .android
        case .apple: .ios
        case .web: .web
        case .content, .other: nil
        }
    }

    /// The moment in the ID; nil if it holds none.
    package var time: Timestamp? {
        switch shape {
        case .android, .apple, .content: Timestamp(microseconds: k >> 2)
        case .web, .other: nil
        }
    }

    /// The message ID as FCM wrote it; nil for a content identity, and for an ID without a known
    /// shape, whose text is stored separately.
    package var messageID: String? {
        let digits = padded(k >> 2, 16)
        switch shape {
        case .android: return "0:\(digits)%\(hex(UInt64(bitPattern: tail), 16))"
        case .apple: return digits
        case .content, .other: return nil
        case .web:
            let high = UInt64(bitPattern: k) & (1 << 60 - 1)
            let low = UInt64(bitPattern: tail)
            return hex(high >> 28, 8) + "-" + hex(high >> 12 & 0xffff, 4) + "-4"
                + hex(high & 0xfff, 3) + "-" + hex(low >> 48, 4) + "-"
                + hex(low & (1 << 48 - 1), 12)
        }
    }

    private func hex(_ number: UInt64, _ width: Int) -> String { padded(number, width, radix: 16) }
}

extension MessageKey: Comparable {
    package static func < (a: MessageKey, b: MessageKey) -> Bool {
        a.k != b.k ? a.k < b.k : a.tail < b.tail
    }
}
