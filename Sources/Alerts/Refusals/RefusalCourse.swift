internal import Delivery

extension RefusalHours {
    /// The accepted sends of some leaves in each hour, and those expected: all but the usual
    /// refusals of a class. Each day with what was learned before it.
    ///
    /// `excluded` are hours that are not learned from.
    func course(
        of kind: RefusalClass, in leaves: [Int], span: Range<Int64>, parameters: AlertParameters,
        excluded: [LeafSpan], hourOfWeek: (Int64) -> Int
    ) -> [AlertSeries.Hour] {
        let kinds = hours.map { HourOfWeek.kind(hourOfWeek($0)) }
        let refused = refused(kind) ?? Array(repeating: 0, count: attempts.count)
        let span = span.clamped(to: hours)
        var course: [AlertSeries.Hour] = []
        let days = Set(span.map { floorDay($0 * 3_600_000) * 24 }).sorted()
        for start in days {
            let day = Int(start - hours.lowerBound)
            guard let training = RefusalBaseline.training(before: day, parameters) else { continue }
            let baseline = RefusalBaseline(
                self, refused: refused, kinds: kinds, training: training, excluded: excluded)
            let noise = baseline.noise(of: leaves, width: 1)
            course += (start..<start + 24).filter(span.contains).map { hour in
                var window = RefusalWindow(hours: 1)
                for leaf in leaves {
                    let index = Int(hour - hours.lowerBound)
                    window.attempts += attempts[leaf * hours.count + index]
                    window.refused += refused[leaf * hours.count + index]
                    window.expected += baseline.expected(leaf, index)
                }
                return AlertSeries.Hour(window, noise: noise, hour: hour)
            }
        }
        return course
    }
}

extension AlertSeries.Hour {
    fileprivate init(_ window: RefusalWindow, noise: Double, hour: Int64) {
        let score = window.score(noise: noise)
        let usual =
            window.expected > 1e-9
            ? NegativeBinomial.likelyRange(mean: window.expected, variance: score.variance) : 0...0
        self.init(
            hour: hour, observed: score.observed, expected: score.expected,
            likelyLow: max(0, window.attempts - usual.upperBound),
            likelyHigh: window.attempts - usual.lowerBound)
    }
}
