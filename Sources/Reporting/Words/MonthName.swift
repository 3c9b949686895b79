/// The months as people write them, by their number from 1.
enum MonthName {
    private static let all = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    static func of(_ month: Int) -> String { all[month - 1] }

    /// `Dec`
    static func short(_ month: Int) -> String { String(of(month).prefix(3)) }
}
