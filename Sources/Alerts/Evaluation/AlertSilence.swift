package import SQLite

/// A rule or slice without notifications for a time.
package struct AlertSilence: Equatable, Sendable {
    package var id: Int64
    /// A rule's name, or `*`.
    package var rule: String
    package var slice: [AlertReport.Dimension]
    /// ms since 1970.
    package var since: Int64
    package var until: Int64
    package var comment: String

    package static let everyRule = "*"

    func isActive(at now: Int64) -> Bool { since <= now && now < until }

    /// A silence covers its slice and all parts of it.
    func covers(_ alert: AlertReport.Alert) -> Bool {
        (rule == AlertSilence.everyRule || rule == alert.rule)
            && slice.allSatisfy(alert.slice.contains)
    }

    /// `platform=ios,campaign=welcome` in the order of dimensions; commas, equals signs and percent
    /// signs in words are percent-encoded.
    static func text(_ slice: [AlertReport.Dimension]) -> String {
        slice.map { "\($0.name)=\(escaped($0.text))" }.joined(separator: ",")
    }

    /// As every slice of alerts of one project has it.
    package static func text(project: String) -> String {
        text([AlertReport.Dimension(name: AlertHistory.projectDimension, text: project)])
    }

    static func slice(_ text: String) -> [AlertReport.Dimension] {
        text.split(separator: ",").compactMap { part in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            return AlertReport.Dimension(name: String(sides[0]), text: word(sides[1]))
        }
    }

    private static let escapes = [("%", "%25"), (",", "%2C"), ("=", "%3D")]

    private static func escaped(_ text: String) -> String {
        escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The word that `text` wrote so.
    package static func word(_ text: Substring) -> String {
        escapes.reversed().reduce(String(text)) { $0.replacing($1.1, with: $1.0) }
    }

    /// Whether one of two slices contains the other.
    static func areNested(_ a: [AlertReport.Dimension], _ b: [AlertReport.Dimension]) -> Bool {
        a.allSatisfy(b.contains) || b.allSatisfy(a.contains)
    }
}

extension AlertSilence {
    package static func all(_ db: Connection) throws -> [AlertSilence] {
        try Row.fetchAll(db, sql: "select * from alert_silence_rows order by id").map { row in
            try AlertSilence(
                id: row["id"], rule: row["rule"], slice: slice(row["slice"]),
                since: row["since_ms"], until: row["until_ms"], comment: row["comment"])
        }
    }

    /// Returns the number of the new silence.
    package static func add(
        rule: String, slice: [AlertReport.Dimension], since: Int64, until: Int64, comment: String,
        _ db: Connection
    ) throws -> Int64 {
        let sql = """
            insert into alert_silence_rows (rule, slice, since_ms, until_ms, comment)
            values (?, ?, ?, ?, ?)
            """
        try db.execute(sql: sql, arguments: [rule, text(slice), since, until, comment])
        return db.lastInsertedRowID
    }

    /// The campaign of a slice, if no send of it is stored: nil without a campaign.
    package static func campaignWithoutSends(
        _ slice: [AlertReport.Dimension], _ db: Connection
    ) throws -> String? {
        guard let campaign = slice.first(where: { $0.name == "campaign" })?.text else { return nil }
        let sql = "select 1 from segments where campaign = ? limit 1"
        return try Int64.fetchOne(db, sql: sql, arguments: [campaign]) == nil ? campaign : nil
    }

    /// Ends a silence now; false if it does not exist or has ended.
    package static func end(_ id: Int64, now: Int64, _ db: Connection) throws -> Bool {
        try db.execute(
            sql: "update alert_silence_rows set until_ms = ? where id = ? and until_ms > ?",
            arguments: [now, id, now])
        return db.changesCount > 0
    }
}
