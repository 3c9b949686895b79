import Delivery
import FCM
import Reporting
import TestSupport
import Testing

/// What is counted of files of FCM and APNs, and what is not.
@Suite("Files of providers")
struct ProviderFilesTests {
    private typealias Counts = [ProviderMeasure: Int64]

    private func read(_ files: [[String]]) throws -> ProviderFiles {
        let folder = try TemporaryFolder()
        var provided = ProviderFiles()
        for (index, lines) in files.enumerated() {
            try provided.read(folder.write(lines: lines, to: "\(index)"))
        }
        return provided
    }

    private func counts(_ lines: String..., day: String = "2025-11-18") throws -> Counts {
        try counts(read([lines]), day)
    }

    /// All counts of a day, whatever they are of.
    private func counts(_ provided: ProviderFiles, _ day: String) throws -> Counts {
        var zone = try #require(ProviderDay(timeZone: "UTC"))
        return provided.counts(&zone).filter { $0.key.day == day }
            .reduce(into: ProviderCounts()) { $0.add($1.value) }.counts
    }

    private func reasons(_ lines: String...) throws -> [String] {
        try read([lines]).problems.sorted().map { "\($0.line) \($0.reason)" }
    }

    // MARK: FCM Data API

    private func entry(_ data: String, day: Int = 18, app: String = "a") -> String {
        #"{"appId":"\#(app)","date":{"year":2025,"month":11,"day":\#(day)},"data":{\#(data)}}"#
    }

    @Test("percentages are of what was accepted, and added up over apps")
    func shares() throws {
        let found = try counts(
            entry(#""countMessagesAccepted":"200","messageOutcomePercents":{"delivered":90.5}"#),
            entry(
                #""countMessagesAccepted":50,"messageOutcomePercents":{"delivered":"10"}"#,
                app: "b"))
        #expect(found == [.accepted: 250, .delivered: 181 + 5])
    }

    @Test("shares without a count of what they are of are none")
    func noBase() throws {
        #expect(try counts(entry(#""messageOutcomePercents":{"delivered":90}"#)) == [:])
    }

    @Test("of two entries for one app, day and label the larger counts")
    func repeatedEntries() throws {
        let entries = [40, 42, 41].map { entry(#""countMessagesAccepted":"\#($0)""#) }
        #expect(try counts(entries[0], entries[1], entries[2]) == [.accepted: 42])
    }

    @Test("what is no entry is named")
    func badEntries() throws {
        #expect(
            try reasons(
                entry("", day: 31), entry(#""countMessagesAccepted":"-1""#),
                entry(#""countMessagesAccepted":1.5"#),
                entry(#""countMessagesAccepted":"1","messageOutcomePercents":{"pending":100.1}"#),
                #"{"androidDeliveryData":[7]}"#, #"{"androidDeliveryData":"#, "{}", "[1]",
                #"{"a":1}"#)
                == [
                    "1 bad_date", "2 bad_number", "3 bad_number", "4 bad_number",
                    "5 not_an_object", "6 invalid_json", "8 not_an_object", "9 unknown_shape",
                ])
    }

    @Test("a page may stand over many lines, with brackets in its texts")
    func documents() throws {
        let page = [
            "{", #" "androidDeliveryData": ["#,
            #"  {"analyticsLabel": "}]\"{", "date": {"year": 2025, "month": 11,"#,
            #"   "day": 18}, "data": {"countMessagesAccepted": "3"}}"#, " ]", "}",
        ]
        #expect(try counts(read([page]), "2025-11-18") == [.accepted: 3])
        let one = entry(#""countMessagesAccepted":"3""#)
        let other = one.replacing("18", with: "19")
        let lines = [#"{"androidDeliveryData":["#, one + ",", other, "]}"]
        #expect(try counts(read([lines]), "2025-11-18") == [.accepted: 3])
        #expect(try read([lines]).problems == [])
        let array = [
            "[", entry(#""countMessagesAccepted":"3""#) + ",", row("MESSAGE_ACCEPTED"), "]",
        ]
        let rows = try read([array])
        #expect(rows.problems == [])
        #expect(try counts(rows, "2025-11-18") == [.accepted: 4])
        #expect(try read([page.dropLast() + page]).problems.map(\.reason) == ["unended_document"])
    }

    // MARK: BigQuery export

    private func row(
        _ event: String, _ id: String = "0:1763456400000001%31bd1c9631bd1c96",
        at time: String = "2025-11-18 09:00:00 UTC", more: String = ""
    ) -> String {
        #"{"event_timestamp":"\#(time)","message_id":"\#(id)","event":"\#(event)""#
            + #","sdk_platform":"ANDROID"\#(more)}"#
    }

    @Test("a message counts once for each installation, on the day it was accepted")
    func messages() throws {
        let rows = [
            row("MESSAGE_ACCEPTED", more: #","instance_id":"i""#),
            row("MESSAGE_ACCEPTED", at: "2025-11-19 09:00:00 UTC", more: #","instance_id":"i""#),
            row("MESSAGE_ACCEPTED", more: #","instance_id":"j""#),
            row("MESSAGE_DELIVERED", at: "2025-11-20 09:00:00 UTC", more: #","instance_id":"j""#),
            row("MESSAGE_DELIVERED", at: "2025-11-21 09:00:00 UTC", more: #","instance_id":"j""#),
        ]
        #expect(try counts(read([rows]), "2025-11-18") == [.accepted: 2, .delivered: 1])
        #expect(try counts(read([rows]), "2025-11-20") == [:])
    }

    @Test("deliveries whose acceptance is not there are apart")
    func alone() throws {
        #expect(try counts(row("MESSAGE_DELIVERED")) == [.deliveredAlone: 1])
    }

    @Test("topics are apart: requests, and what they became")
    func topics() throws {
        #expect(
            try counts(
                row("MESSAGE_ACCEPTED", "", more: #","message_type":"TOPIC","topic":"n""#),
                row("MESSAGE_ACCEPTED", "1", more: #","bulk_id":"77""#),
                row("MESSAGE_ACCEPTED", "2", more: #","bulk_id":77,"topic":"n""#),
                row("MESSAGE_ACCEPTED", "3", more: #","bulk_id":"0","topic":"""#),
                row("MESSAGE_DELIVERED", "2", more: #","topic":"n""#))
                == [.topicRequests: 1, .topicAccepted: 2, .topicDelivered: 1, .accepted: 1])
    }

    @Test("refused sends count by row, those that come again once")
    func refused() throws {
        let rows = ["INVALID_REGISTRATION", "quota_exceeded"].map { row($0, "") }
        #expect(try counts(rows[0], rows[1], rows[0]) == [.failed: 2])
    }

    @Test("what is no row is named")
    func badRows() throws {
        #expect(
            try reasons(
                row("MESSAGE_OPENED"), row("MESSAGE_ACCEPTED", at: "1999-01-01 00:00:00 UTC"),
                row("MESSAGE_DELIVERED", ""), String(row("MESSAGE_ACCEPTED").dropLast()),
                row("MESSAGE_ACCEPTED"))
                == ["1 unknown_shape", "2 bad_time", "3 no_message_id", "4 invalid_json"])
    }

    // MARK: Apple

    @Test("columns stand in any order, and alerts and background pushes count by themselves")
    func metrics() throws {
        let provided = try read([
            [
                "Count,Date (UTC),Status,Push Type", "5,2025-11-18,Received by APNs,alert",
                "\"1,000\",2025-11-18T00:00:00Z,Received by APNs,background",
                "7,2025-11-18,Received by APNs,voip",
            ]
        ])
        var zone = try #require(ProviderDay(timeZone: "UTC"))
        let found = provided.counts(&zone).mapValues { $0.counts[.accepted] }
        let key = { ProviderKey(.pushMetrics, day: "2025-11-18", platform: .ios, isAlert: $0) }
        #expect(found == [key(nil): 1012, key(true): 5, key(false): 1000])
    }

    @Test("deliveries from storage are deliveries; other states keep their names")
    func states() throws {
        let provided = try read([
            [
                "push type,status,date,count", "x,Delivered to Device,2025-11-18,1",
                "x,Delivered to Device (From Storage),2025-11-18,2",
                "x,Discarded - Token Unregistered,2025-11-18,4",
            ]
        ])
        #expect(
            try counts(provided, "2025-11-18") == [
                .delivered: 3, ProviderMeasure("discarded_token_unregistered"): 4,
            ])
    }

    // MARK: Hostile files

    @Test("no number is large enough to overflow a sum")
    func largeNumbers() throws {
        let largest: Int64 = 1 << 40
        func accepted(_ count: String, _ app: Int = 1) -> String {
            entry(#""countMessagesAccepted":"\#(count)""#, app: "\(app)")
        }
        #expect(try counts(accepted("\(largest)")) == [.accepted: largest])
        for number in ["\(largest + 1)", "9223372036854775807", "99999999999999999999", "1e300"] {
            #expect(try reasons(accepted(number)) == ["1 bad_number"])
        }
        let many = (0..<300).map { accepted("\(largest)", $0) }
        #expect(try counts(read([many]), "2025-11-18") == [.accepted: 1 << 48])
        let rows = ["\(largest)", "9223372036854775807"].map { "x,Stored,2025-11-18,\($0)" }
        #expect(try read([["push type,status,date,count"] + rows]).files.map(\.bad) == [1])
    }

    @Test(
        "whatever stands in a file, it is read to its end", arguments: ["files", "json", "records"])
    func anything(corpus: String) throws {
        let folder = try TemporaryFolder()
        let inputs = try PackedInput.all(in: "Fuzz/Corpus/\(corpus).json")
        var provided = ProviderFiles()
        for input in inputs { try provided.read(folder.write(input.bytes, to: input.name)) }
        var zone = try #require(ProviderDay(timeZone: "UTC"))
        let counts = provided.counts(&zone)
        #expect(provided.files.count == inputs.count)
        #expect(provided.files.reduce(0) { $0 + $1.bad } > 0)
        #expect(counts.values.allSatisfy { $0.counts.values.allSatisfy { $0 >= 0 } })
    }

    @Test("no document of JSONTestSuite is taken for a count")
    func suite() throws {
        let folder = try TemporaryFolder()
        var provided = ProviderFiles()
        for (index, document) in SuiteDocument.all.enumerated() {
            try provided.read(folder.write(document.bytes, to: "\(index)"))
        }
        #expect(provided.files.allSatisfy { $0.rows == 0 })
    }

    // MARK: Any order

    @Test("order, repetition and portions change nothing", arguments: 1...5 as ClosedRange<UInt64>)
    func order(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var lines: [String] = []
        for number in 0..<300 {
            let id = "\(number % 70)"
            let label = #","analytics_label":"l\#(number % 3)","app_name":"a\#(number % 2)""#
            let hour = 10 + number % 13
            lines.append(
                row(
                    number % 5 < 3 ? "MESSAGE_ACCEPTED" : "MESSAGE_DELIVERED", id,
                    at: "2025-11-1\(number % 7 + 1) \(hour):00:00 UTC", more: label))
            lines.append(entry(#""countMessagesAccepted":"\#(number)""#, day: number % 20 + 1))
        }
        let once = try counts(of: [lines])
        var again = lines + lines.prefix(200)
        again.shuffle(using: &random)
        let parts = [Array(again[..<150]), Array(again[150...])]
        #expect(try counts(of: parts) == once)
        #expect(once.count > 20)
    }

    private func counts(of files: [[String]]) throws -> [ProviderKey: ProviderCounts] {
        var zone = try #require(ProviderDay(timeZone: "UTC"))
        return try read(files).counts(&zone)
    }

    // MARK: Days

    @Test("days have the hours of their zone")
    func days() throws {
        var zone = try #require(ProviderDay(timeZone: "America/Los_Angeles"))
        // 2025-11-02 has 25 hours there: clocks went back.
        let hours = try #require(zone.hours(of: "2025-11-02"))
        #expect(hours.count == 25)
        #expect(zone.text(hour: hours.lowerBound) == "2025-11-02")
        #expect(zone.text(hour: hours.upperBound - 1) == "2025-11-02")
        #expect(zone.text(hour: hours.upperBound) == "2025-11-03")
        #expect(ProviderDay(timeZone: "Asia/Kolkata") == nil)
        #expect(ProviderDay(timeZone: "Nowhere") == nil)
    }
}
