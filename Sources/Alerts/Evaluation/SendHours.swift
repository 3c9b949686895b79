internal import Delivery
internal import SQLite

/// Sends by leaf and hour.
package struct SendHours: Sendable {
    package let dimensions: [String]
    package let leaves: [[String]]
    package let hours: Range<Int64>
    /// `leaf × hours.count + hour`.
    var counts: [Count]

    struct Count {
        var accepted = 0.0
        var refused = 0.0
        /// Accepted sends in a send log. Exports come by the day, and do not have the hours of this
        /// day yet.
        var logged = 0.0
        /// Of sends whose platform is known whether or not FCM accepted them.
        var knownAccepted = 0.0
        var knownRefused = 0.0

        mutating func scale(by factor: Double) {
            accepted *= factor
            refused *= factor
            logged *= factor
            knownAccepted *= factor
            knownRefused *= factor
        }
    }

    init(_ plan: LeafPlan, _ cells: [SendCell], dimensions: [String], hours: Range<Int64>) {
        self.dimensions = dimensions
        leaves = plan.leaves
        self.hours = hours
        counts = Array(repeating: Count(), count: leaves.count * hours.count)
        for cell in cells {
            guard let place = plan.place(of: cell.segment) else { continue }
            let index = place.leaf * hours.count + cell.hour
            counts[index].accepted += Double(cell.sent)
            counts[index].refused += Double(cell.failed)
            if !place.isOfExport { counts[index].logged += Double(cell.sent) }
            guard place.isBeforeAnswer else { continue }
            counts[index].knownAccepted += Double(cell.sent)
            counts[index].knownRefused += Double(cell.failed)
        }
    }

    /// The sends of some leaves in each hour.
    func sent(in leaves: [Int]) -> [Double] { sum(leaves) { $0.accepted } }

    /// The sends of some leaves that FCM rejected and accepted in each hour. Of one platform, only
    /// sends whose platform is known in both cases.
    func answers(
        in leaves: [Int], ofOnePlatform: Bool
    ) -> (refused: [Double], accepted: [Double]) {
        ofOnePlatform
            ? (sum(leaves) { $0.knownRefused }, sum(leaves) { $0.knownAccepted })
            : (sum(leaves) { $0.refused }, sum(leaves) { $0.accepted })
    }

    /// The accepted sends of a slice in a send log.
    func logged(in slice: Slice) -> [Double] { sum(slice.places(in: leaves)) { $0.logged } }

    func logged(in slice: Slice, hours some: Range<Int64>) -> [Double] {
        let first = hours.lowerBound
        let places = some.clamped(to: hours)
        return Array(
            logged(in: slice)[Int(places.lowerBound - first)..<Int(places.upperBound - first)])
    }

    private func sum(_ some: [Int], _ number: (Count) -> Double) -> [Double] {
        var sums = Array(repeating: 0.0, count: hours.count)
        for leaf in some {
            for hour in 0..<hours.count { sums[hour] += number(counts[leaf * hours.count + hour]) }
        }
        return sums
    }
}

/// A row of `funnel_cells`.
struct SendCell {
    /// Counted from the first hour to read.
    var hour: Int
    var segment: Int64
    var sent: Int64
    var failed: Int64

    /// A single old record is no history: it ends with this many hours without sends.
    private static let longestGap = 7 * 24

    /// The hours since the last long gap, and their cells.
    static func sinceLongGap(
        _ cells: [SendCell], in hours: Range<Int64>
    ) -> (hours: Range<Int64>, cells: [SendCell]) {
        let active = Set(cells.filter { $0.sent > 0 }.map(\.hour)).sorted()
        guard var first = active.last else { return (hours, []) }
        for hour in active.reversed() {
            guard first - hour <= longestGap else { break }
            first = hour
        }
        let kept = cells.filter { $0.hour >= first }.map { cell in
            var cell = cell
            cell.hour -= first
            return cell
        }
        return (hours.lowerBound + Int64(first)..<hours.upperBound, kept)
    }

    static func all(_ hours: Range<Int64>, _ db: Connection) throws -> [SendCell] {
        // Rows without counts depend on the order in which files were read.
        let statement = try db.statement(
            """
            select segment, sent, failed from funnel_cells where send_hour = ? and attempted <> 0
            """)
        var cells: [SendCell] = []
        for (index, hour) in hours.enumerated() {
            try statement.bind(1, Period.text(hour))
            while try statement.step() {
                cells.append(
                    SendCell(
                        hour: index, segment: statement.integer(0), sent: statement.integer(1),
                        failed: statement.integer(2)))
            }
            statement.reset()
        }
        return cells
    }
}

/// The words of a segment that alerts use.
struct SegmentWords {
    /// Platform, campaign, image, and values of the database's dimensions.
    var leaf: [String]
    var isSilent: Bool
    /// Whether the platform is known whether or not FCM accepted the send.
    var isBeforeAnswer: Bool
    /// Whether only an export has the sends: the platform is its word, and the image unknown.
    var isOfExport: Bool

    /// Of the segments of all projects, or of one.
    static func all(
        of project: String?, by dimensions: [String], _ db: Connection
    ) throws -> [Int64: SegmentWords] {
        let own = dimensions.dropFirst(AlertHistory.usualDimensions.count)
        let known = own.isEmpty ? [:] : try Dimensions.columnsOfSends(db)
        let columns = own.map { known[$0] ?? "null" }
        let names = AlertHistory.usualDimensions + columns.indices.map { "value_\($0)" }
        let values = zip(columns, columns.indices)
            .map { "coalesce(\($0), '\(Segment.noWord)') as value_\($1), " }.joined()
        let sql = """
            select id, platform, campaign, image, silent, \(values)
                platform_source in ('explicit', 'addressed') as is_before_answer,
                platform_source = 'exported' and image = 'unknown' as is_of_export
            from segments where ?1 is null or project = ?1
            """
        return try Row.fetchAll(db, sql: sql, arguments: [project]).reduce(into: [:]) {
            words, row in
            words[try row["id"]] = try SegmentWords(
                leaf: names.map { try row[$0] }, isSilent: row["silent"],
                isBeforeAnswer: row["is_before_answer"], isOfExport: row["is_of_export"])
        }
    }
}

/// The leaf of each segment.
struct LeafPlan {
    struct Place {
        var leaf: Int
        var isSilent: Bool
        var isBeforeAnswer: Bool
        var isOfExport: Bool
    }

    /// Sorted, as in the cohorts.
    let leaves: [[String]]
    /// By the number of the segment.
    private var places: [Int64: Place] = [:]

    func place(of segment: Int64) -> Place? { places[segment] }

    init(
        _ segments: [Int64: SegmentWords], _ cells: [SendCell], ignored: [Slice]
    ) {
        func isIgnored(_ leaf: [String]) -> Bool { ignored.contains { $0.contains(leaf) } }
        let watched = LeafPlan.watched(segments, cells)
        var used: [Int64: (leaf: [String], words: SegmentWords)] = [:]
        for segment in Set(cells.map(\.segment)) {
            guard let words = segments[segment], !isIgnored(words.leaf) else { continue }
            var leaf = words.leaf
            for (place, values) in watched where !values.contains(leaf[place]) {
                leaf[place] = AlertHistory.otherValues
            }
            used[segment] = (leaf, words)
        }
        leaves = Set(used.values.map { $0.leaf }).sorted { $0.lexicographicallyPrecedes($1) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(leaves, 0...))
        for (segment, (leaf, words)) in used {
            places[segment] = Place(
                leaf: numbers[leaf] ?? 0, isSilent: words.isSilent,
                isBeforeAnswer: words.isBeforeAnswer, isOfExport: words.isOfExport)
        }
    }

    /// The campaigns with most sends, and such values of the database's dimensions, by place.
    private static func watched(
        _ segments: [Int64: SegmentWords], _ cells: [SendCell]
    ) -> [(place: Int, values: Set<String>)] {
        let count = segments.values.first?.leaf.count ?? 0
        let campaign = 1
        return ([campaign] + (AlertHistory.usualDimensions.count..<max(3, count))).map { place in
            // Real numbers: a damaged row may hold the largest integer.
            var sends: [String: Double] = [:]
            for cell in cells {
                guard let words = segments[cell.segment] else { continue }
                sends[words.leaf[place], default: 0] += Double(cell.sent)
            }
            let most = sends.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .prefix(AlertHistory.mostValues)
            return (place, Set(most.map(\.key)))
        }
    }
}
