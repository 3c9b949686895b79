/// Identifiers in the shapes that FCM gives them.
extension LineBuffer {
    /// The message's ID as its device sees it.
    mutating func append(idOf message: Message) {
        switch message.platform {
        case .android: append(androidID: message.acceptedAt, message.tail)
        case .ios, .unknown: append(number: message.acceptedAt)
        case .web: append(uuid: message.tail, UInt64(bitPattern: message.acceptedAt))
        }
    }

    /// `0:<16 digits>%<16 hexadecimal digits>`
    mutating func append(androidID acceptedAt: Int64, _ tail: UInt64) {
        append("0:")
        append(number: acceptedAt)
        append(byte: UInt8(ascii: "%"))
        append(hex: tail)
    }

    /// The last hexadecimal digits of a number, in lower case.
    mutating func append(hex value: UInt64, digits: Int = 16) {
        let target = room(digits)
        for place in 0..<digits {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * (digits - 1 - place))) & 15
            target[place] = digit + (digit < 10 ? 48 : 87)
        }
        advance(digits)
    }

    /// A version 4 UUID in lower case, made from two numbers.
    mutating func append(uuid first: UInt64, _ second: UInt64) {
        let high = mixed(first) & ~0xF000 | 0x4000
        let low = mixed(first ^ mixed(second)) & ~(3 << 62) | (2 << 62)
        append(hex: high >> 32, digits: 8)
        for (part, digits) in [(high >> 16, 4), (high, 4), (low >> 48, 4), (low, 12)] {
            append("-")
            append(hex: part, digits: digits)
        }
    }

    /// A Firebase installation ID: 22 characters.
    mutating func append(installation device: UInt64) {
        append(byte: UInt8(ascii: "c") + UInt8(device & 3))
        append(base64: 21, seed: device ^ 0xF1D)
    }

    /// A registration token: installation ID, `:APA91b` and 134 more characters.
    mutating func append(token device: UInt64) {
        append(installation: device)
        append(":APA91b")
        append(base64: 134, seed: device ^ 0x70C)
    }

    /// Characters of URL-safe base64 that look random, ten for each drawn number.
    private mutating func append(base64 length: Int, seed: UInt64) {
        let target = room(length)
        Self.alphabet.withUTF8Buffer { alphabet in
            var state = seed
            var bits: UInt64 = 0
            for place in 0..<length {
                if place % 10 == 0 {
                    state = mixed(state)
                    bits = state
                }
                target[place] = alphabet[Int(bits & 63)]
                bits >>= 6
            }
        }
        advance(length)
    }

    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
