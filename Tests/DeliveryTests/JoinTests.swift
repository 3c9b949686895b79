import Delivery
import NDJSON
import SQLite
import TestSupport
import Testing

/// The same records twice: once each names its message by FCM's ID, once by that, by an ID of one's
/// own or by both.
private struct NamedLog {
    private(set) var byFCM: [String] = []
    private(set) var byAny: [String] = []
    private var random: SeededRandom

    init(seed: UInt64, messages: Int) {
        random = SeededRandom(seed: seed)
        for number in 0..<messages { addMessage(number) }
    }

    private mutating func addMessage(_ number: Int) {
        let moment = 1_794_477_600_000_000 + Int64(number / 2) * 1_000_000
        let isAndroid = random.once(in: 2)
        let id =
            isAndroid ? "0:\(moment)%31bd1c9631bd\(1000 + number)" : "\(moment + Int64(number))"
        let platform = isAndroid ? "android" : "ios"
        let own = random.once(in: 8) ? nil : "push-\(number)"
        var kinds = (0..<random.below(3)).map { _ in "sent" }
        kinds += (0..<random.below(5)).map { _ in
            random.pick(["received", "opened", "opened", "dismissed", "impression", "converted"])
        }
        guard !kinds.isEmpty else { return }
        let linking = random.below(kinds.count)
        for (place, kind) in kinds.enumerated() {
            let names: (id: String?, own: String?) =
                own == nil || place == linking
                ? (id, own) : random.pick([(id, nil), (nil, own), (id, own)])
            let time = moment / 1_000_000 + Int64(random.below(7200))
            byFCM.append(line(kind, time, platform, number, (id, nil)))
            byAny.append(line(kind, time, platform, number, names))
        }
    }

    private func line(
        _ kind: String, _ seconds: Int64, _ platform: String, _ number: Int,
        _ names: (id: String?, own: String?)
    ) -> String {
        var members = [#""ts":\#(seconds)"#, #""platform":"\#(platform)""#]
        guard kind == "sent" else {
            members.append(#""event":"\#(kind)""#)
            members += names.id.map { [#""message_id":"\#($0)""#] } ?? []
            members += names.own.map { [#""push_id":"\#($0)""#] } ?? []
            if kind == "converted" { members.append(#""value":\#(number),"currency":"EUR""#) }
            return "{\(members.joined(separator: ","))}"
        }
        let data = names.own.map { #""push_id":"\#($0)""# } ?? #""other":1"#
        members.append(
            #""campaign":"c\#(number % 3)","request":{"message":{"token":"t\#(number % 5)","#
                + #""notification":{"title":"a"},"data":{\#(data)}}}"#)
        // Without a project, which only FCM's answer names.
        members.append(names.id.map { #""response":{"name":"\#($0)"}"# } ?? #""status":"sent""#)
        return "{\(members.joined(separator: ","))}"
    }
}

/// What is stored of the names of messages, whatever the keys of a store's hashes.
private func names(_ database: String) throws -> [String] {
    try Store.reader(database).read { db in
        try Row.fetchAll(
            db,
            sql: """
                select coalesce(text, k || ' ' || tail) as name, facts,
                    (select count(*) from message_names as other
                     where other.message_k = message_names.message_k
                        and other.message_tail = message_names.message_tail) as names
                from message_names
                """
        ).map { try "\($0["name"] as String) \($0["facts"] as Int) \($0["names"] as Int)" }.sorted()
    }
}

@Suite("Records with IDs of one's own")
struct JoinTests {
    private static let batchSizes = [1, 7, 50, 100_000]

    @Test(
        "say the same as by FCM's ID, in any order, in any pieces",
        arguments: 1...12 as ClosedRange<UInt64>)
    func sameMessages(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let log = NamedLog(seed: seed, messages: 60)
        let plain = try folder.write(lines: log.byFCM, to: "plain.ndjson")
        try Ingesting().read([plain], into: folder.file("plain.db"))
        let expected = try StoreContent(folder.file("plain.db"))
        var random = SeededRandom(seed: seed)
        var first: (names: [String], counts: LineCounts)?
        for trial in 0..<4 {
            let lines = log.byAny.shuffled(using: &random)
            let parts = 1 + random.below(3)
            let database = folder.file("\(trial).db")
            var counts = LineCounts()
            for part in 0..<parts {
                let slice = lines[lines.count * part / parts..<lines.count * (part + 1) / parts]
                let path = try folder.write(lines: Array(slice), to: "\(trial)-\(part).ndjson")
                let reading = Ingesting(
                    batchSize: random.pick(Self.batchSizes),
                    threads: random.pick(Ingesting.threadCounts), join: ["push_id"])
                counts += try reading.read([path], into: database)
            }
            let content = try StoreContent(database)
            for (view, rows) in expected.views {
                let found = content.views[view] ?? []
                #expect(Set(found).symmetricDifference(rows).sorted().first == nil, "\(view)")
            }
            #expect(try Verifier(Store.reader(database)).run().findings == [])
            let found = try names(database)
            #expect(counts.rejected == 0 && counts.foreign == 0)
            #expect(first?.names ?? found == found)
            #expect(first?.counts.new ?? counts.new == counts.new)
            first = (found, counts)
        }
        #expect(first.map { $0.names.count > 30 } == true)
    }

    private static func send(_ id: String?, _ own: String?) -> String {
        let answer =
            id.map { #""response":{"name":"projects/p/messages/\#($0)"}"# } ?? #""status":"sent""#
        let data = own.map { #","data":{"push_id":"\#($0)"}"# } ?? ""
        let request = #""request":{"message":{"token":"t"\#(data)}}"#
        return #"{"ts":"2026-11-12T10:00:00Z",\#(request),\#(answer)}"#
    }

    private static func event(_ kind: String, _ own: String, _ id: String? = nil) -> String {
        let id = id.map { #""payload":{"fcmMessageId":"\#($0)"},"# } ?? ""
        return #"{"ts":"2026-11-12T11:00:00Z","event":"\#(kind)",\#(id)"push_id":"\#(own)"}"#
    }

    private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
    private static let chains = [
        // Two IDs of FCM with one of one's own.
        [
            send("1794477600000001", "p1"), send("1794477600000002", "p1"),
            event("opened", "p1"), event("received", "p1"),
        ],
        // Two of one's own with one of FCM.
        [
            send("1794477600000001", "p1"), send("1794477600000001", "p2"),
            event("opened", "p1"), event("received", "p2"),
        ],
        // IDs without a time.
        [
            send(uuid, "p1"), event("received", "p1", uuid), event("opened", "p1"),
            event("dismissed", "p2", uuid), event("opened", "p2"),
        ],
        // None of FCM.
        [send(nil, "p1"), event("received", "p1"), event("opened", "p1")],
    ]

    @Test("are of one message that has several, in every order", arguments: chains)
    func everyOrder(lines: [String]) throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom(seed: 7)
        var first: (content: StoreContent, names: [String])?
        for trial in 0..<12 {
            let database = folder.file("\(trial).db")
            for (number, line) in lines.shuffled(using: &random).enumerated() {
                let path = try folder.write(lines: [line], to: "\(trial)-\(number).ndjson")
                try Ingesting(join: ["push_id"]).read([path], into: database)
            }
            let content = try StoreContent(database)
            #expect(content.views["messages"]?.count == 1)
            #expect(content.views["messages"]?.first?.contains("opened=") == true)
            #expect(try Verifier(Store.reader(database)).run().findings == [])
            var other = content
            // The least of two hashes, whose key differs from store to store.
            if lines.contains(where: { $0.contains(Self.uuid) }) {
                other.views["messages"] = other.views["messages"]?.map { row in
                    row.split(separator: " ").filter { !$0.hasPrefix("message_id=") }.joined()
                }
            }
            let found = try names(database)
            #expect(first?.content ?? other == other)
            #expect(first?.names ?? found == found)
            first = (other, found)
        }
    }

    @Test("are found by each name, with all lines of the message")
    func traced() throws {
        let folder = try TemporaryFolder()
        let id = "1794477600000001"
        let lines = [
            Self.send(id, "p1"), Self.event("received", "p1"), Self.send("1794477600000009", nil),
        ]
        let path = try folder.write(lines: lines, to: "a.ndjson")
        try Ingesting(join: ["push_id"]).read([path], into: folder.file("a.db"))
        let reader = try Store.reader(folder.file("a.db"))
        for name in [id, "p1"] {
            let tracer = try #require(try Tracer(reader, messageID: name))
            let trace = try tracer.run(IngestOptions(latest: .init(milliseconds: RandomLog.now)))
            #expect(trace.records.map(\.kind) == ["sent", "receipt"])
            let row = try #require(try MessageRow.fetch(messageID: name, reader))
            #expect(row.first { $0.name == "message_id" }?.text == id)
        }
        #expect(try MessageRow.fetch(messageID: "p2", reader) == nil)
    }

    @Test("leave nothing behind when their messages are pruned")
    func pruned() throws {
        let folder = try TemporaryFolder()
        let log = NamedLog(seed: 1, messages: 60)
        let path = try folder.write(
            lines: log.byAny + Self.chains[3], to: "a.ndjson")
        let database = folder.file("a.db")
        try Ingesting(join: ["push_id"]).read([path], into: database)
        let store = try Store(writing: database)
        #expect(try Pruner(store, before: Horizon.november(20)).run())
        let reader = try Store.reader(database)
        #expect(try names(database) == [])
        #expect(try reader.read { try Int.fetchOne($0, sql: "select count(*) from states") } == 0)
        #expect(try Verifier(reader).run().findings == [])
    }
}
