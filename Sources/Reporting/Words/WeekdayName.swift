internal import NDJSON

/// The days of the week as people write them.
enum WeekdayName {
    /// 1970-01-01 was a Thursday.
    private static let all = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// `Monday`, of a day since 1970-01-01.
    static func of(day: Int64) -> String { all[Int(day - floorDivide(day, 7) * 7)] }
}
