/// Expects events from the sends: see `Expectation`.
package struct RateModel: ExpectationModel {
    package internal(set) var cohorts: Cohorts
    package let parameters: AlertParameters
    package let grouping: Grouping
    private let platforms: Grouping
    private let campaigns: Int?
    /// The kind of each hour, 0 to 47.
    let kinds: [Int]

    package var hours: Range<Int64> { cohorts.hours }
    package var leaves: [[String]] { cohorts.leaves }
    package var arrivals: [Double] { cohorts.arrivals }
    /// Before this hour, the sends of some events are unknown.
    package let firstUsable = 24

    /// `hourOfWeek` converts an hour since 1970-01-01 00:00 UTC to the local hour of the week, 0
    /// for Monday 00 to 167. The dimensions `campaign` and `platform` are used if they exist;
    /// without platforms, all leaves are one platform.
    package init(
        _ cohorts: Cohorts, parameters: AlertParameters, hourOfWeek: (Int64) -> Int
    ) {
        self.cohorts = cohorts
        self.parameters = parameters
        campaigns = cohorts.index(of: "campaign")
        grouping = cohorts.grouping(by: campaigns)
        platforms = cohorts.grouping(by: cohorts.index(of: "platform"))
        kinds = cohorts.hours.map { HourOfWeek.kind(hourOfWeek($0)) }
    }

    /// All sends; each value of each dimension; and each value of each other dimension within each
    /// campaign, of images only within all campaigns.
    ///
    /// Or the series of `AlertParameters.series`.
    package var segments: [AlertSegment] {
        let indices = cohorts.dimensions.indices
        if let series = parameters.series {
            let asked = series.map { $0.compactMap(cohorts.index).sorted() }
            return AlertSegment.distinct(asked.flatMap { cohorts.segments(by: $0) })
        }
        var chosen = [[]] + indices.map { [$0] }
        if let campaigns {
            chosen += indices.filter { $0 != campaigns && cohorts.dimensions[$0] != "image" }
                .map { [$0, campaigns].sorted() }
        }
        return AlertSegment.distinct(chosen.flatMap { cohorts.segments(by: $0) })
    }

    package func expectation(
        training: Range<Int>, end: Int, excluded: [LeafSpan]
    ) -> Expectation {
        let mask = LeafSpan.flags(excluded, leafCount: leaves.count, in: training)
            .map { $0.map { !$0 } }
        let oneOffs = oneOffs(training)
        return Expectation.robust(
            Expectation.Training(
                cohorts: cohorts, grouping: pooled(oneOffs),
                oneOffs: oneOffs.contains(true) ? grouping.count : nil, kin: kin(oneOffs),
                kinds: kinds, hours: training, end: end, mask: mask),
            platforms: platforms)
    }

    /// That of campaigns with too few sends is measured on all of them together.
    package func priorNoise(_ data: LeafHours, _ expectation: Expectation) -> [PriorNoise] {
        let training = data.hours
        let hours = sendHours(training)
        let days = hours.map(sendDays)
        let campaigns = grouping.leaves.indices.filter { days[$0] < AlertParameters.regularDays }
            .map { OneOffCampaign(grouping.leaves[$0], platforms, data, expectation) }
        let oneOff = PriorNoise.oneOff(
            campaigns.compactMap(\.whole), parts: campaigns.flatMap(\.parts),
            parameters.oneOffNoise, training)
        return grouping.leaves.indices.map { group in
            guard days[group] >= AlertParameters.regularDays else { return oneOff }
            return PriorNoise(
                floor: parameters.tauFloor,
                measured: MeasuredSends(
                    days: min(Double(training.count) / 24, Double(days[group])),
                    hours: hours[group].count))
        }
    }

    /// The platform of the leaves if they have one, then all.
    package func wider(_ chosen: [Int]) -> [[Int]] {
        let own = Set(chosen.map { platforms.groups[$0] })
        let all = Array(leaves.indices)
        guard own.count == 1, let platform = own.first else { return [all] }
        return [platforms.leaves[platform], all]
    }

    /// Campaigns with too few sends share one history.
    private func pooled(_ oneOffs: [Bool]) -> Grouping {
        Grouping(grouping.groups.map { oneOffs[$0] ? grouping.count : $0 })
    }

    /// Leaves that differ in the campaign only: one-off campaigns, and regular ones.
    private func kin(_ oneOffs: [Bool]) -> Grouping {
        var numbers: [[String]: Int] = [:]
        return Grouping(
            leaves.indices.map { leaf in
                var values = leaves[leaf]
                if let campaigns { values[campaigns] = oneOffs[grouping.groups[leaf]] ? "" : " " }
                let number = numbers[values] ?? numbers.count
                numbers[values] = number
                return number
            })
    }

    /// Whether each campaign had sends on fewer than seven days.
    private func oneOffs(_ training: Range<Int>) -> [Bool] {
        sendHours(training).map { sendDays($0) < AlertParameters.regularDays }
    }

    /// The hours in which each campaign had sends, ascending.
    private func sendHours(_ training: Range<Int>) -> [[Int]] {
        grouping.leaves.map { leaves in
            var hasSends = Array(repeating: false, count: training.count)
            for leaf in leaves {
                for row in cohorts.rows(of: leaf)
                where training.contains(cohorts.rowHour[row]) && cohorts.rowSent[row] > 0 {
                    hasSends[cohorts.rowHour[row] - training.lowerBound] = true
                }
            }
            return training.filter { hasSends[$0 - training.lowerBound] }
        }
    }

    /// The number of days of these hours, which ascend.
    private func sendDays(_ sendHours: [Int]) -> Int {
        let days = sendHours.map { (hours.lowerBound + Int64($0)) / 24 }
        return zip(days, days.dropFirst()).count { $0 != $1 } + (days.isEmpty ? 0 : 1)
    }
}

extension AlertSegment {
    /// Without segments with the same leaves as an earlier one.
    static func distinct(_ segments: [AlertSegment]) -> [AlertSegment] {
        var known: Set<[Int]> = []
        return segments.filter { known.insert($0.leaves).inserted }
    }
}

/// Hours of the week, 0 for Monday 00 to 167.
enum HourOfWeek {
    static let count = 168

    /// Hour of day on weekdays, 0 to 23, or on weekends, 24 to 47.
    static func kind(_ hour: Int) -> Int { hour % 24 + (hour >= 120 ? 24 : 0) }
}
