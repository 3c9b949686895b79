import Delivery
import Testing

@Suite("Projected opens")
struct OpenProjectionTests {
    private let day: Int64 = 20_000
    private let window: Double = 72 * 3600

    private func at(hour: Int64) -> Int64 { (day * 24 + hour) * 3_600_000 }

    private func kind(_ from: Int64, _ to: Int64) throws -> DelayClass {
        try #require(DelayClass(from: from, to: to, windowSeconds: window))
    }

    /// `count` days like one another: half of all opens spread over an hour, half over three.
    private func history(days count: Int64) throws -> [Int64: OpenDelays] {
        let delays = [try kind(0, 3600): Int64(500), try kind(0, 10_800): Int64(500)]
        return Dictionary(uniqueKeysWithValues: (1...count).map { (day - 3 - $0, delays) })
    }

    @Test("are what has come over the share that usually has")
    func share() throws {
        // Sent between 0 and 1, seen at 2: ages of one to two hours, half of the slow ones.
        let projection = OpenProjection(
            [OpenCohort(hour: day * 24, base: 1000, opened: 75)], history: try history(days: 7),
            asOf: at(hour: 2), windowSeconds: window)
        #expect(projection.arrived == 0.75)
        #expect(projection.projected == 100)
        #expect(projection.finalAt == at(hour: 73))
        #expect(!projection.isFinal)
        // 0.1 · 250 to come, and 75 · (250 / 750)² of the rate; hours and days do not differ.
        let half = Quantile.normal * (25 + 75.0 / 9).squareRoot()
        let interval = try #require(projection.interval)
        #expect(abs(interval.upperBound - (100 + half)) < 1e-9)
        #expect(abs(interval.lowerBound - (100 - half)) < 1e-9)
    }

    @Test("count what is being sent by the sends so far")
    func halfAnHour() throws {
        // Ages of 0 to 1800 s; of the fast ones a quarter has come, of the slow ones a twelfth.
        let projection = OpenProjection(
            [OpenCohort(hour: day * 24, base: 1000, opened: 10)], history: try history(days: 7),
            asOf: at(hour: 0) + 1_800_000, windowSeconds: window)
        #expect(abs(try #require(projection.arrived) - 1.0 / 6) < 1e-12)
        #expect(abs(try #require(projection.projected) - 60) < 1e-9)
    }

    @Test("are the count once all windows are over, whatever the history")
    func final() throws {
        for history in [[:], try history(days: 9)] {
            let cohorts = [
                OpenCohort(hour: day * 24, base: 50, opened: 7),
                OpenCohort(hour: day * 24 + 5, base: 60, opened: 9),
            ]
            let early = OpenProjection(
                cohorts, history: history, asOf: at(hour: 78) - 1, windowSeconds: window)
            #expect(!early.isFinal)
            let projection = OpenProjection(
                cohorts, history: history, asOf: at(hour: 78), windowSeconds: window)
            #expect(projection.isFinal)
            #expect(projection.arrived == 1)
            #expect(projection.projected == 16)
            #expect(projection.interval == 16...16)
        }
    }

    @Test("are none with a history of fewer than seven days")
    func shortHistory() throws {
        let cohorts = [OpenCohort(hour: day * 24, base: 1000, opened: 75)]
        var history = try history(days: 6)
        history[day - 20] = [try kind(0, 60): 0]
        let projection = OpenProjection(
            cohorts, history: history, asOf: at(hour: 2), windowSeconds: window)
        #expect(projection.days == 6)
        #expect(projection.arrived == nil)
        #expect(projection.projected == nil)
        #expect(projection.interval == nil)
    }

    @Test("of sends that cannot have been opened yet are none")
    func nothingYet() throws {
        let late = [try kind(3600, 7200): Int64(10)]
        let projection = OpenProjection(
            [OpenCohort(hour: day * 24, base: 1000, opened: 0)],
            history: try history(days: 7).mapValues { _ in late }, asOf: at(hour: 1),
            windowSeconds: window)
        #expect(projection.arrived == 0)
        #expect(projection.projected == nil)
    }

    @Test("are less sure where days differ")
    func unlikeDays() throws {
        let cohorts = [OpenCohort(hour: day * 24, base: 1000, opened: 75)]
        var history = try history(days: 8)
        let alike = OpenProjection(
            cohorts, history: history, asOf: at(hour: 2), windowSeconds: window)
        for (number, past) in history.keys.sorted().enumerated() {
            let fast: Int64 = number.isMultiple(of: 2) ? 800 : 200
            history[past] = [try kind(0, 3600): fast, try kind(0, 10_800): 1000 - fast]
        }
        let unlike = OpenProjection(
            cohorts, history: history, asOf: at(hour: 2), windowSeconds: window)
        #expect(alike.projected == unlike.projected)
        let narrow = try #require(alike.interval)
        let wide = try #require(unlike.interval)
        #expect(wide.upperBound - wide.lowerBound > 1.5 * (narrow.upperBound - narrow.lowerBound))
    }

    @Test("are less sure where hours of different age are opened at different rates")
    func unlikeHours() throws {
        func width(_ opened: [Int64]) throws -> Double {
            let cohorts = opened.enumerated().map {
                OpenCohort(hour: day * 24 + Int64($0), base: 10_000, opened: $1)
            }
            let projection = OpenProjection(
                cohorts, history: try history(days: 7), asOf: at(hour: 4), windowSeconds: window)
            let interval = try #require(projection.interval)
            return interval.upperBound - interval.lowerBound
        }
        // Shares of 1, 11/12, 3/4 and 1/3; all hours at 10 %, then at 15, 5, 15 and 5 %.
        let alike = try width([1000, 917, 750, 333])
        let unlike = try width([1500, 458, 1125, 167])
        #expect(unlike > 3 * alike)
    }

    @Test("stay between what is opened and what was sent")
    func bounds() throws {
        for (base, opened) in [(3, 0), (3, 3), (1000, 0), (1000, 999)] as [(Int64, Int64)] {
            let projection = OpenProjection(
                [OpenCohort(hour: day * 24, base: base, opened: opened)],
                history: try history(days: 7), asOf: at(hour: 1), windowSeconds: window)
            let interval = try #require(projection.interval)
            #expect(interval.lowerBound >= Double(opened))
            #expect(interval.upperBound <= max(Double(base), interval.lowerBound))
        }
    }

    @Test("of all are the sum, or one of all sends where a platform has no history")
    func all() throws {
        let cohorts = [OpenCohort(hour: day * 24, base: 1000, opened: 75)]
        let known = OpenProjectionInput(cohorts: cohorts, history: try history(days: 7))
        let sum = OpenProjectionInput.project(
            ["android": known, "ios": known], asOf: at(hour: 2), windowSeconds: window)
        #expect(sum["all"]?.projected == 200)
        #expect(sum["all"]?.arrived == 0.75)
        #expect(sum["all"]?.opened == 150)
        let unknown = OpenProjectionInput(cohorts: cohorts)
        let pooled = OpenProjectionInput.project(
            ["android": known, "web": unknown, "ios": OpenProjectionInput()], asOf: at(hour: 2),
            windowSeconds: window)
        #expect(pooled["web"]?.projected == nil)
        #expect(pooled["ios"] == nil)
        #expect(pooled["all"]?.projected == 200)
    }
}

@Suite("Classes of delay inside a window")
struct DelayClassTests {
    @Test("end with it, and are none behind it")
    func window() {
        #expect(DelayClass(from: 3600, to: 7200, windowSeconds: 3600) == nil)
        #expect(DelayClass(from: 3600, to: nil, windowSeconds: 5400)?.to == 5400)
        #expect(DelayClass(from: nil, to: -60, windowSeconds: 3600)?.arrived(ages: 0...0) == 1)
    }

    @Test(
        "that begin with the send come evenly",
        arguments: [
            (0, 100, 0.5), (50, 50, 0.5), (100, 200, 1), (0, 200, 0.75), (-50, -10, 0), (0, 0, 0),
        ] as [(Double, Double, Double)])
    func even(from: Double, to: Double, share: Double) throws {
        let kind = try #require(DelayClass(from: 0, to: 100, windowSeconds: 1000))
        #expect(kind.arrived(ages: from...to) == share)
    }

    @Test(
        "that begin later come ever more slowly",
        arguments: [
            (0, 100, 0), (100, 100, 0), (141.421356237, 141.421356237, 0.5), (200, 300, 1),
            (100, 200, 0.557304959), (0, 200, 0.2786524795), (100, 300, 0.7786524795),
        ] as [(Double, Double, Double)])
    func slower(from: Double, to: Double, share: Double) throws {
        let kind = try #require(DelayClass(from: 100, to: 200, windowSeconds: 1000))
        #expect(abs(kind.arrived(ages: from...to) - share) < 1e-9)
    }
}

@Suite("Points of distributions")
struct QuantileTests {
    /// From printed tables.
    @Test(
        "are those of tables",
        arguments: [(4, 2.776), (6, 2.447), (10, 2.228), (30, 2.042), (120, 1.980)]
            as [(Double, Double)])
    func student(freedom: Double, point: Double) {
        #expect(abs(Quantile.student(freedom) / point - 1) < 0.005)
    }

    @Test("are those of the normal distribution where nothing is estimated")
    func normal() {
        #expect(Quantile.student(.infinity) == Quantile.normal)
        #expect(Quantile.student(.nan) == Quantile.normal)
    }
}
