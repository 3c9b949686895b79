internal import Delivery
internal import SQLite

/// Reads the hours of `RefusalHours` from `failure_cells`.
extension RefusalHours {
    static let none = RefusalHours(leaves: [], hours: 0..<0, attempts: [], refusals: [])

    /// Whether the platform of a refused send is known can depend on FCM's answer; the sends of
    /// such segments count as of no known platform, accepted or not.
    private static let unknownPlatform = "unknown"

    /// - Parameters:
    ///   - cells: the sends of `hours`.
    ///   - known: the hours that are over.
    init(
        _ plan: LeafPlan, _ cells: [SendCell], dimensions: [String], hours: Range<Int64>,
        known: Range<Int64>, _ db: Connection
    ) throws {
        var words: [Int: [String]] = [:]
        func leaf(_ segment: Int64) -> [String]? {
            plan.place(of: segment).map { place in
                let place = place.leaf * 2 + (place.isBeforeAnswer ? 1 : 0)
                if let found = words[place] { return found }
                let leaf = plan.leaves[place / 2]
                let platform = place % 2 == 1 ? leaf[0] : RefusalHours.unknownPlatform
                let counted = [platform, leaf[1], ""] + leaf.dropFirst(3)
                words[place] = counted
                return counted
            }
        }
        let leaves = Set(cells.compactMap { leaf($0.segment) })
            .sorted { $0.lexicographicallyPrecedes($1) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(leaves, 0...))
        func number(_ segment: Int64) -> Int? { leaf(segment).flatMap { numbers[$0] } }
        var attempts = Array(repeating: 0.0, count: leaves.count * hours.count)
        for cell in cells {
            guard let place = number(cell.segment) else { continue }
            attempts[place * hours.count + cell.hour] += Double(cell.sent) + Double(cell.failed)
        }
        let errors = try RefusalHours.errors(db)
        let statement = try db.statement(
            "select segment, error, messages from failure_cells where send_hour = ?")
        var refusals: [Refusal] = []
        for hour in hours.clamped(to: known) {
            try statement.bind(1, Period.text(hour))
            while try statement.step() {
                guard let place = number(statement.integer(0)) else { continue }
                let (code, kind) = errors[statement.integer(1)] ?? ("", .other)
                refusals.append(
                    Refusal(
                        leaf: place, hour: Int(hour - hours.lowerBound), code: code, kind: kind,
                        count: Double(statement.integer(2))))
            }
            statement.reset()
        }
        self.init(
            dimensions: dimensions, leaves: leaves, hours: hours, attempts: attempts,
            refusals: refusals)
    }

    private static func errors(
        _ db: Connection
    ) throws -> [Int64: (code: String, kind: RefusalClass)] {
        let sql = "select id, code, apns_reason, http_status from send_errors"
        return try Row.fetchAll(db, sql: sql).reduce(into: [:]) { errors, row in
            let code: String = try row["code"]
            let kind = RefusalClass(
                code: code, apnsReason: try row["apns_reason"],
                httpStatus: try row["http_status"])
            errors[try row["id"]] = (code, kind)
        }
    }
}
