package import FCM
package import NDJSON
package import SQLite

/// What a store remembers of itself.
package enum Settings {
    package enum Name: String, Sendable {
        /// Hours after a send in which an open counts.
        case windowHours = "window_hours"
        /// Hours after a send in which a conversion counts; none is the default.
        case conversionHours = "conversion_hours"
        /// The `HourClock` of the hours; none for those of UTC.
        case clock
        /// Key of the hashes in the keys of messages: 32 hexadecimal digits.
        case hashKey = "hash_key"
        /// Key of the hashes of tokens, or `none`: no such hash is kept.
        case targetKey = "target_key"
        /// The newest time in any record of a send, and in any client event, ms since 1970.
        case newestSend = "newest_send_ms"
        case newestEvent = "newest_event_ms"
        /// The places of IDs of one's own, one in a line.
        case join
        /// The end of the last hour that alerts have judged, ms since 1970.
        case alertsUntil = "alerts_until_ms"
        /// The marks of days in which alert rules found nothing.
        case alertsQuiet = "alerts_quiet"
        /// The lake whose counts the database holds; none for one that reads logs itself.
        case lake
        /// What that lake was when it was counted: see `LakeMark`.
        case lakeMark = "lake_mark"
        /// The text that the views were made from.
        case views

        fileprivate func of(_ project: String?) -> String {
            rawValue + (project.map { " project=\($0)" } ?? "")
        }
    }

    package static func text(_ name: Name, _ db: Connection) throws -> String? {
        try text(named: name.rawValue, db)
    }

    private static func text(named name: String, _ db: Connection) throws -> String? {
        try String.fetchOne(
            db, sql: "select setting from settings where name = ?", arguments: [name])
    }

    /// Between ±2^53, with which any time can be reckoned: a damaged setting may have any number.
    package static func integer(_ name: Name, _ db: Connection) throws -> Int64? {
        try text(name, db).flatMap { Int64($0) }.map(plausible)
    }

    private static func plausible(_ number: Int64) -> Int64 { min(max(number, -1 << 53), 1 << 53) }

    /// A hundred years: a damaged setting may have any number.
    private static let mostWindowHours: Int64 = 876_600

    /// How long after its send an open counts, and a conversion.
    package static func windows(_ db: Connection) throws -> Windows {
        let opens = try integer(.windowHours, db) ?? Int64(Windows.defaultOpenHours)
        let conversions =
            try integer(.conversionHours, db) ?? Int64(Windows.defaultConversionHours)
        return Windows(
            openHours: plausible(hours: opens), conversionHours: plausible(hours: conversions))
    }

    private static func plausible(hours: Int64) -> Int {
        Int(min(max(hours, 0), mostWindowHours))
    }

    /// How long after its send an open counts.
    package static func windowMilliseconds(_ db: Connection) throws -> Int64 {
        try windows(db).opens
    }

    package static func set(_ name: Name, _ text: String, _ db: Connection) throws {
        try set(named: name.rawValue, text, db)
    }

    private static func set(named name: String, _ text: String, _ db: Connection) throws {
        try db.execute(
            sql: "insert or replace into settings (name, setting) values (?, ?)",
            arguments: [name, text])
    }

    /// Of all sends, or of one Firebase project, which alerts judge by itself.
    package static func text(
        _ name: Name, project: String?, _ db: Connection
    ) throws -> String? {
        try text(named: name.of(project), db)
    }

    package static func set(
        _ name: Name, project: String?, _ text: String, _ db: Connection
    ) throws {
        try set(named: name.of(project), text, db)
    }

    package static func alertsUntil(project: String?, _ db: Connection) throws -> Int64? {
        try text(.alertsUntil, project: project, db).flatMap { Int64($0) }.map(plausible)
    }

    /// In the place of a key: no hash is kept.
    package static let noKey = "none"

    package static func makeHashKey() -> String {
        var random = SystemRandomNumberGenerator()
        return text(of: SipHash.Key(random.next(), random.next()))
    }

    /// The keys of the store's hashes. A store from before they were two has one for both.
    package static func storedKeys(_ db: Connection) throws -> HashKeys {
        let identity = try text(.hashKey, db).flatMap(hashKey) ?? SipHash.Key(0, 0)
        let target = try text(.targetKey, db)
        return HashKeys(identity: identity, target: target.map(hashKey) ?? identity)
    }

    package static func text(of key: SipHash.Key) -> String {
        Digits.hexadecimal(key.k0) + Digits.hexadecimal(key.k1)
    }

    package static func hashKey(_ text: String) -> SipHash.Key? {
        guard text.utf8.count == 32, let k0 = UInt64(text.prefix(16), radix: 16),
            let k1 = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        return SipHash.Key(k0, k1)
    }
}

extension HourClock {
    /// The clock of a store.
    package static func stored(_ db: Connection) throws -> HourClock {
        try Settings.text(.clock, db).flatMap { HourClock($0) } ?? .utc
    }

    /// Makes a clock that of a store. Its counts are then to be made again.
    func save(_ db: Connection) throws {
        try db.execute(
            sql: "delete from settings where name = ?", arguments: [Settings.Name.clock.rawValue])
        if !isOfUTC { try Settings.set(.clock, text, db) }
        try Migrations.renewViews(db)
    }
}

extension Contributor {
    /// By the settings of a store.
    init(_ db: Connection) throws {
        self.init(try Settings.windows(db), clock: try HourClock.stored(db))
    }
}
