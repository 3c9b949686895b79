import Foundation

/// What a conversion is worth.
package struct OracleAmount: Hashable, Comparable {
    package var millionths: Int64
    package var currency: String?

    package static func < (a: OracleAmount, b: OracleAmount) -> Bool {
        (a.millionths, a.currency ?? "") < (b.millionths, b.currency ?? "")
    }

    /// Foundation's decimals; nil without a value.
    init?(_ line: [String: OracleJSON]) throws {
        guard let value = line.first("value") else { return nil }
        let text: String =
            switch value {
            case .string(let text), .integer(let text): text
            // The shortest decimal of it: that of the line, which has fewer than 16 digits.
            case .number(let number): "\(number)"
            default: ""
            }
        guard text.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil,
            var exact = Decimal(string: text)
        else { throw OracleRejection("bad_value") }
        exact *= 1_000_000
        var whole = Decimal()
        NSDecimalRound(&whole, &exact, 0, .plain)
        guard abs(whole) < 1_000_000_000_000_000 else { throw OracleRejection("bad_value") }
        millionths = NSDecimalNumber(decimal: whole).int64Value
        guard let word = line.first("currency") else { return }
        let code = word.text?.uppercased() ?? ""
        guard code.wholeMatch(of: /[A-Z]{3}/) != nil else { throw OracleRejection("bad_value") }
        currency = code
    }
}

/// One conversion of a message. The earliest counts, then the one that is worth least.
struct OracleConversion: Comparable {
    var time: Int64
    var amount: OracleAmount?

    static func < (a: OracleConversion, b: OracleConversion) -> Bool {
        if a.time != b.time { return a.time < b.time }
        guard let first = a.amount, let second = b.amount else {
            return a.amount == nil && b.amount != nil
        }
        return first < second
    }
}

/// Conversions of the sends of an hour.
package struct OracleConversions: Equatable {
    package var converted = 0
    package var opened = 0
    package var late = 0
    package var millionths: Int64 = 0

    package init(converted: Int = 0, opened: Int = 0, late: Int = 0, millionths: Int64 = 0) {
        self.converted = converted
        self.opened = opened
        self.late = late
        self.millionths = millionths
    }
}

/// Where conversions are counted.
package struct OracleConversionCell: Hashable {
    package var sendHour: String
    package var platform: String
    package var campaign: String
    package var image: String
    /// `(none)` without a value or currency.
    package var currency: String

    package init(
        sendHour: String, platform: String, campaign: String, image: String, currency: String
    ) {
        self.sendHour = sendHour
        self.platform = platform
        self.campaign = campaign
        self.image = image
        self.currency = currency
    }
}
