/// The series whose smallest drops are measured: none, those of all events and of platforms, or
/// all.
package enum AlertDetail: Sendable { case none, main, all }

/// The smallest drops that series can show.
extension AlertJudgement {
    /// Of each series of a rule that compares with the past, as of the hour before `end`. Without
    /// enough history, of all events together, by their number alone: once there is history, a
    /// smaller drop cannot show either.
    ///
    /// With `main`, the other series are there without numbers: noise is slow to measure.
    func sensitivity(end: Int64, _ detail: AlertDetail = .all) -> [AlertBacktest.Series] {
        guard detail != .none else { return [] }
        return ownSensitivity(end: end, detail).map { one in
            var one = one
            one.slice = settings.projectSlice + one.slice
            return one
        }
    }

    private func ownSensitivity(end: Int64, _ detail: AlertDetail) -> [AlertBacktest.Series] {
        var series = rates.flatMap { rate in
            AlertBacktest.Series.all(
                rate.rule, rate.model, rate.model.segments, of: rate.model.cohorts.dimensions,
                end: end, detail, learned: rate.baseline)
        }
        if let sends {
            for (slice, model) in sends.watched {
                let whole = AlertSegment(slice: slice, leaves: [0])
                series += AlertBacktest.Series.all(
                    .sends, model, [whole], of: history.sends.dimensions,
                    end: sends.end ?? end, detail
                ) { Baseline(model, day: $0) }
            }
        }
        let isJudged = rates.contains { $0.last.map { $0.state != .notEnoughHistory } ?? false }
        guard series.isEmpty, !isJudged else { return series }
        return rates.compactMap { AlertBacktest.Series(byVolumeOf: $0.rule, $0.model, end: end) }
    }
}

extension AlertBacktest.Series {
    /// A day of data, or the part of it that there is.
    private static let fewestHours = 6

    /// Nil with less than a few hours of data.
    fileprivate init?(byVolumeOf rule: AlertRule, _ model: RateModel, end: Int64) {
        let last = Int(end - model.hours.lowerBound)
        let span = max(0, last - 7 * 24)..<max(0, min(last, model.hours.count))
        guard span.count >= Self.fewestHours else { return nil }
        let events = model.leaves.indices.reduce(0.0) { sum, leaf in
            span.reduce(sum) { $0 + model.arrivals[leaf * model.hours.count + $1] }
        }
        let day = events / Double(span.count) * 24
        self.init(
            rule: rule.rawValue, slice: [], expected: day, noise: 0,
            smallest: AlertBacktest.withinHours.map { hours in
                let expected = day * Double(hours) / 24
                guard day >= model.parameters.minVolume else { return nil }
                let drop = Self.smallestDrop(
                    expected: expected, variance: expected, model.parameters)
                return drop <= 1 ? drop : nil
            })
    }
}
