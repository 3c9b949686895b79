internal import Delivery

/// Expects counts from the past of the series: for series without known sends.
///
///     E(t) = g(hour of week) · level(day)
///
/// `g` is the median of the training weeks, drawn with weight 2 to the median of the same hour of
/// day on weekdays or weekends; `level` is the median of the ratios of the last seven days' counts
/// to their `g`.
package struct VolumeModel: ExpectationModel {
    private static let kindWeight = 2.0
    private static let levelDays = 7

    package let parameters: AlertParameters
    package let hours: Range<Int64>
    package let arrivals: [Double]
    package let leaves: [[String]] = [[]]
    package let grouping = Grouping([0])
    package let firstUsable = 0
    private let hoursOfWeek: [Int]
    private let isKnown: [Bool]

    /// `counts` of the hours from `start` on, in hours since 1970-01-01 00:00 UTC; nil means
    /// unknown: such an hour expects nothing, and is not learned from.
    package init(
        counts: [Double?], start: Int64, parameters: AlertParameters, hourOfWeek: (Int64) -> Int
    ) {
        self.parameters = parameters
        arrivals = counts.map { $0 ?? 0 }
        isKnown = counts.map { $0 != nil }
        hours = start..<start + Int64(counts.count)
        hoursOfWeek = hours.map(hourOfWeek)
    }

    package var segments: [AlertSegment] { [AlertSegment(slice: Slice([]), leaves: [0])] }

    package func priorNoise(_ data: LeafHours, _ expectation: Expectation) -> [PriorNoise] {
        [PriorNoise(floor: parameters.tauFloor, measured: .byDay(data.hours))]
    }

    package func wider(_ leaves: [Int]) -> [[Int]] { [] }

    /// Learns from excluded hours, too: a median of four tolerates one, and otherwise a weekly dip
    /// would never become normal.
    package func expectation(
        training: Range<Int>, end: Int, excluded: [LeafSpan]
    ) -> Expectation {
        let profile = profile(training)
        var expected: [Double] = []
        var level = 1.0
        for hour in training.lowerBound..<end {
            if hour == training.lowerBound || isMidnight(hour) {
                level = self.level(before: hour, profile)
            }
            expected.append(isKnown[hour] ? profile[hoursOfWeek[hour]] * level : 0)
        }
        return Expectation(hours: training.lowerBound..<end, expected: expected)
    }

    private func isMidnight(_ hour: Int) -> Bool { (hours.lowerBound + Int64(hour)) % 24 == 0 }

    /// `g`, by hour of the week.
    private func profile(_ training: Range<Int>) -> [Double] {
        var byHour = Array(repeating: [Double](), count: HourOfWeek.count)
        var byKind = Array(repeating: [Double](), count: Expectation.kindsOfHour)
        for hour in training where isKnown[hour] {
            byHour[hoursOfWeek[hour]].append(arrivals[hour])
            byKind[HourOfWeek.kind(hoursOfWeek[hour])].append(arrivals[hour])
        }
        let kinds = byKind.map(\.median)
        return byHour.enumerated().map { hour, counts in
            let weight = Double(counts.count)
            let kind = kinds[HourOfWeek.kind(hour)]
            return (weight * counts.median + VolumeModel.kindWeight * kind)
                / (weight + VolumeModel.kindWeight)
        }
    }

    /// The median of the ratios of the known counts of the seven days before `hour`.
    private func level(before hour: Int, _ profile: [Double]) -> Double {
        let ratios = (1...VolumeModel.levelDays).compactMap { back -> Double? in
            guard hour - back * 24 >= 0 else { return nil }
            var (known, usual) = (0.0, 0.0)
            for hour in hour - back * 24..<hour - back * 24 + 24 where isKnown[hour] {
                known += arrivals[hour]
                usual += profile[hoursOfWeek[hour]]
            }
            return usual > 0 ? known / usual : nil
        }
        return ratios.isEmpty ? 1 : ratios.median
    }
}
