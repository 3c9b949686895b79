package import FCM
package import SQLite

/// Reads and writes the tables of shared values, by the names of their columns.
package enum DictionaryTables {
    package static func load(_ db: Connection) throws -> Dictionaries {
        var dictionaries = Dictionaries()
        try load(&dictionaries.profiles, "send_profiles", db)
        try load(&dictionaries.observed, "observed_profiles", db)
        try load(&dictionaries.errors, "send_errors", db)
        try load(&dictionaries.amounts, "amounts", db)
        for row in try Row.fetchAll(db, sql: "select * from segments order by id") {
            dictionaries.segments.load(try segment { try row[$0] }, at: try row["id"])
        }
        return dictionaries
    }

    /// Writes the values that are not saved yet; `Dictionaries.noteSaved` is for after the commit.
    package static func save(_ dictionaries: Dictionaries, _ db: Connection) throws {
        try save(dictionaries.profiles, "send_profiles", db)
        try save(dictionaries.observed, "observed_profiles", db)
        try save(dictionaries.errors, "send_errors", db)
        try save(dictionaries.amounts, "amounts", db)
        try insert(dictionaries.segments, "segments", segmentColumns, db, cells)
    }

    /// Rows that the program would write otherwise for the values that it reads from them.
    static func oddRows(_ db: Connection) throws -> [String] {
        try oddRows(SendProfile.self, "send_profiles", db)
            + oddRows(ObservedProfile.self, "observed_profiles", db)
            + oddRows(SendError.self, "send_errors", db)
            + oddRows(Amount.self, "amounts", db)
            + oddRows("segments", segmentColumns, db) { cell in cells(try segment(cell)) }
    }

    private static func oddRows<Value: SharedValue>(
        _ type: Value.Type, _ table: String, _ db: Connection
    ) throws -> [String] {
        try oddRows(table, Value.members.map(\.column), db) { cell in
            cells(try value(cell) as Value)
        }
    }

    private static func oddRows(
        _ table: String, _ columns: [String], _ db: Connection,
        _ written: ((_ column: String) throws -> SharedCell?) throws -> [SharedCell?]
    ) throws -> [String] {
        try Row.fetchAll(db, sql: "select * from \(table) order by id").compactMap { row in
            let cells = try written { try row[$0] }
            let odd = try columns.indices.filter { place in
                try row[columns[place]] as Cell != cells[place]?.cell ?? .null
            }
            guard let first = odd.first else { return nil }
            let id: Int64 = try row["id"]
            return "\(table) \(id): \(columns[first]) does not fit its row"
        }
    }

    private static func load<Value: SharedValue>(
        _ interner: inout Interner<Value>, _ table: String, _ db: Connection
    ) throws {
        for row in try Row.fetchAll(db, sql: "select * from \(table) order by id") {
            interner.load(try value { try row[$0] }, at: try row["id"])
        }
    }

    /// The value of a row, by the cells of its columns.
    private static func value<Value: SharedValue>(
        _ cell: (_ column: String) throws -> SharedCell?
    ) rethrows -> Value {
        var value = Value()
        for member in Value.members { member.set(try cell(member.column), in: &value) }
        return value
    }

    private static func cells(_ value: some SharedValue) -> [SharedCell?] {
        var value = value
        return type(of: value).members.map { $0.cell(&value) }
    }

    private static func save<Value: SharedValue>(
        _ interner: Interner<Value>, _ table: String, _ db: Connection
    ) throws {
        try insert(interner, table, Value.members.map(\.column), db) { cells($0) }
    }

    private static func insert<Value>(
        _ interner: Interner<Value>, _ table: String, _ columns: [String], _ db: Connection,
        _ cells: (Value) -> [SharedCell?]
    ) throws {
        guard !interner.added.isEmpty else { return }
        let names = (["id"] + columns).joined(separator: ", ")
        let marks = columns.map { _ in ", ?" }.joined()
        let statement = try db.statement("insert into \(table) (\(names)) values (?\(marks))")
        for reference in interner.added {
            guard let value = interner[reference] else { continue }
            statement.bind(1, Int64(reference))
            for (place, cell) in cells(value).enumerated() {
                try statement.bind(Int32(place + 2), cell.cell)
            }
            try statement.run()
        }
    }
}

extension SharedCell: CellValue {
    package static func of(_ cell: Cell) -> SharedCell? {
        switch cell {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .null, .real, .blob: nil
        }
    }

    package var cell: Cell {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }
}

// MARK: - Segments

extension DictionaryTables {
    private static let segmentColumns =
        [
            "platform", "platform_source", "campaign", "project", "image", "image_status",
            "silent", "target_kind", "topic",
        ] + OwnDimension.Source.sends.columns

    /// Writes the class of image that the status says, in the segments of messages: theirs are what
    /// the records say.
    static func renewImageClasses(_ db: Connection) throws {
        let ofMessages = "id in (select segment from states)"
        let sql = "update segments set image = ? where id = ? and \(ofMessages)"
        for row in try Row.fetchAll(db, sql: "select * from segments") {
            let segment = try segment { try row[$0] }
            try db.execute(
                sql: sql, arguments: [segment.imageStatus.imageClass, try row["id"] as Int64])
        }
    }

    static func cells(_ segment: Segment) -> [SharedCell?] {
        [
            .text(segment.platform.name), .text(segment.platformSource.name),
            .text(segment.campaign), .text(segment.project),
            .text(segment.imageStatus.imageClass), .text(segment.imageStatus.name),
            .integer(segment.isSilent ? 1 : 0),
            .text(segment.target.name), segment.topic.map(SharedCell.text),
        ] + (0..<OwnDimension.most).map { segment.dimensions[$0].map(SharedCell.text) }
    }

    /// The segment of a row, by the cells of its columns.
    package static func segment(
        _ cell: (_ column: String) throws -> SharedCell?
    ) rethrows -> Segment {
        let platform = try cell("platform")?.text
        let source = try cell("platform_source")?.text
        let status = try cell("image_status")?.text
        let target = try cell("target_kind")?.text
        var dimensions = DimensionValues()
        for (position, column) in OwnDimension.Source.sends.columns.enumerated() {
            dimensions[position] = try cell(column)?.text
        }
        return try Segment(
            platform: Platform.allCases.first { $0.name == platform } ?? .unknown,
            platformSource: PlatformSource.allCases.first { $0.name == source } ?? .none,
            campaign: cell("campaign")?.text ?? Segment.noWord,
            project: cell("project")?.text ?? Segment.noWord,
            imageStatus: ImageStatus.allCases.first { $0.name == status } ?? .unknown,
            isSilent: cell("silent")?.integer ?? 0 != 0,
            target: TargetKind.allCases.first { $0.name == target } ?? .unknown,
            topic: cell("topic")?.text, dimensions: dimensions)
    }
}
