import Alerts
import Delivery
import Reporting

extension Gallery {
    /// Alarms over time: of some days, one that fires, of months, without any, of few events.
    static let alerts: [(name: String, series: AlertSeries)] = [
        ("alarms of five days", week),
        (
            "alarms of three months",
            series("opened", hours: 92 * 24, drops: [700..<712, 1500..<1548, 2100..<2103])
        ),
        ("an alarm that fires", firing), ("no alarm", series("delivered", hours: 48, drops: [])),
        ("few events", series(hostileNames[1], hours: 72, scale: 0.004, drops: [40..<60])),
        ("alarms of one hour", series(hostileNames[2], hours: 1, drops: [])),
    ]

    /// 2025-11-18 00:00 UTC.
    private static let start: Int64 = 489_840

    /// With a gap in the data.
    private static var week: AlertSeries {
        var week = series("opened", hours: 120, drops: [33..<45, 90..<92])
        for index in 60..<66 { week.hours[index].observed = nil }
        return week
    }

    private static var firing: AlertSeries {
        var firing = series(hostileNames[6], hours: 72, drops: [66..<72])
        firing.episodes[0].end = nil
        return firing
    }

    private static func series(
        _ metric: String, hours: Int64, scale: Double = 1, drops: [Range<Int64>]
    ) -> AlertSeries {
        let hours = (0..<hours).map { hour -> AlertSeries.Hour in
            let expected = scale * Double(150 + 9 * wave(hour + 18, 24))
            let share = 0.94 + 0.0012 * Double(wave(hour * 7, 31))
            let isDrop = drops.contains { $0.contains(hour) }
            return AlertSeries.Hour(
                hour: start + hour,
                observed: (expected * share * (isDrop ? 0.45 : 1)).rounded(), expected: expected,
                likelyLow: expected * 0.78, likelyHigh: expected * 1.24)
        }
        return AlertSeries(
            metric: metric, hours: hours,
            episodes: drops.map { .init(start: start + $0.lowerBound, end: start + $0.upperBound) })
    }
}
