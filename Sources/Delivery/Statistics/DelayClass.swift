internal import Glibc

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

    /// The share of its events that have come by ages spread evenly over a range. Inside a class,
    /// which is as wide as what came before it, they come ever more slowly: spread evenly over the
    /// logarithm of the delay, and over the delay itself in the class that begins with 0.
    package func arrived(ages: ClosedRange<Double>) -> Double {
        guard ages.upperBound >= 0 else { return 0 }
        let width = ages.upperBound - ages.lowerBound
        guard width > 0 else { return arrived(age: ages.upperBound) }
        return (integral(ages.upperBound) - integral(ages.lowerBound)) / width
    }

    private func arrived(age: Double) -> Double {
        if age >= to { return 1 }
        if age <= from { return 0 }
        return from > 0 ? log(age / from) / log(to / from) : age / to
    }

    /// The integral of `arrived(age:)` up to an age.
    private func integral(_ age: Double) -> Double {
        if age <= from { return 0 }
        if age > to { return integral(to) + age - to }
        if from > 0 { return (age * log(age / from) - age + from) / log(to / from) }
        return to > 0 ? age * age / (2 * to) : 0
    }
}
