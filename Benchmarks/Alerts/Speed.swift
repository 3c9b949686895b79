import Alerts
import Delivery
import Foundation

/// What one evaluation takes: 402 series over eight weeks, learned from and scored.
enum Speed {
    private static let days = 56
    private static let campaigns = 99

    static func line() -> String {
        let model = RateModel(cohorts(), parameters: .opens, hourOfWeek: World.hourOfWeek)
        let segments = model.segments
        let began = clock()
        guard let baseline = Baseline(model, day: (days - 1) * 24) else { return "" }
        let learned = clock()
        let noises = segments.map { baseline.scoreNoise(of: $0.leaves) }
        let calibrated = clock()
        let data = LeafHours(
            baseline.expectation, arrivals: model.arrivals, total: model.hours.count,
            span: (days - 2) * 24..<days * 24)
        var fired = 0
        for (segment, noise) in zip(segments, noises) {
            let sums = WindowSums(data, leaves: segment.leaves, grouping: model.grouping)
            let score = sums.score(end: 48, noise: noise, parameters: model.parameters)
            if score.score > 11 { fired += 1 }
        }
        let scored = clock()
        return "\(segments.count) series, \(model.leaves.count) leaves, \(days) days: learned in "
            + "\(seconds(learned - began)) s, noise of segments in "
            + "\(seconds(calibrated - learned)) s, scored in \(seconds(scored - calibrated)) s; "
            + "together \(seconds(scored - began)) s of CPU, \(fired) fired"
    }

    private static func seconds(_ clocks: clock_t) -> String {
        text(Double(clocks) / Double(CLOCKS_PER_SEC), 3)
    }

    private static func cohorts() -> Cohorts {
        var random = RandomNumbers(seed: 1)
        var builder = CohortBuilder(dimensions: World.dimensions)
        for campaign in 0..<campaigns {
            for platform in World.platforms {
                for image in World.images {
                    let leaf = builder.leaf([platform, "campaign \(campaign)", image])
                    for hour in 0..<days * 24 where hour % 24 >= 8 && hour % 24 < 20 {
                        let at = World.start + Int64(hour)
                        builder.addSends(random.poisson(500), leaf: leaf, hour: at)
                        for age in 0..<World.ages {
                            let mean = 30 / Double((age + 1) * (age + 1))
                            builder.addEvents(
                                random.poisson(mean), age: age, leaf: leaf, hour: at)
                        }
                    }
                }
            }
        }
        return builder.cohorts(hours: World.start..<World.start + Int64(days * 24))
    }
}
