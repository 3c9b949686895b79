internal import FCM
internal import GRDB

/// Reads and writes the tables of shared values.
enum DictionaryTables {
    /// How many values of each dictionary are in the database.
    struct Stored {
        var profiles = 0
        var observed = 0
        var errors = 0
        var segments = 0
    }

    static func load(_ db: Database) throws -> Dictionaries {
        var dictionaries = Dictionaries()
        for row in try Row.fetchAll(db, sql: "select * from send_profiles order by id") {
            dictionaries.profiles.restore(profile(row))
        }
        for row in try Row.fetchAll(db, sql: "select * from observed_profiles order by id") {
            dictionaries.observed.restore(observed(row))
        }
        for row in try Row.fetchAll(db, sql: "select * from send_errors order by id") {
            let error = SendError(
                code: row["code"], apnsReason: row["apns_reason"], httpStatus: row["http_status"])
            dictionaries.errors.restore(error)
        }
        for row in try Row.fetchAll(db, sql: "select * from segments order by id") {
            dictionaries.segments.restore(segment(row))
        }
        return dictionaries
    }

    static func stored(_ dictionaries: Dictionaries) -> Stored {
        Stored(
            profiles: dictionaries.profiles.values.count,
            observed: dictionaries.observed.values.count,
            errors: dictionaries.errors.values.count,
            segments: dictionaries.segments.values.count)
    }

    /// Writes the values that are not stored yet.
    static func save(_ dictionaries: Dictionaries, beyond stored: Stored, _ db: Database) throws {
        for (index, value) in dictionaries.profiles.values.enumerated().dropFirst(stored.profiles) {
            try insert("send_profiles", [index + 1] + columns(value), db)
        }
        for (index, value) in dictionaries.observed.values.enumerated().dropFirst(stored.observed) {
            try insert("observed_profiles", [index + 1] + columns(value), db)
        }
        for (index, value) in dictionaries.errors.values.enumerated().dropFirst(stored.errors) {
            let columns: StatementArguments = [value.code, value.apnsReason, value.httpStatus]
            try insert("send_errors", [index + 1] + columns, db)
        }
        for (index, value) in dictionaries.segments.values.enumerated().dropFirst(stored.segments) {
            try insert("segments", [index + 1] + columns(value), db)
        }
    }

    private static func insert(
        _ table: String, _ arguments: StatementArguments, _ db: Database
    ) throws {
        let marks = Array(repeating: "?", count: columnCount(table)).joined(separator: ", ")
        try db.cachedStatement(sql: "insert into \(table) values (\(marks))")
            .execute(arguments: arguments)
    }

    private static func columnCount(_ table: String) -> Int {
        switch table {
        case "send_profiles": 18
        case "observed_profiles": 7
        case "segments": 9
        default: 4
        }
    }
}

// MARK: - Send profiles

extension DictionaryTables {
    private static func columns(_ profile: SendProfile) -> StatementArguments {
        [
            profile.explicitPlatform?.rawValue, profile.addressedPlatform?.rawValue,
            profile.target.rawValue, profile.topic, profile.campaign,
            profile.labels.unknown, profile.labels.android, profile.labels.ios,
            profile.labels.web, profile.exportedLabel,
            packed(profile.images, \.rawValue), packed(profile.displays, \.rawValue),
            profile.options.priority, profile.options.ttlSeconds, profile.options.isCollapsible,
            profile.options.clickAction, profile.options.messageType,
        ]
    }

    private static func profile(_ row: Row) -> SendProfile {
        var profile = SendProfile()
        profile.explicitPlatform = (row["explicit_platform"] as UInt8?).flatMap(Platform.init)
        profile.addressedPlatform = (row["addressed_platform"] as UInt8?).flatMap(Platform.init)
        profile.target = TargetKind(rawValue: row["target"]) ?? .unknown
        profile.topic = row["topic"]
        profile.campaign = row["campaign"]
        profile.labels.unknown = row["message_label"]
        profile.labels.android = row["android_label"]
        profile.labels.ios = row["ios_label"]
        profile.labels.web = row["web_label"]
        profile.exportedLabel = row["exported_label"]
        profile.images = unpacked(row["images"], .unknown) { ImageStatus(rawValue: $0) }
        profile.displays = unpacked(row["displays"], .unknown) { Display(rawValue: $0) }
        profile.options.priority = row["priority"]
        profile.options.ttlSeconds = row["ttl_seconds"]
        profile.options.isCollapsible = row["is_collapsible"]
        profile.options.clickAction = row["click_action"]
        profile.options.messageType = row["message_type"]
        return profile
    }

    /// A byte for each platform.
    private static func packed<Value>(
        _ values: PerPlatform<Value>, _ code: (Value) -> UInt8
    ) -> Int64 {
        Platform.allCases.reduce(0) {
            $0 | Int64(code(values[$1])) << (8 * Int64($1.rawValue))
        }
    }

    private static func unpacked<Value>(
        _ packed: Int64, _ missing: Value, _ value: (UInt8) -> Value?
    ) -> PerPlatform<Value> {
        var values = PerPlatform(repeating: missing)
        for platform in Platform.allCases {
            let code = UInt8(truncatingIfNeeded: packed >> (8 * Int64(platform.rawValue)))
            values[platform] = value(code) ?? missing
        }
        return values
    }
}

// MARK: - Observed profiles and segments

extension DictionaryTables {
    private static func columns(_ observed: ObservedProfile) -> StatementArguments {
        [
            observed.platforms, observed.label, observed.composerID, observed.composerName,
            observed.topic, observed.isPriorityLowered,
        ]
    }

    private static func observed(_ row: Row) -> ObservedProfile {
        var observed = ObservedProfile()
        observed.platforms = row["platforms"]
        observed.label = row["label"]
        observed.composerID = row["composer_id"]
        observed.composerName = row["composer_name"]
        observed.topic = row["topic"]
        observed.isPriorityLowered = row["is_priority_lowered"]
        return observed
    }

    private static func columns(_ segment: Segment) -> StatementArguments {
        [
            segment.platform.name, segment.platformSource.name, segment.campaign,
            segment.imageStatus.imageClass, segment.imageStatus.name, segment.isSilent,
            segment.target.name, segment.topic,
        ]
    }

    private static func segment(_ row: Row) -> Segment {
        let platform: String = row["platform"]
        let source: String = row["platform_source"]
        let status: String = row["image_status"]
        let target: String = row["target_kind"]
        return Segment(
            platform: Platform.allCases.first { $0.name == platform } ?? .unknown,
            platformSource: PlatformSource.allCases.first { $0.name == source } ?? .none,
            campaign: row["campaign"],
            imageStatus: ImageStatus.allCases.first { $0.name == status } ?? .unknown,
            isSilent: row["silent"],
            target: TargetKind.allCases.first { $0.name == target } ?? .unknown,
            topic: row["topic"])
    }
}
