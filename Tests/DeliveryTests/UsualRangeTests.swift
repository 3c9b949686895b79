import Delivery
import Foundation
import TestSupport
import Testing

@Suite("The usual range of a day")
struct UsualRangeTests {
    /// Days with exactly these rates of 10,000.
    private func days(_ count: Int64, rate: (Int64) -> Double) -> [DayMeasure] {
        (0..<count).map { DayMeasure(day: $0, count: Int64(rate($0) * 10_000), of: 10_000) }
    }

    private func asked(_ day: Int64, of whole: Int64 = 10_000) -> DayMeasure {
        DayMeasure(day: day, count: 0, of: whole)
    }

    @Test("takes ten days with enough of them")
    func fewDays() {
        #expect(UsualRange(days(9) { _ in 0.1 }) == nil)
        #expect(UsualRange(days(10) { _ in 0.1 }) != nil)
        let small = (0..<28).map { DayMeasure(day: $0, count: 9, of: 90) }
        #expect(UsualRange(small) == nil)
    }

    @Test("is that of the weekday")
    func weekdays() throws {
        let usual = try #require(UsualRange(days(28) { $0 % 7 == 3 ? 0.2 : 0.1 }))
        let sunday = try #require(usual.range(of: asked(31), deviations: 3))
        let monday = try #require(usual.range(of: asked(32), deviations: 3))
        #expect(sunday.contains(0.2) && !sunday.contains(0.1))
        #expect(monday.contains(0.1) && !monday.contains(0.2))
    }

    @Test("is wider on days with few")
    func fewer() throws {
        let usual = try #require(UsualRange(days(28) { 0.1 + 0.002 * Double($0 % 3) }))
        let many = try #require(usual.range(of: asked(28), deviations: 3))
        let few = try #require(usual.range(of: asked(28, of: 400), deviations: 3))
        #expect(few.lowerBound < many.lowerBound && few.upperBound > many.upperBound)
        // Less than ten are expected.
        #expect(usual.range(of: asked(28, of: 80), deviations: 3) == nil)
    }

    @Test("leaves days of incidents out")
    func incidents() throws {
        let calm = try #require(UsualRange(days(28) { 0.1 + 0.002 * Double($0 % 3) }))
        let hit = try #require(
            UsualRange(days(28) { $0 == 17 ? 0.02 : 0.1 + 0.002 * Double($0 % 3) }))
        let ranges = [calm, hit].map { $0.range(of: asked(31), deviations: 3) }
        let (before, after) = (try #require(ranges[0]), try #require(ranges[1]))
        #expect(abs(before.lowerBound - after.lowerBound) < 0.002)
        #expect(abs(before.upperBound - after.upperBound) < 0.002)
    }

    @Test("of a younger day is as low as its age")
    func younger() throws {
        let usual = try #require(UsualRange(days(28) { 0.1 + 0.002 * Double($0 % 3) }))
        let final = try #require(usual.range(of: asked(28), deviations: 3))
        let young = try #require(usual.range(of: asked(28), arrived: 0.8, deviations: 3))
        #expect(young.upperBound < final.upperBound && young.lowerBound < final.lowerBound * 0.8)
    }

    @Test("of counts follows their logarithm")
    func counts() throws {
        let history = (0..<28).map {
            DayMeasure(day: $0, count: $0 % 7 == 3 ? 500 : 1000 + $0 % 3 * 40, of: nil)
        }
        let usual = try #require(UsualRange(history))
        let monday = try #require(
            usual.range(of: DayMeasure(day: 32, count: 0, of: nil), deviations: 3))
        #expect(monday.contains(1040) && !monday.contains(500) && !monday.contains(2000))
    }

    /// Rates that differ from day to day and by weekday, and chance.
    @Test("leaves out as few days as its deviations say", arguments: [1, 2, 3] as [UInt64])
    func calibration(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var outside = 0
        let runs = 1500
        for _ in 0..<runs {
            let weekdays = (0..<7).map { _ in 0.1 * exp(0.1 * random.normal()) }
            let all = (0..<29).map { day -> DayMeasure in
                let rate = weekdays[day % 7] * exp(0.05 * random.normal())
                let noise = (2000 * rate * (1 - rate)).squareRoot() * random.normal()
                let count = Int64(max(2000 * rate + noise, 0).rounded())
                return DayMeasure(day: Int64(day), count: count, of: 2000)
            }
            let usual = try #require(UsualRange(Array(all.dropLast())))
            let range = try #require(usual.range(of: all[28], deviations: 2.5))
            if !range.contains(all[28].count / 2000) { outside += 1 }
        }
        // 1.2 % lie beyond 2.5 deviations of a normal distribution.
        #expect(5...34 ~= outside, "\(outside) of \(runs)")
    }

    @Test("knows the points of Student's and the normal distribution")
    func quantiles() {
        #expect(abs(Quantile.normal(beyond: 0.025) - 1.959964) < 1e-5)
        #expect(abs(Quantile.normal(beyond: 0.0005) - 3.290527) < 1e-5)
        // Tables of Student's distribution: 3.922 is the 99.95 % point of 18 degrees of freedom.
        #expect(abs(Quantile.student(18, normal: 3.290527) - 3.922) < 0.01)
    }
}

extension SeededRandom {
    /// Box and Muller (1958).
    fileprivate mutating func normal() -> Double {
        let (a, b) = (
            Double.random(in: 1e-12..<1, using: &self), Double.random(in: 0..<1, using: &self)
        )
        return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    }
}
