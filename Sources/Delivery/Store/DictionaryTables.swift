internal import FCM
internal import GRDB

/// Reads and writes the tables of shared values.
enum DictionaryTables {
    static func load(_ db: Database) throws -> Dictionaries {
        var dictionaries = Dictionaries()
        for row in try Row.fetchAll(db, sql: "select * from send_profiles order by id") {
            dictionaries.profiles.load(profile(row), at: row["id"])
        }
        for row in try Row.fetchAll(db, sql: "select * from observed_profiles order by id") {
            dictionaries.observed.load(observed(row), at: row["id"])
        }
        for row in try Row.fetchAll(db, sql: "select * from send_errors order by id") {
            let error = SendError(
                code: row["code"], apnsReason: row["apns_reason"], httpStatus: row["http_status"])
            dictionaries.errors.load(error, at: row["id"])
        }
        for row in try Row.fetchAll(db, sql: "select * from segments order by id") {
            dictionaries.segments.load(segment(row), at: row["id"])
        }
        return dictionaries
    }

    /// Writes the values that are not saved yet; `Dictionaries.noteSaved` is for after the commit.
    static func save(_ dictionaries: Dictionaries, _ db: Database) throws {
        try save(dictionaries.profiles, "send_profiles", db) { columns($0) }
        try save(dictionaries.observed, "observed_profiles", db) { columns($0) }
        try save(dictionaries.errors, "send_errors", db) {
            [$0.code, $0.apnsReason, $0.httpStatus]
        }
        try save(dictionaries.segments, "segments", db) { columns($0) }
    }

    private static func save<Value>(
        _ interner: Interner<Value>, _ table: String, _ db: Database,
        _ columns: (Value) -> StatementArguments
    ) throws {
        for reference in interner.added {
            guard let value = interner[reference] else { continue }
            try insert(table, [reference] + columns(value), db)
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
        case "send_profiles": 19
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
            profile.exportedPlatform?.rawValue,
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
        profile.exportedPlatform = (row["exported_platform"] as UInt8?).flatMap(Platform.init)
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
