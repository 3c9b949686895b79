internal import NDJSON

/// What a conversion is worth: an exact decimal with its currency.
package struct Amount: Hashable, Sendable {
    /// Millionths of the currency's unit, as no currency has smaller parts; nil in an empty value.
    package var millionths: Int64?
    /// Three capital letters, as of ISO 4217.
    package var currency: String?

    package init() {}

    package init(millionths: Int64, currency: String? = nil) {
        self.millionths = millionths
        self.currency = currency
    }

    /// Values stay below this many units, so that sums of millions of usual values have 64 bits.
    static let limit: Int64 = 1_000_000_000
}

extension Amount: SharedValue {
    package static let members: [SharedMember<Amount>] = [
        .number("conversion_millionths", column: "millionths") { $1(&$0.millionths) },
        .text("conversion_currency", column: "currency") { $1(&$0.currency) },
    ]
}

/// Which of two conversions of one moment counts. No value is the least.
extension Amount: Comparable {
    package static func < (a: Amount, b: Amount) -> Bool {
        (a.millionths ?? .min, a.currency ?? "") < (b.millionths ?? .min, b.currency ?? "")
    }
}

extension RecordDecoder {
    /// The number of a conversion's amount; 0 without a value. Throws `badValue`.
    func amount(_ value: JSONValue, _ currency: JSONValue) throws(RecordError) -> Int32 {
        guard value.isGiven else { return 0 }
        guard let millionths = RecordDecoder.millionths(value) else {
            throw RecordError(.badValue, at: value)
        }
        let code = currency.isGiven ? RecordDecoder.currencyCode(currency) : nil
        guard code != nil || !currency.isGiven else { throw RecordError(.badValue, at: currency) }
        return number(of: Amount(millionths: millionths, currency: code))
    }

    private func number(of amount: Amount) -> Int32 {
        memoKey.removeAll()
        memoKey.append(amount.millionths.map { String($0) })
        memoKey.append(amount.currency)
        return amounts.number(memoKey) { amount }
    }

    private static func currencyCode(_ value: JSONValue) -> String? {
        guard let text = value.text?.uppercased(), text.utf8.count == 3,
            text.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return text
    }

    private static func millionths(_ value: JSONValue) -> Int64? {
        switch value.kind {
        case .number, .string, .escapedString: value.text.flatMap { DecimalText($0) }?.millionths
        default: nil
        }
    }
}

/// A decimal number in text: a sign, digits, a point and digits, and an exponent of ten.
struct DecimalText {
    private var isNegative = false
    private var digits: [UInt8] = []
    /// Where the point is: before the digit of this place.
    private var point = 0

    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let parts = mantissa.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard mantissa.count <= 64, !parts[0].isEmpty, parts.count == 1 || !parts[1].isEmpty,
            parts.allSatisfy({ $0.allSatisfy(Digits.isDecimal) })
        else { return nil }
        digits = parts.flatMap { $0 }.map { $0 - UInt8(ascii: "0") }
        point = parts[0].count
        guard mantissa.count < rest.count else { return }
        let exponent = rest.dropFirst(mantissa.count + 1)
        guard let shift = Int(String(decoding: exponent, as: UTF8.self)), abs(shift) <= 64 else {
            return nil
        }
        point += shift
    }

    /// Rounded to millionths, a half away from zero; nil from `Amount.limit` units on.
    var millionths: Int64? {
        let kept = point + 6
        var sum: Int64 = 0
        for place in 0..<max(kept, 0) {
            sum = sum * 10 + Int64(digits.indices.contains(place) ? digits[place] : 0)
            guard sum < Amount.limit * 1_000_000 else { return nil }
        }
        if digits.indices.contains(kept), digits[kept] >= 5 { sum += 1 }
        guard sum < Amount.limit * 1_000_000 else { return nil }
        return isNegative ? -sum : sum
    }
}
