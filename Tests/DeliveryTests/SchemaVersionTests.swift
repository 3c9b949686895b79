import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

/// Databases of every version that there has been, as `Tests/Schemas` keeps them, against a new
/// one of the same records.
@Suite("A database of an earlier version")
struct SchemaVersionTests {
    static let versions = (1...(Int(Store.newestVersion) ?? 1)).map(String.init)

    /// As the version left it.
    private func database(_ version: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.file("push-\(version).db")
        let text = try SchemaFile.text(version)
        try Connection(path: path).execute(sql: text)
        return path
    }

    @Test("is migrated to what a new one is", arguments: versions)
    func migrated(version: String) throws {
        let folder = try TemporaryFolder()
        let path = try database(version, in: folder)
        _ = try Store(writing: path)
        let new = folder.file("new.db")
        try Ingesting().read([SchemaFile.records], into: new)
        if version != Store.newestVersion { try nameAsBefore(new) }
        let shape = try Store.reader(path).read { try SchemaShape($0) }
        let newShape = try Store.reader(new).read { try SchemaShape($0) }
        #expect(shape.difference(from: newShape) == nil)
        #expect(try StoreContent(path).changed(from: StoreContent(new)) == [])
        #expect(try Verifier(Store.reader(path)).run().findings == [])
        // And goes on: the file is known, and its lines are.
        let counts = try Ingesting().read([SchemaFile.records], into: path)
        #expect(counts.new == 0 && counts.addsUp)
        // A file that is read again tells what earlier versions did not keep: projects.
        let fresh = folder.file("fresh.db")
        try Ingesting().read([SchemaFile.records], into: fresh)
        let changed = try StoreContent(path).changed(from: StoreContent(fresh))
        #expect(version != Store.newestVersion || changed == [])
        #expect(try Verifier(Store.reader(path)).run().findings == [])
        #expect(try projects(path) == projects(fresh))
        #expect(try projects(path).count > 1)
    }

    private func projects(_ path: String) throws -> [[Cell]] {
        let sql = "select project, sum(attempted) from funnel_daily group by 1 order by 1"
        return try Store.reader(path).read { try Row.fetchAll($0, sql: sql).map(\.cells) }
    }

    /// Before version 3 the platform of an export row stood where that of the sender's log does.
    /// Where both tell of a message, nobody can take them apart again. And no send had a project.
    private func nameAsBefore(_ path: String) throws {
        try Database(path: path).write {
            try $0.execute(
                sql: "update send_profiles set project_id = null, project_number = null")
        }
        _ = try StoreRepair.run(Store(writing: path)) { _ in }
        try Database(path: path).write {
            try $0.execute(
                sql: """
                    update segments set platform_source = 'explicit'
                    where platform_source = 'exported' and image <> 'unknown'
                    """)
            try HourMarks.renew($0)
        }
    }

    @Test("is not read as it is, and says so", arguments: versions.dropLast())
    func refused(version: String) throws {
        let folder = try TemporaryFolder()
        let path = try database(version, in: folder)
        let bytes = FileManager.default.contents(atPath: path)
        #expect(throws: StoreError.tooOld(path: path)) { try Store.reader(path) }
        #expect(FileManager.default.contents(atPath: path) == bytes)
    }

    /// The platform of a message that addresses it alone is known whatever FCM answered; one that
    /// only an export row names is not, and its receipt is no client's own.
    @Test("of version 2 counts its messages by the rules of today")
    func resettled() throws {
        let folder = try TemporaryFolder()
        let path = try database("2", in: folder)
        try Database(path: path).write { db in
            for (id, word, explicit, addressed, images) in [
                (900, "explicit", "1", "null", 168_430_090), (901, "id_shape", "null", "1", 0),
            ] {
                try db.execute(
                    sql: """
                        insert into send_profiles
                            (id, explicit_platform, addressed_platform, target, images, displays)
                        values (\(id), \(explicit), \(addressed), 0, \(images), 0);
                        insert into segments
                        values (
                            \(id), 'ios', '\(word)', 'resettled', 'image', 'ok', 0, 'token',
                            null);
                        insert into states
                        select 0, (1763467200000000 + \(id)) * 4 + 1, 0, 1 | 128, \(id), \(id), 0,
                            0, null, 1763467200000, 1763467260000, null, null, null, null, null;
                        insert into funnel_cells
                        values (
                            '2025-11-18T12', \(id), 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0)
                        """)
            }
        }
        _ = try Store(writing: path)
        let rows = try Store.reader(path).read {
            try Row.fetchAll(
                $0,
                sql: """
                    select platform_source, sum(attempted), sum(failure_base), sum(impression_base)
                    from funnel_hourly
                    where send_hour = '2025-11-18T12' and platform = 'ios'
                        and platform_source in ('addressed', 'exported')
                    group by 1 order by 1
                    """)
        }
        let expected: [[Cell]] = [
            [.text("addressed"), .integer(1), .integer(1), .integer(1)],
            [.text("exported"), .integer(1), .integer(0), .integer(0)],
        ]
        #expect(rows.map(\.cells) == expected)
    }

    /// Nothing is left to tell what a client's own log reported: all that was received counts so.
    @Test("of version 2 whose messages were all pruned adds up")
    func pruned() throws {
        let folder = try TemporaryFolder()
        let path = try database("2", in: folder)
        try Database(path: path).write {
            try $0.execute(
                sql: """
                    delete from states;
                    delete from day_filters;
                    delete from message_ids;
                    update pruned set horizon_day = 30000,
                        facts = (select sum(facts) from ledger_files)
                    """)
        }
        _ = try Store(writing: path)
        let reader = try Store.reader(path)
        #expect(try Verifier(reader).run().findings == [])
        let (received, base) = try reader.read { db in
            try (
                Int.fetchOne(db, sql: "select sum(received) from funnel_hourly where silent = 0"),
                Int.fetchOne(db, sql: "select sum(impression_base) from funnel_hourly")
            )
        }
        #expect(received == base && base ?? 0 > 0)
        let known = "select sum(attempted) from funnel_hourly where platform_source = 'addressed'"
        #expect(try reader.read { try Int.fetchOne($0, sql: known) } == nil)
    }

    @Test("that nobody has heard of is left alone")
    func newer() throws {
        let folder = try TemporaryFolder()
        let path = try database(Store.newestVersion, in: folder)
        try Connection(path: path).execute(sql: "insert into grdb_migrations values ('1000')")
        let bytes = FileManager.default.contents(atPath: path)
        #expect(throws: StoreError.tooNew(path: path)) { try Store.reader(path) }
        #expect(throws: StoreError.tooNew(path: path)) { try Store(writing: path) }
        #expect(FileManager.default.contents(atPath: path) == bytes)
    }

    /// Made by a program from between two versions.
    @Test("that only says so is left as it was", arguments: versions.dropLast())
    func between(version: String) throws {
        let folder = try TemporaryFolder()
        let path = try database(version, in: folder)
        let other = try Database(path: path)
        try other.write { try $0.execute(sql: "alter table states add column more integer") }
        let shape = try other.read { try SchemaShape($0) }
        let error = StoreError.unknownShape(path: path, object: "table states")
        #expect(throws: error) { try Store(writing: path) }
        #expect(try other.read { try SchemaShape($0) } == shape)
    }

    /// A change of tables or views is a new version: databases of the last one are out there.
    /// While no release has it, its own file may be made anew instead:
    /// `UPDATE_GOLDEN=1 swift test … --filter SchemaVersionTests`, which fails that run.
    @Test("is kept for every version, as that version made it")
    func kept() throws {
        let folder = try TemporaryFolder()
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let path = folder.file("push.db")
            try Ingesting().read([SchemaFile.records], into: path)
            // The same on every machine.
            try Database(path: path).write {
                try $0.execute(
                    sql: """
                        update ledger_files
                        set path = 'records.ndjson', device = 1, inode = 1, modified_ns = 0
                        """)
            }
            try SchemaFile.write(DatabaseText.of(path), version: Store.newestVersion)
            Issue.record("Tests/Schemas/\(Store.newestVersion).sql was written: look at it")
        }
        #expect(try SchemaFile.versions() == Self.versions)
        let path = try database(Store.newestVersion, in: folder)
        let shape = try Store.reader(path).read { try SchemaShape($0) }
        let changed = shape.difference(from: try SchemaShape.newest())
        #expect(
            changed == nil,
            "\(changed ?? "") differs from Tests/Schemas/\(Store.newestVersion).sql: add a version")
    }
}

/// The files of `Tests/Schemas`.
enum SchemaFile {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Schemas")

    /// What all of them are of.
    static var records: String { folder.appending(path: "records.ndjson").path }

    static func text(_ version: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(version).sql"), encoding: .utf8)
    }

    static func write(_ text: String, version: String) throws {
        let url = folder.appending(path: "\(version).sql")
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    static func versions() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }
            .sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    }
}

/// A database as the SQL that makes it: tables and their rows, then what must not see them come.
enum DatabaseText {
    static func of(_ path: String) throws -> String {
        try Store.reader(path).read { db in
            let objects = try Row.fetchAll(
                db,
                sql: """
                    select type, name, sql from sqlite_schema where name not like 'sqlite_%'
                    order by type = 'table' desc, rowid
                    """)
            var statements: [String] = []
            for object in objects {
                statements.append(try object["sql"])
                guard try object["type"] == "table" else { continue }
                statements += try rows(of: object["name"], db)
            }
            return "begin;\n" + statements.map { $0 + ";\n" }.joined() + "commit;\n"
        }
    }

    /// The views stand in the file once; their text among the settings is for programs.
    private static func rows(of table: String, _ db: Connection) throws -> [String] {
        let condition = table == "settings" ? " where name <> 'views'" : ""
        let columns = try Row.fetchAll(
            db, sql: "pragma table_info(\(table))"
        ).map { "quote(\(try $0["name"] as String))" }
        let values = columns.joined(separator: " || ', ' || ")
        let sql = """
            select 'insert into \(table) values (' || \(values) || ')' from \(table)\(condition)
            order by 1
            """
        return try String.fetchAll(db, sql: sql)
    }
}
