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

    mutating func append(hex value: UInt64) {
        let target = room(16)
        for place in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
            target[place] = digit + (digit < 10 ? 48 : 87)
        }
        advance(16)
    }

    /// A version 4 UUID in lower case, made from two numbers.
    mutating func append(uuid first: UInt64, _ second: UInt64) {
        let high = mixed(first) & ~0xF000 | 0x4000
        let low = mixed(first ^ mixed(second)) & ~(3 << 62) | (2 << 62)
        let start = count
        append(hex: high)
        append("-")
        append(hex: low)
        append("---")
        // 16 + 1 + 16 + 3 bytes now stand where 8-4-4-4-12 belong: move from the back.
        let text = room(0) - (count - start)
        (text + 24).update(from: text + 21, count: 12)
        text[23] = UInt8(ascii: "-")
        (text + 19).update(from: text + 17, count: 4)
        text[18] = UInt8(ascii: "-")
        (text + 14).update(from: text + 12, count: 4)
        text[13] = UInt8(ascii: "-")
        (text + 9).update(from: text + 8, count: 4)
        text[8] = UInt8(ascii: "-")
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
