import Foundation

/// The aims of alerts on regular traffic, and whether they are reached.
struct Aims {
    private let opens: [Trial]
    /// With half of the noise.
    private let calm: [Trial]
    private let delivered: [Trial]
    private var lines: [String] = []

    init(opens: [Trial], calm: [Trial], delivered: [Trial], falseAlarms: [FalseAlarms]) {
        self.opens = opens
        self.calm = calm
        self.delivered = delivered
        for alarms in falseAlarms {
            add(
                "\(alarms.metric.rawValue): false alarms per 50 series-months", atMost: 1,
                alarms.rate(alarms.series))
        }
        addSpeed()
        addDelays()
        addLife()
    }

    /// One row for each aim.
    var table: String {
        ([tableHeading(["aim", "limit", "reached", "met", "oracle"])] + lines)
            .joined(separator: "\n")
    }

    // MARK: Aims

    private mutating func addSpeed() {
        found(.platform, 150..<300, 0.5, within: 2, atLeast: 0.95)
        found(.platform, 30..<10_000, 1, within: 1, atLeast: 0.95)
        found(.platform, 150..<300, 0.3, within: 6, atLeast: 0.75)
        found(.platform, 150..<300, 0.3, within: 12, atLeast: 0.9)
        found(.campaign, 30..<150, 0.3, within: 12, atLeast: 0.6)
        found(.campaign, 150..<600, 0.3, within: 12, atLeast: 0.8)
        found(.all, 30..<10_000, 0.3, within: 12, atLeast: 0.6)
        found(
            .platform, 300..<600, 0.3, within: 2, atLeast: 0.9, of: calm,
            as: "opened with half of the noise")
        for target in [Target.platform, .cell] {
            found(
                target, 100..<10_000, 0.3, within: 2, atLeast: 0.95, of: delivered,
                as: "delivered")
            found(
                target, 100..<10_000, 0.2, within: 3, atLeast: 0.8, of: delivered,
                as: "delivered")
        }
    }

    private mutating func addDelays() {
        for (target, most) in [(Target.platform, 2.0), (.cell, 2), (.all, 2), (.campaign, 3)] {
            delay(target, 0.3, atMost: most)
        }
        for target in [Target.platform, .cell, .all] { delay(target, 0.5, atMost: 1.3) }
    }

    private mutating func addLife() {
        for (share, least) in [(0.3, 0.85), (0.5, 0.9)] {
            let told = opens.filter { $0.share == share && $0.isTold }
            add(
                "\(Aims.percent(share)): slice exact at the first alarm", atLeast: least,
                told.part { $0.isExact == true })
        }
        for share in [0.3, 0.5, 1] {
            let told = opens.filter { $0.share == share && $0.isTold }
            add(
                "\(Aims.percent(share)): notifications an incident", atMost: 1.25,
                told.notificationsAnIncident)
            guard let delay = told.compactMap(\.resolveDelay).sorted().quantile(0.9) else {
                continue
            }
            add("\(Aims.percent(share)): hours to the resolve, p90", atMost: 3, Double(delay))
        }
    }

    // MARK: Rows

    private mutating func found(
        _ target: Target, _ volume: Range<Double>, _ share: Double, within hours: Int,
        atLeast least: Double, of trials: [Trial]? = nil, as kind: String = "opened"
    ) {
        let met = (trials ?? opens).of(target, share, volume)
        let known = met.contains(where: \.hasOracle)
        add(
            "\(kind), \(target.rawValue), \(Aims.name(volume)) an hour, -\(Aims.percent(share)): "
                + "found within \(hours) h", atLeast: least,
            met.part { ($0.delay ?? .max) <= hours },
            oracle: known ? met.part { ($0.oracleDelay ?? .max) <= hours } : nil)
    }

    private mutating func delay(_ target: Target, _ share: Double, atMost most: Double) {
        let met = opens.of(target, share, 30..<Double.infinity)
        let ratio =
            PowerTables.meanDelay(met.map(\.delay)) / PowerTables.meanDelay(met.map(\.oracleDelay))
        add(
            "opened, \(target.rawValue), -\(Aims.percent(share)): mean delay over the oracle's",
            atMost: most, ratio)
    }

    private mutating func add(
        _ name: String, atLeast least: Double, _ reached: Double, oracle: Double? = nil
    ) {
        add(name, "at least \(text(least))", reached, isMet: reached >= least, oracle)
    }

    private mutating func add(_ name: String, atMost most: Double, _ reached: Double) {
        add(name, "at most \(text(most))", reached, isMet: reached <= most, nil)
    }

    private mutating func add(
        _ name: String, _ limit: String, _ reached: Double, isMet: Bool, _ oracle: Double?
    ) {
        let other = oracle.map { text($0) } ?? ""
        lines.append(row([name, limit, text(reached), isMet ? "yes" : "no", other]))
    }

    private static func name(_ volume: Range<Double>) -> String {
        volume.upperBound >= 10_000
            ? "from \(Int(volume.lowerBound))"
            : "\(Int(volume.lowerBound)) to \(Int(volume.upperBound))"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
