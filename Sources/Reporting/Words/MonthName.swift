/// The months as people write them, by their number from 1.
enum MonthName {
    private static let all = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    static func of(_ month: Int) -> String { all[month - 1] }

    /// `December 2025`, of `2025-12`.
    static func of(monthText text: String) -> String {
        guard let month = Int(text.suffix(2)), all.indices ~= month - 1 else { return text }
        return "\(of(month)) \(text.prefix(4))"
    }

    /// `Dec`
    static func short(_ month: Int) -> String { String(of(month).prefix(3)) }
}
