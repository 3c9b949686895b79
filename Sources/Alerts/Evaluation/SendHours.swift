internal import Delivery
internal import SQLite

/// Sends by leaf and hour.
package struct SendHours: Sendable {
    package let leaves: [[String]]
    package let hours: Range<Int64>
    /// `leaf × hours.count + hour`.
    private var sent: [Double]
    /// Sends whose platform is known whether or not FCM accepted them.
    private var accepted: [Double]
    private var refused: [Double]
    private var allRefused: [Double]

    init(_ plan: LeafPlan, _ cells: [SendCell], hours: Range<Int64>) {
        leaves = plan.leaves
        self.hours = hours
        sent = Array(repeating: 0, count: plan.leaves.count * hours.count)
        accepted = sent
        refused = sent
        allRefused = sent
        for cell in cells {
            guard let place = plan.places[cell.segment] else { continue }
            let index = place.leaf * hours.count + cell.hour
            sent[index] += Double(cell.sent)
            allRefused[index] += Double(cell.failed)
            guard place.isBeforeAnswer else { continue }
            accepted[index] += Double(cell.sent)
            refused[index] += Double(cell.failed)
        }
    }

    /// The sends of a slice in each hour.
    package func sent(in slice: Slice) -> [Double] { sum(sent, slice) }

    /// The sends of a slice that FCM rejected and accepted in each hour. For one platform, only
    /// sends whose platform is known in both cases.
    func answers(in slice: Slice) -> (refused: [Double], accepted: [Double]) {
        slice.values.first == .some(nil)
            ? (sum(allRefused, slice), sum(sent, slice))
            : (sum(refused, slice), sum(accepted, slice))
    }

    /// The sends in a send log. Exports come by the day, and do not have the hours of this day yet.
    func logged(in slice: Slice) -> [Double] { sum(sent, slice, isLoggedOnly: true) }

    private func sum(
        _ counts: [Double], _ slice: Slice, isLoggedOnly: Bool = false
    ) -> [Double] {
        var sums = Array(repeating: 0.0, count: hours.count)
        for (leaf, values) in leaves.enumerated() where slice.contains(values) {
            // Sends that only an export has are of no known image.
            if isLoggedOnly, values[2] == "unknown" { continue }
            for hour in 0..<hours.count { sums[hour] += counts[leaf * hours.count + hour] }
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
    var platform: String
    var campaign: String
    var image: String
    var isSilent: Bool
    /// Whether the platform is known whether or not FCM accepted the send.
    var isBeforeAnswer: Bool

    static func all(_ db: Connection) throws -> [Int64: SegmentWords] {
        let sql = """
            select id, platform, campaign, image, silent,
                platform_source in ('explicit', 'addressed') as is_before_answer
            from segments
            """
        var words: [Int64: SegmentWords] = [:]
        for row in try Row.fetchAll(db, sql: sql) {
            words[try row["id"]] = try SegmentWords(
                platform: row["platform"], campaign: row["campaign"], image: row["image"],
                isSilent: row["silent"], isBeforeAnswer: row["is_before_answer"])
        }
        return words
    }
}

/// The leaf of each segment.
struct LeafPlan {
    struct Place {
        var leaf: Int
        var isSilent: Bool
        var isBeforeAnswer: Bool
    }

    /// Sorted, as in the cohorts.
    let leaves: [[String]]
    let places: [Int64: Place]
    /// The number of the leaf of each segment; -1 for none.
    private let leafNumbers: [Int32]

    func leaf(of segment: Int64) -> Int? {
        guard let place = Int(exactly: segment), leafNumbers.indices.contains(place) else {
            return nil
        }
        let leaf = leafNumbers[place]
        return leaf >= 0 ? Int(leaf) : nil
    }

    init(
        _ segments: [Int64: SegmentWords], _ cells: [SendCell], isIgnored: ([String]) -> Bool
    ) {
        var sends: [String: Int64] = [:]
        var used: Set<Int64> = []
        for cell in cells {
            guard let words = segments[cell.segment] else { continue }
            used.insert(cell.segment)
            sends[words.campaign, default: 0] += cell.sent
        }
        let watched = Set(
            sends.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .prefix(AlertHistory.mostCampaigns).map(\.key))
        var leafOf: [Int64: [String]] = [:]
        for segment in used {
            guard let words = segments[segment] else { continue }
            let campaign =
                watched.contains(words.campaign) ? words.campaign : AlertHistory.otherCampaigns
            let leaf = [words.platform, campaign, words.image]
            if !isIgnored([words.platform, words.campaign, words.image]) { leafOf[segment] = leaf }
        }
        let leaves = Set(leafOf.values).sorted { $0.lexicographicallyPrecedes($1) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(leaves, 0...))
        self.leaves = leaves
        places = leafOf.reduce(into: [:]) { places, entry in
            let words = segments[entry.key]
            places[entry.key] = Place(
                leaf: numbers[entry.value] ?? 0, isSilent: words?.isSilent ?? false,
                isBeforeAnswer: words?.isBeforeAnswer ?? false)
        }
        // Numbers are consecutive.
        var leafNumbers = Array(repeating: Int32(-1), count: Int(places.keys.max() ?? -1) + 1)
        for (segment, place) in places where segment >= 0 {
            leafNumbers[Int(segment)] = Int32(place.leaf)
        }
        self.leafNumbers = leafNumbers
    }
}
