/// A class of delays: seconds after the send. What a wrong clock puts before the send counts as
/// there from the start.
package struct DelayClass: Hashable, Sendable {
    /// First second; not below 0.
    package var from: Double
    /// Its end, not in it.
    package var to: Double

    /// Nil for what lies behind the window: late opens. A class that the window cuts ends there.
    package init?(from: Int64?, to: Int64?, windowSeconds: Double) {
        self.from = max(0, from.map(Double.init) ?? 0)
        self.to = min(max(0, to.map(Double.init) ?? windowSeconds), windowSeconds)
        guard self.from < windowSeconds else { return nil }
    }

    /// The share of its events that have come by ages spread evenly over a range, when they are
    /// spread evenly inside the class.
    package func arrived(ages: ClosedRange<Double>) -> Double {
        guard ages.upperBound >= 0 else { return 0 }
        let width = ages.upperBound - ages.lowerBound
        guard width > 0 else { return arrived(age: ages.upperBound) }
        return (integral(ages.upperBound) - integral(ages.lowerBound)) / width
    }

    private func arrived(age: Double) -> Double {
        to > from ? min(max(0, (age - from) / (to - from)), 1) : age >= from ? 1 : 0
    }

    /// The integral of `arrived(age:)` up to an age.
    private func integral(_ age: Double) -> Double {
        if age <= from { return 0 }
        if age >= to { return age - (from + to) / 2 }
        return (age - from) * (age - from) / (2 * (to - from))
    }
}
