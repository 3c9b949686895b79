import Alerts
import Delivery

/// How often traffic without any fault fires.
struct FalseAlarms {
    var metric: Metric
    var seriesMonths = 0.0
    var worldMonths = 0.0
    /// Of ours: by series, and as episodes.
    var series = 0
    var episodes = 0
    var byRule: [Rule: Int] = [:]

    /// One world, judged from day 31 on.
    init(metric: Metric, seed: UInt64, days: Int, noise: Double) {
        self.metric = metric
        let scale = [0.5, 1, 2, 4][Int(seed % 4)]
        let world = World(seed: seed, days: days, scale: scale, noise: noise, metric: metric)
        let cohorts = world.cohorts(days: 0..<days, losing: nil)
        let detector = Detection.detector(cohorts, metric)
        let first = 31 * 24
        var counts = Array(repeating: AlarmCount(), count: detector.segments.count)
        episodes =
            detector.run(World.start + Int64(first)..<World.start + Int64(days * 24)) { hour in
                for (segment, one) in hour.segments.enumerated() where one.state == .firing {
                    counts[segment].add(hour: Int(hour.hour - World.start))
                }
            }.count
        series = counts.reduce(0) { $0 + $1.alarms }
        worldMonths = Double(days * 24 - first) / 720
        seriesMonths = worldMonths * Double(detector.segments.count)
        for rule in Rule.allCases {
            byRule[rule] = detector.segments.reduce(0) { sum, segment in
                let counts = cohorts.counts(of: segment)
                var alarms = AlarmCount()
                for hour in first..<days * 24 where rule.fires(counts, at: hour) {
                    alarms.add(hour: hour)
                }
                return sum + alarms.alarms
            }
        }
    }

    static func + (a: FalseAlarms, b: FalseAlarms) -> FalseAlarms {
        var sum = a
        sum.seriesMonths += b.seriesMonths
        sum.worldMonths += b.worldMonths
        sum.series += b.series
        sum.episodes += b.episodes
        sum.byRule.merge(b.byRule, uniquingKeysWith: +)
        return sum
    }

    /// Of 50 series-months.
    func rate(_ count: Int) -> Double { Double(count) / seriesMonths * 50 }

    var line: String {
        row(
            [metric.rawValue, text(seriesMonths, 0), text(rate(series))]
                + [text(Double(episodes) / worldMonths)]
                + Rule.allCases.map { text(rate(byRule[$0] ?? 0)) })
    }

    static var heading: String {
        tableHeading(
            [
                "metric", "series-months", "false alarms per 50 series-months",
                "episodes a month of a world",
            ] + Rule.allCases.map { "\($0.rawValue), per 50" })
    }
}

enum Detection {
    /// With the defaults: one false alarm in 50 series-months.
    static func detector(_ cohorts: Cohorts, _ metric: Metric) -> DropDetector {
        DropDetector(
            RateModel(cohorts, parameters: metric.parameters, hourOfWeek: World.hourOfWeek))
    }
}
