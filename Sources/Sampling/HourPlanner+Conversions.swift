extension HourPlanner {
    /// Conversions count within a week of the send.
    static let conversionWindow = 168 * Micro.hour

    /// One of eight people who open a message converts, and one of a hundred others; some of them
    /// several times, some twice in one millisecond.
    mutating func recordConversions(_ story: inout Story, after time: Int64, isOpened: Bool) {
        guard random.chance(isOpened ? 0.12 : 0.01) else { return }
        var moment = time
        for _ in 0..<(random.chance(0.25) ? 3 : 1) {
            moment += drawDelay()
            let end = story.send.message.sentAt + Self.conversionWindow
            if abs(moment - end) < 3 * Micro.second {
                moment += 6 * Micro.second  // too near the limit: rounding could decide
            }
            for _ in 0..<(random.chance(0.1) ? 2 : 1) { recordConversion(&story, at: moment) }
        }
    }

    /// Hours for most, more than a week for one in thirty.
    private mutating func drawDelay() -> Int64 {
        let seconds =
            random.chance(0.03)
            ? 604_800 + random.lognormal(median: 30_000, sigma: 1)
            : random.lognormal(median: 7200, sigma: 2)
        return Int64(min(seconds, 86_400 * 12) * 1e6)
    }

    private mutating func recordConversion(_ story: inout Story, at time: Int64) {
        guard time < world.horizon else { return }
        let price = Price(number: UInt8(random.below(Price.count)))
        let known = story.conversion
        let millisecond = time / Micro.millisecond
        if known.map({ (millisecond, price) < ($0.at, $0.price) }) ?? true {
            story.conversion = (millisecond, price)
        }
        record(&story, .conversion, .conversion, at: time, price: price)
    }

    /// Counts the conversion of a logged message.
    func conversion(of story: Story) -> ConversionTruth? {
        guard let conversion = story.conversion else { return nil }
        let sentAt = story.send.message.sentAt
        guard conversion.at <= (sentAt + Self.conversionWindow) / Micro.millisecond else {
            return ConversionTruth(late: 1)
        }
        let isOpened = story.openAt <= sentAt + Self.window
        return ConversionTruth(
            converted: 1, opened: isOpened ? 1 : 0, value: conversion.price.millionths)
    }

    mutating func countConversion(_ story: Story) {
        guard let counts = conversion(of: story), let price = story.conversion?.price else {
            return
        }
        plan.truth.add(counts, of: story.send, in: "\(price.currency)")
    }
}

/// Orders conversions of one message.
private func < (a: (Int64, Price), b: (Int64, Price)) -> Bool {
    a.0 == b.0 ? a.1 < b.1 : a.0 < b.0
}

/// Conversions of one hour's sends.
struct ConversionTruth: Counters {
    var converted = 0, opened = 0, late = 0
    /// In millionths.
    var value = 0

    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("converted", \.converted), ("converted_opened", \.opened),
            ("converted_late", \.late), ("value_millionths", \.value),
        ]
    }
}
