import Delivery
import FCM
import Lake
import SQLite
import TestSupport
import Testing

/// Sends are counted by members of their records that a database was told of.
@Suite("Dimensions of one's own")
struct DimensionTests {
    /// One is a member that has no other use, one is read for the campaign, one is rarely there.
    static let declared = [
        OwnDimension(name: "variant", place: "/message/data/k"),
        OwnDimension(name: "sender_campaign", place: "/campaign"),
        OwnDimension(name: "validated_only", place: "/request/validate_only"),
    ]
    /// With those that are known by name.
    private static let all = declared + KnownDimension.allCases.map(\.dimension)

    private func line(_ id: String, _ rest: String, data: String) -> String {
        """
        {"ts":"2025-11-18T12:00:00Z","message":{"token":"t","data":\(data)}\(rest),\
        "response":{"name":"projects/shop/messages/\(id)"}}

        """
    }

    private func rows(_ sql: String, _ database: String) throws -> [[Cell]] {
        try Store.reader(database).read { try Row.fetchAll($0, sql: sql).map(\.cells) }
    }

    @Test("have the texts, numbers and truths of records, and (none) for all else")
    func values() throws {
        let folder = try TemporaryFolder()
        let values = [
            "\"a\"", "7", "true", "null", "\"\"", "{\"x\":1}", "[1]",
            "\"\(String(repeating: "x", count: 300))\"",
        ]
        let lines = values.enumerated().map { index, value in
            line("176346720000000\(index)", "", data: "{\"k\":\(value)}")
        }
        let path = try folder.write(Array(lines.joined().utf8), to: "a.ndjson")
        try Ingesting(dimensions: Self.declared).read([path], into: folder.file("a.db"))
        let sql = "select variant, sum(sent) from funnel_hourly group by 1 order by 1"
        let found = try rows(sql, folder.file("a.db"))
        let expected: [(String, Int64)] = [
            ("(none)", 4), ("7", 1), ("a", 1), ("true", 1), (String(repeating: "x", count: 200), 1),
        ]
        #expect(found == expected.map { [.text($0), .integer($1)] })
        #expect(
            try rows("select distinct sender_campaign from messages", folder.file("a.db"))
                == [[.text("(none)")]])
    }

    @Test("merge one by one, in any order")
    func merged() throws {
        let id = "0:1763467200000000%31bd1c9631bd1c96"
        let lines = [
            line(id, "", data: "{\"k\":\"b\"}"), line(id, ",\"campaign\":\"c\"", data: "{}"),
            line(id, "", data: "{\"k\":\"a\"}"),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let folder = try TemporaryFolder()
            let bytes = order.flatMap { Array(lines[$0].utf8) }
            let path = try folder.write(bytes, to: "a.ndjson")
            try Ingesting(batchSize: 1, dimensions: Self.declared)
                .read([path], into: folder.file("a.db"))
            let sql = "select variant, sender_campaign, sent from messages"
            let expected: [[Cell]] = [[.text("a"), .text("c"), .integer(1)]]
            #expect(try rows(sql, folder.file("a.db")) == expected)
        }
    }

    @Test(
        "are the same for any order, split and number of threads, and add up",
        arguments: 900...907 as ClosedRange<UInt64>)
    func order(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let folder = try TemporaryFolder()
        let reading = Ingesting(dimensions: Self.all)
        let whole = try folder.write(log.bytes, to: "whole.ndjson")
        try reading.read([whole], into: folder.file("a.db"))
        let permuted = try folder.write(log.permuted(seed: seed).bytes, to: "permuted.ndjson")
        try Ingesting(batchSize: 7, threads: 3, dimensions: Self.all)
            .read([permuted], into: folder.file("b.db"))
        for (index, part) in log.split(into: 5).enumerated() {
            let file = try folder.write(part.bytes, to: "part-\(index).ndjson")
            // Later runs need not name them.
            let own = index == 0 ? Self.all : []
            try Ingesting(dimensions: own).read([file], into: folder.file("c.db"))
        }
        let expected = try StoreContent(folder.file("a.db"))
        #expect(try StoreContent(folder.file("b.db")) == expected)
        #expect(try StoreContent(folder.file("c.db")) == expected)
        #expect(try Verifier(Store.reader(folder.file("c.db"))).run().findings == [])
        let ofMessages = """
            select variant, sender_campaign, app, sum(sent), sum(opened) from messages
            where attempted = 1 group by 1, 2, 3 order by 1, 2, 3
            """
        let ofCells = """
            select variant, sender_campaign, app, sum(sent), sum(opened) from funnel_daily
            group by 1, 2, 3 order by 1, 2, 3
            """
        #expect(
            try rows(ofMessages, folder.file("a.db")) == rows(ofCells, folder.file("a.db")))
    }

    /// Counts without dimensions are those of a database that has none.
    @Test("change no other count", arguments: 910...913 as ClosedRange<UInt64>)
    func others(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(RandomLog(seed: seed, messages: 40).bytes, to: "a.ndjson")
        try Ingesting().read([path], into: folder.file("a.db"))
        try Ingesting(dimensions: Self.all).read([path], into: folder.file("b.db"))
        let sql = """
            select send_hour, platform, platform_source, campaign, project, image, image_status,
                silent, sum(attempted), sum(sent), sum(received), sum(opened)
            from funnel_hourly group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
            """
        #expect(try rows(sql, folder.file("a.db")) == rows(sql, folder.file("b.db")))
    }

    @Test("that are declared later get their values when files are read again")
    func later() throws {
        let folder = try TemporaryFolder()
        let log = RandomLog(seed: 920, messages: 40)
        let path = try folder.write(log.bytes, to: "a.ndjson")
        try Ingesting(dimensions: Self.declared).read([path], into: folder.file("a.db"))
        try Ingesting().read([path], into: folder.file("b.db"))
        try Ingesting(dimensions: [Self.declared[0]]).read([path], into: folder.file("b.db"))
        let none = "select count(*) from messages where variant <> '(none)'"
        #expect(try rows(none, folder.file("b.db")) == [[.integer(0)]])
        try Ingesting(readsAgain: true, dimensions: Self.declared)
            .read([path], into: folder.file("b.db"))
        #expect(
            try StoreContent(folder.file("b.db")) == StoreContent(folder.file("a.db")))
        #expect(try Verifier(Store.reader(folder.file("b.db"))).run().findings == [])
    }

    @Test(
        "are columns of a lake, with the rows of the database", arguments: [930, 931] as [UInt64])
    func lake(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(RandomLog(seed: seed, messages: 60).bytes, to: "a.ndjson")
        try Ingesting(dimensions: Self.all).read([path], into: folder.file("a.db"))
        let reader = try Store.reader(folder.file("a.db"))
        _ = try StoreExport(reader, folder.file("lake"))
        #expect(try Lake(folder.file("lake")).dimensions == Self.all)
        let views = try LakeViews(LakeContent(folder.file("lake")), dimensions: Self.all)
        for view in ViewDocumentation.shared.map({ $0.with(Self.all) })
        where view.columns.contains(where: { $0.name == "variant" }) {
            #expect(view.name != "client_hourly" || view.key.contains("app_version"))
            let expected = try reader.read { try LakeViews.rows(view.name, $0) }
            #expect(try views.rows(view.name) == expected, "\(view.name)")
        }
    }

    @Test("keep their places, and are at most eight")
    func refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        _ = try Store(writing: path, StoreSettings(dimensions: Self.declared))
        #expect(
            throws: StoreError.dimensionDiffers(
                path: path, known: Self.declared[0],
                asked: OwnDimension(name: "variant", place: "/other"))
        ) {
            try Store(
                writing: path,
                StoreSettings(dimensions: [OwnDimension(name: "variant", place: "/other")]))
        }
        let ofClients = OwnDimension(
            name: "variant", source: .clients, place: Self.declared[0].place)
        #expect(throws: StoreError.self) {
            try Store(writing: path, StoreSettings(dimensions: [ofClients]))
        }
        let many = (1...6).map { OwnDimension(name: "d\($0)", place: "/d\($0)") }
        #expect(throws: StoreError.self) {
            try Store(writing: path, StoreSettings(dimensions: many))
        }
        #expect(try Store(writing: path).dimensions == Self.declared)
        #expect(Dimensions.problem(with: "variant") == nil)
        let reserved = ["campaign", "select", "opened", "dimension_1", "client_dimension_1"]
        for name in ["", "1a", "Variant", "a-b"] + reserved {
            #expect(Dimensions.problem(with: name) != nil, "\(name)")
        }
    }
}
