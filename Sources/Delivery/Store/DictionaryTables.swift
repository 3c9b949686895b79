internal import FCM
internal import GRDB

/// Reads and writes the tables of shared values, by the names of their columns.
enum DictionaryTables {
    static func load(_ db: Database) throws -> Dictionaries {
        var dictionaries = Dictionaries()
        try load(&dictionaries.profiles, "send_profiles", db)
        try load(&dictionaries.observed, "observed_profiles", db)
        try load(&dictionaries.errors, "send_errors", db)
        for row in try Row.fetchAll(db, sql: "select * from segments order by id") {
            dictionaries.segments.load(segment(row), at: row["id"])
        }
        return dictionaries
    }

    /// Writes the values that are not saved yet; `Dictionaries.noteSaved` is for after the commit.
    static func save(_ dictionaries: Dictionaries, _ db: Database) throws {
        try save(dictionaries.profiles, "send_profiles", db)
        try save(dictionaries.observed, "observed_profiles", db)
        try save(dictionaries.errors, "send_errors", db)
        try insert(dictionaries.segments, "segments", segmentColumns, db, cells)
    }

    private static func load<Value: SharedValue>(
        _ interner: inout Interner<Value>, _ table: String, _ db: Database
    ) throws {
        for row in try Row.fetchAll(db, sql: "select * from \(table) order by id") {
            var value = Value()
            for member in Value.members {
                member.set(SharedCell(row[member.column] as DatabaseValue), in: &value)
            }
            interner.load(value, at: row["id"])
        }
    }

    private static func save<Value: SharedValue>(
        _ interner: Interner<Value>, _ table: String, _ db: Database
    ) throws {
        try insert(interner, table, Value.members.map(\.column), db) { value in
            var value = value
            return Value.members.map { $0.cell(of: &value) }
        }
    }

    private static func insert<Value>(
        _ interner: Interner<Value>, _ table: String, _ columns: [String], _ db: Database,
        _ cells: (Value) -> [SharedCell?]
    ) throws {
        guard !interner.added.isEmpty else { return }
        let names = (["id"] + columns).joined(separator: ", ")
        let marks = columns.map { _ in ", ?" }.joined()
        let statement = try RawStatement(db, "insert into \(table) (\(names)) values (?\(marks))")
        for reference in interner.added {
            guard let value = interner[reference] else { continue }
            statement.bind(1, Int64(reference))
            for (place, cell) in cells(value).enumerated() {
                statement.bind(Int32(place + 2), cell)
            }
            try statement.run()
        }
    }
}

extension SharedCell {
    fileprivate init?(_ value: DatabaseValue) {
        switch value.storage {
        case .int64(let number): self = .integer(number)
        case .string(let text): self = .text(text)
        case .null, .double, .blob: return nil
        }
    }
}

extension RawStatement {
    fileprivate func bind(_ index: Int32, _ cell: SharedCell?) {
        switch cell {
        case .integer(let number): bind(index, number)
        case .text(let text): bind(index, text)
        case nil: bind(index, 0, none: 0)
        }
    }
}

// MARK: - Segments

extension DictionaryTables {
    private static let segmentColumns = [
        "platform", "platform_source", "campaign", "image", "image_status", "silent",
        "target_kind", "topic",
    ]

    private static func cells(_ segment: Segment) -> [SharedCell?] {
        [
            .text(segment.platform.name), .text(segment.platformSource.name),
            .text(segment.campaign), .text(segment.imageStatus.imageClass),
            .text(segment.imageStatus.name), .integer(segment.isSilent ? 1 : 0),
            .text(segment.target.name), segment.topic.map(SharedCell.text),
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
