internal import FCM
internal import NDJSON
package import SQLite

/// A number for each hour that follows from its counts and their words: two databases with the same
/// counts have the same marks, and a change of any count changes the mark of its hour.
///
/// A mark is the sum, modulo 2^64, of each count times a hash of its row's words. So a commit adds
/// what it changes, in any order, and `verify` adds up all rows.
package struct HourMarks {
    /// By hours since 1970.
    package private(set) var marks: [Int64: UInt64] = [:]
    private var words: RollupWords

    /// None yet. `dictionaries` have the words of the rows to come.
    init(_ dictionaries: Dictionaries) { words = RollupWords(dictionaries) }

    /// The marks of all counts that are stored.
    static func counted(_ db: Connection) throws -> HourMarks {
        var counted = HourMarks(try DictionaryTables.load(db))
        for table in RollupTable.counting {
            try RollupTables.forEach(table, db) { counted.add($1, of: $0) }
        }
        return counted
    }

    /// Adds counts of a row of one of `RollupTable.counting`.
    mutating func add(_ counts: RollupDelta.Counts, of cell: RollupCell) {
        let row = words.hash(of: cell)
        var sum: UInt64 = 0
        for lane in cell.table.countColumns.indices where counts[lane] != 0 {
            let factor = HourMarks.mixed(row &+ UInt64(lane) &* 0x9e37_79b9_7f4a_7c15)
            sum &+= factor &* UInt64(bitPattern: Int64(counts[lane]))
        }
        marks[Int64(cell.hour), default: 0] &+= sum
    }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    fileprivate static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    // MARK: The table

    /// Replaces the stored marks with those of the stored counts. Numbers of segments may be others
    /// than before, so what was kept with the marks is deleted.
    package static func renew(_ db: Connection) throws {
        for table in ["hour_marks", "alert_hours"] {
            try db.execute(sql: "delete from \(table)")
        }
        try counted(db).save(db)
    }

    /// Adds the marks to the stored ones.
    func save(_ db: Connection) throws {
        let statement = try db.statement(
            "insert into hour_marks values (?, ?) on conflict (hour) do update set mark = ?2")
        for (hour, mark) in marks.sorted(by: { $0.key < $1.key }) where mark != 0 {
            let text = Period.text(hour)
            // SQLite's own sum would be a real number when it overflows.
            let stored = try Int64.fetchOne(
                db, sql: "select mark from hour_marks where hour = ?", arguments: [text])
            try statement.bind(1, text)
            statement.bind(2, (stored ?? 0) &+ Int64(bitPattern: mark))
            try statement.run()
        }
    }

    /// All marks that are stored, by hours since 1970.
    package static func stored(_ db: Connection) throws -> [Int64: UInt64] {
        var stored: [Int64: UInt64] = [:]
        for row in try Row.fetchAll(db, sql: "select hour, mark from hour_marks") {
            guard let hour = Period.hour(try row["hour"]) else { continue }
            stored[hour] = UInt64(bitPattern: try row["mark"])
        }
        return stored
    }
}

/// Hashes of the words of rollup rows. Numbers of segments and other values differ between
/// databases, their words do not.
private struct RollupWords {
    private let dictionaries: Dictionaries
    /// Hashes by number; each is computed at its first use.
    private var segments = SmallMap()
    private var observed = SmallMap()
    private var errors = SmallMap()
    private var amounts = SmallMap()

    init(_ dictionaries: Dictionaries) { self.dictionaries = dictionaries }

    mutating func hash(of cell: RollupCell) -> UInt64 {
        let table = UInt64(cell.table.rawValue) << 56
        return HourMarks.mixed(HourMarks.mixed(reference(of: cell) &+ table) &+ detail(of: cell))
    }

    private mutating func reference(of cell: RollupCell) -> UInt64 {
        let number = cell.reference
        switch cell.table {
        case .topicReceipt, .orphan, .label:
            if let known = observed[number] { return known }
            let hash = RollupWords.hash(of: dictionaries.observed[number])
            observed[number] = hash
            return hash
        default:
            if let known = segments[number] { return known }
            let cells = dictionaries.segments[number].map(DictionaryTables.cells)
            let hash = RollupWords.hash(cells ?? [])
            segments[number] = hash
            return hash
        }
    }

    private mutating func detail(of cell: RollupCell) -> UInt64 {
        switch cell.table {
        case .failure: RollupWords.hash(cell.detail, dictionaries.errors, &errors)
        case .conversion: RollupWords.hash(cell.detail, dictionaries.amounts, &amounts)
        case .client: RollupWords.hash(cell.detail, dictionaries.observed, &observed)
        default: UInt64(UInt32(bitPattern: cell.detail))
        }
    }

    private static func hash<Value: SharedValue>(
        _ number: Int32, _ values: Interner<Value>, _ hashes: inout SmallMap
    ) -> UInt64 {
        if let known = hashes[number] { return known }
        let hash = hash(of: values[number])
        hashes[number] = hash
        return hash
    }

    private static func hash<Value: SharedValue>(of value: Value?) -> UInt64 {
        guard var value else { return hash([]) }
        return hash(Value.members.map { $0.cell(&value) })
    }

    private static func hash(_ cells: [SharedCell?]) -> UInt64 {
        var hash = SipHash(key: .init(0, 0))
        for cell in cells {
            switch cell {
            case .integer(let number):
                hash.append(1 as UInt64)
                hash.append(number)
            case .text(let text):
                hash.append(2 as UInt64)
                hash.append(text)
            case nil: hash.append(0 as UInt64)
            }
        }
        return hash.finish()
    }
}

/// Hashes by small numbers: an array, as a dictionary would take most of the time of a mark.
private struct SmallMap {
    /// Beyond it, numbers are of damaged rows, and not kept.
    private static let limit: Int32 = 1 << 24
    private var hashes: [UInt64?] = []

    subscript(number: Int32) -> UInt64? {
        get { hashes.indices.contains(Int(number)) ? hashes[Int(number)] : nil }
        set {
            guard (0..<SmallMap.limit).contains(number) else { return }
            if Int(number) >= hashes.count {
                hashes += repeatElement(nil, count: Int(number) + 1 - hashes.count)
            }
            hashes[Int(number)] = newValue
        }
    }
}
