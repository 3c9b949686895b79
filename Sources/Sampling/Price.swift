/// What a conversion is worth: one of a few prices, as text and as a whole number of millionths.
struct Price: Equatable {
    private struct Tag {
        var text: StaticString
        var millionths: Int
        var currency: StaticString
    }

    private static let tags = [
        Tag(text: "9.99", millionths: 9_990_000, currency: "EUR"),
        Tag(text: "12.50", millionths: 12_500_000, currency: "EUR"),
        Tag(text: "0.1", millionths: 100_000, currency: "EUR"),
        Tag(text: "0.2", millionths: 200_000, currency: "EUR"),
        Tag(text: "1234.567", millionths: 1_234_567_000, currency: "USD"),
        Tag(text: "19.95", millionths: 19_950_000, currency: "USD"),
        Tag(text: "0", millionths: 0, currency: "USD"),
        Tag(text: "1980", millionths: 1_980_000_000, currency: "JPY"),
    ]

    /// A conversion without a value.
    static let none = Price(number: 0)
    static let count = tags.count + 1

    /// 0 for none.
    var number: UInt8

    private var tag: Tag? { number == 0 ? nil : Price.tags[Int(number) - 1] }

    var isGiven: Bool { number != 0 }
    var text: StaticString { tag?.text ?? "" }
    var millionths: Int { tag?.millionths ?? 0 }
    var currency: StaticString { tag?.currency ?? "(none)" }

    /// None is the least; two prices of one value go by their currencies.
    static func < (a: Price, b: Price) -> Bool {
        guard let first = a.tag, let second = b.tag else { return !a.isGiven && b.isGiven }
        return (first.millionths, "\(first.currency)") < (second.millionths, "\(second.currency)")
    }
}
