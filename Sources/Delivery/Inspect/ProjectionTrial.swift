internal import FCM
package import SQLite

/// How far projections would have been off: each day that is final now is projected from what was
/// known of it earlier, by the days that were final then, and compared with what came of it.
///
/// What was known is taken from the messages: counts by class of delay would spread opens in a
/// class just as the projection does.
package struct ProjectionTrial: Sendable {
    /// Hours after the end of a day.
    package static let hoursAfter: [Int64] = [0, 6, 24, 48]
    /// Days before a day of which the history is made.
    package static let historyDays: Int64 = 28

    /// The projections of one platform, or of all, at one age.
    package struct Row: Equatable, Sendable {
        package var hoursAfter: Int64
        package var platform: String
        /// Days that were projected.
        package var days: Int
        /// Means over days of (projected − final) / final.
        package var bias: Double
        package var rms: Double
        /// Days on which the final count lay in the 95 % interval.
        package var inside: Int
    }

    package let rows: [Row]

    package init(_ reader: Database) throws {
        rows = try reader.read { db in try OpenRecord(db).rows() }
    }
}

/// Sends and opens as far as a projection sees them, read from the messages.
private struct OpenRecord {
    /// Sends of one hour.
    struct Hour {
        var base: Int64 = 0
        var opened: Int64 = 0
        /// Opened by each of `ProjectionTrial.hoursAfter` after the end of the day.
        var known = Array(repeating: Int64(0), count: ProjectionTrial.hoursAfter.count)
    }

    private var hours: [Platform: [Int64: Hour]] = [:]
    private var delays: [Platform: [Int64: OpenDelays]] = [:]
    private let windows: Windows
    private var windowMilliseconds: Int64 { windows.opens }
    private let newest: Int64

    private var windowSeconds: Double { Double(windowMilliseconds) / 1000 }

    init(_ db: Connection) throws {
        windows = try Settings.windows(db)
        newest = try AsOf.stored(db) ?? Int64.min
        let dictionaries = try DictionaryTables.load(db)
        let classes = Dictionary(
            uniqueKeysWithValues: DelayBucket.all.map {
                ($0.bucket, DelayClass(from: $0.from, to: $0.to, windowSeconds: windowSeconds))
            })
        try StateTable.forEach(db) { state, segment in
            guard state.isSent, let meaning = dictionaries.segments.traits(segment),
                !meaning.isFanOut, !meaning.isSilent
            else { return }
            let outcome = MessageOutcome(state, meaning, .init(), windows)
            add(state.sentAt, outcome, meaning.platform, classes)
        }
    }

    private mutating func add(
        _ sentAt: Int64, _ outcome: MessageOutcome, _ platform: Platform,
        _ classes: [Int32: DelayClass?]
    ) {
        let day = floorDay(sentAt)
        var hour = hours[platform, default: [:]][floorHour(sentAt), default: Hour()]
        hour.base += 1
        if outcome.isOpened {
            hour.opened += 1
            for (place, after) in ProjectionTrial.hoursAfter.enumerated()
            where outcome.openedAt <= (day * 24 + 24 + after) * 3_600_000 {
                hour.known[place] += 1
            }
            let delay = DelayBucket.index(milliseconds: outcome.openedAt - sentAt)
            if let kind = classes[delay] ?? nil {
                delays[platform, default: [:]][day, default: [:]][kind, default: 0] += 1
            }
        }
        hours[platform, default: [:]][floorHour(sentAt)] = hour
    }

    /// All days, projected at all ages.
    func rows() -> [ProjectionTrial.Row] {
        let days = Set(hours.values.flatMap(\.keys).map { $0 / 24 })
        let finalDays = days.filter { end(of: $0) + windowMilliseconds <= newest }.sorted()
        return ProjectionTrial.hoursAfter.indices.flatMap { place in
            var tallies: [String: Tally] = [:]
            for day in finalDays { project(day, place, finalDays, &tallies) }
            return tallies.sorted { $0.key < $1.key }.map {
                $1.row(hoursAfter: ProjectionTrial.hoursAfter[place], platform: $0)
            }
        }
    }

    private func end(of day: Int64) -> Int64 { (day + 1) * 86_400_000 }

    private func project(
        _ day: Int64, _ place: Int, _ finalDays: [Int64], _ tallies: inout [String: Tally]
    ) {
        let asOf = end(of: day) + ProjectionTrial.hoursAfter[place] * 3_600_000
        let history = finalDays.filter {
            $0 >= day - ProjectionTrial.historyDays && $0 < day
                && end(of: $0) + windowMilliseconds <= asOf
        }
        var parts: [String: OpenProjectionInput] = [:]
        var outcomes: [String: Int64] = [:]
        for (platform, hours) in hours {
            let ofDay = hours.filter { $0.key / 24 == day }
            guard !ofDay.isEmpty else { continue }
            let cohorts = ofDay.sorted { $0.key < $1.key }.map {
                OpenCohort(hour: $0, base: $1.base, opened: $1.known[place])
            }
            let past = (delays[platform] ?? [:]).filter { history.contains($0.key) }
            parts[platform.name] = OpenProjectionInput(cohorts: cohorts, history: past)
            outcomes[platform.name] = ofDay.values.reduce(0) { $0 + $1.opened }
        }
        outcomes["all"] = outcomes.values.reduce(0, +)
        let projected = OpenProjectionInput.project(
            parts, asOf: asOf, windowSeconds: windowSeconds)
        for (name, projection) in projected {
            guard projection.days >= OpenProjection.fewestDays, let opened = outcomes[name] else {
                continue
            }
            tallies[name, default: Tally()].add(projection, opened)
        }
    }
}

/// Errors, added up.
private struct Tally {
    private var days = 0
    private var sum = 0.0
    private var squares = 0.0
    private var inside = 0

    mutating func add(_ projection: OpenProjection, _ opened: Int64) {
        guard opened > 0, let projected = projection.projected, let interval = projection.interval
        else {
            return
        }
        let error = (projected - Double(opened)) / Double(opened)
        days += 1
        sum += error
        squares += error * error
        if interval.contains(Double(opened)) { inside += 1 }
    }

    func row(hoursAfter: Int64, platform: String) -> ProjectionTrial.Row {
        let count = Double(max(days, 1))
        return ProjectionTrial.Row(
            hoursAfter: hoursAfter, platform: platform, days: days, bias: sum / count,
            rms: (squares / count).squareRoot(), inside: inside)
    }
}
