/// What the projection of one platform is made of.
package struct OpenProjectionInput: Sendable {
    package var cohorts: [OpenCohort]
    /// Opens of final days, by the day's number.
    package var history: [Int64: OpenDelays]

    package init(cohorts: [OpenCohort] = [], history: [Int64: OpenDelays] = [:]) {
        self.cohorts = cohorts
        self.history = history
    }

    /// The projection of each platform, and of all under `all`: their sum, or, when one of them
    /// has too short a history, the projection of all sends together.
    package static func project(
        _ platforms: [String: OpenProjectionInput], asOf: Int64, windowSeconds: Double,
        clock: HourClock = .utc
    ) -> [String: OpenProjection] {
        func projection(_ input: OpenProjectionInput) -> OpenProjection {
            OpenProjection(
                input.cohorts, history: input.history, asOf: asOf, windowSeconds: windowSeconds,
                clock: clock)
        }
        let sent = platforms.filter { $0.value.cohorts.contains { $0.base > 0 } }
        var result = sent.mapValues(projection)
        guard !result.isEmpty else { return [:] }
        result["all"] =
            OpenProjection.sum(result.sorted { $0.key < $1.key }.map(\.value))
            ?? projection(pooled(Array(sent.values)))
        return result
    }

    private static func pooled(_ inputs: [OpenProjectionInput]) -> OpenProjectionInput {
        var hours: [Int64: OpenCohort] = [:]
        var pooled = OpenProjectionInput()
        for input in inputs {
            for cohort in input.cohorts {
                var sum = hours[cohort.hour] ?? OpenCohort(hour: cohort.hour, base: 0, opened: 0)
                sum.base += cohort.base
                sum.opened += cohort.opened
                hours[cohort.hour] = sum
            }
            pooled.history.merge(input.history) { $0.merging($1, uniquingKeysWith: +) }
        }
        pooled.cohorts = hours.values.sorted { $0.hour < $1.hour }
        return pooled
    }
}
