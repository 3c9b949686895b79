import Alerts
import Delivery

/// How often alerts fire in the traffic of a `Team` without any fault.
struct TeamAlarms {
    private static let first = 31

    var seriesMonths = 0.0
    var months = 0.0
    var episodes = 0
    /// Episodes that were reported with a score below the threshold.
    var contradictory = 0
    /// Episodes that went on for more than a day after their first alarm.
    var long = 0

    init(_ kind: Team.Kind, seed: UInt64, days: Int, scale: Double) {
        let team = Team(kind, seed: seed, days: days, scale: scale)
        let detector = Detection.detector(team.cohorts(days: 0..<days), .opened)
        let hours = World.start + Int64(TeamAlarms.first * 24)..<World.start + Int64(days * 24)
        let found = detector.run(hours) { seriesMonths += Double($0.tested) / 720 }
        months = Double(hours.count) / 720
        episodes = found.count
        contradictory = found.count { $0.first.score.score <= $0.threshold }
        long = found.count { $0.end - $0.firedAt - 1 > 24 }
    }

    static func + (a: TeamAlarms, b: TeamAlarms) -> TeamAlarms {
        var sum = a
        sum.seriesMonths += b.seriesMonths
        sum.months += b.months
        sum.episodes += b.episodes
        sum.contradictory += b.contradictory
        sum.long += b.long
        return sum
    }

    static let heading = tableHeading([
        "traffic", "opens a day", "months", "series-months", "false incidents",
        "per 50 series-months", "with a score below the threshold", "over a day after the alarm",
    ])

    func line(_ kind: Team.Kind, _ scale: Double) -> String {
        row([
            kind.rawValue, "\(Int(scale * 4000))", text(months, 0), text(seriesMonths, 0),
            "\(episodes)", text(Double(episodes) / seriesMonths * 50), "\(contradictory)",
            "\(long)",
        ])
    }
}
