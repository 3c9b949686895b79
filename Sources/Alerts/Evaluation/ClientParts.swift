internal import Delivery
internal import Glibc
internal import SQLite

extension AlertReport {
    /// Messages that clients with one value received, such as one version of the app, and of which
    /// far fewer were opened than of the others.
    package struct ClientPart: Equatable, Sendable {
        package var dimension: Dimension
        package var received: Double
        package var opened: Double
        /// Opens, if they had changed as much as those of all other values.
        package var expected: Double

        package init(dimension: Dimension, received: Double, opened: Double, expected: Double) {
            self.dimension = dimension
            self.received = received
            self.opened = opened
            self.expected = expected
        }
    }
}

/// Looks for the clients that lack opens: a new version of an app that no longer reports them is a
/// usual cause.
///
/// Values are compared with each other, among messages that were sent since the start of the drop:
/// for all of them the same time has passed. What is usual of each is known from the week before.
package struct ClientParts {
    /// Received and opened messages.
    package struct Counts: Sendable {
        var received: Double
        var opened: Double

        package init(received: Double, opened: Double) {
            self.received = received
            self.opened = opened
        }
    }

    /// One value since the start of a drop, and before.
    package struct Value: Sendable {
        var name: String
        var now: Counts
        var before: Counts

        package init(name: String, now: Counts, before: Counts) {
            self.name = name
            self.now = now
            self.before = before
        }
    }

    /// All values that are not looked at.
    private struct Rest {
        var expected: Double
        var opened: Double
        var level: Double { opened / expected }
    }

    private static let historyHours: Int64 = 168
    /// A value that was rarely seen before has nearly the rate of all: as if it had this many
    /// messages more with that rate.
    private static let prior = 50.0
    /// So many values of a dimension are named.
    private static let most = 3
    private static let fewestExpected = 10.0
    private static let mostLeft = 0.7
    /// Of a false find, for all values together.
    private static let chance = 0.001
    /// Clients differ by so much without a fault, relative.
    private static let noise = 0.1

    /// The values that lack most, compared with all that are not among them; none that chance may
    /// explain.
    package static func parts(
        of dimension: String, _ rows: [Value]
    ) -> [AlertReport.ClientPart] {
        let usual = usualRates(rows)
        let expected = zip(rows, usual).map { $0.now.received * $1 }
        func ratio(_ place: Int) -> Double { rows[place].now.opened / expected[place] }
        let order = rows.indices.filter { expected[$0] > 0 }.sorted { ratio($0) < ratio($1) }
        var rest = Rest(
            expected: expected.reduce(0, +), opened: rows.reduce(0) { $0 + $1.now.opened })
        let limit = log(chance / Double(max(1, rows.count)))
        var lost: [Int] = []
        for place in order where lost.count < most {
            let without = Rest(
                expected: rest.expected - expected[place],
                opened: rest.opened - rows[place].now.opened)
            guard lacks(rows[place].now.opened, expected[place], than: without, limit) else {
                continue
            }
            lost.append(place)
            rest = without
        }
        return lost.map { place in
            AlertReport.ClientPart(
                dimension: AlertReport.Dimension(name: dimension, text: rows[place].name),
                received: rows[place].now.received, opened: rows[place].now.opened,
                expected: expected[place] * rest.level)
        }
    }

    /// Whether one value lacks more opens than the rest.
    private static func lacks(
        _ opened: Double, _ expected: Double, than rest: Rest, _ limit: Double
    ) -> Bool {
        guard rest.opened > 0, rest.expected >= fewestExpected else { return false }
        let mean = expected * rest.level
        guard mean >= fewestExpected, opened < mean * mostLeft else { return false }
        let variance = mean * (1 + mean * (1 / rest.opened + noise * noise))
        return NegativeBinomial.logTail(opened, mean: mean, variance: variance) <= limit
    }

    private static func usualRates(_ rows: [Value]) -> [Double] {
        let all = rows.reduce((0.0, 0.0)) {
            ($0.0 + $1.before.opened, $0.1 + $1.before.received)
        }
        let rate = all.1 > 0 ? all.0 / all.1 : 0
        return rows.map {
            ($0.before.opened + prior * rate) / ($0.before.received + prior)
        }
    }

    /// The parts of an alert of opens that fires, in all dimensions that clients tell; of other
    /// alerts none.
    static func find(
        _ alert: AlertReport.Alert, _ hours: HourClock, _ db: Connection
    ) throws -> [AlertReport.ClientPart] {
        let isWhole = alert.slice.contains { $0.text == AlertHistory.otherValues }
        guard alert.rule == AlertRule.opened.rawValue, alert.state == .firing, !isWhole else {
            return []
        }
        let (start, end) = (hours.hour(of: alert.startsAt), hours.hour(of: alert.updatedAt))
        return try Dimensions.columnsOfClients(db).flatMap { name, column in
            parts(of: name, try rows(column, alert.slice, start..<max(start, end), db))
        }
    }

    private static func rows(
        _ column: String, _ slice: [AlertReport.Dimension], _ hours: Range<Int64>,
        _ db: Connection
    ) throws -> [Value] {
        let own = try Dimensions.columnsOfSends(db)
        let filters = slice.map { dimension in
            let column = dimension.isOfDatabase ? own[dimension.name] ?? "null" : dimension.name
            return " and coalesce(\(column), '\(Segment.noWord)') = ?"
        }
        let sql = """
            select coalesce(\(column), '\(Segment.noWord)') as value, send_hour >= ? as is_now,
                total(received) as received, total(opened) as opened
            from base_client_rows
            where send_hour >= ? and send_hour < ? and silent = 0\(filters.joined())
            group by value, is_now
            """
        let times = [hours.lowerBound, hours.lowerBound - historyHours, hours.upperBound]
        var rows: [String: Value] = [:]
        let none = Counts(received: 0, opened: 0)
        for row in try Row.fetchAll(
            db, sql: sql, arguments: times.map(Period.text) + slice.map(\.text))
        {
            let value: String = try row["value"]
            let counts = Counts(received: try row["received"], opened: try row["opened"])
            let isNow: Bool = try row["is_now"]
            var known = rows[value] ?? Value(name: value, now: none, before: none)
            if isNow { known.now = counts } else { known.before = counts }
            rows[value] = known
        }
        return rows.values.sorted { $0.name < $1.name }
    }
}
