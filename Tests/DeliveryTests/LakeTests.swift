import Delivery
import FCM
import Foundation
import Lake
import NDJSON
import TestSupport
import Testing

/// A lake holds what a database holds, however the logs came into it.
@Suite("A lake")
struct LakeTests {
    /// Exports logs; gives what became of them.
    @discardableResult
    private func export(
        _ logs: [String], to lake: String, keysOf other: String? = nil, batchSize: Int = 100_000
    ) throws -> [SourceOutcome] {
        var wishes = Lake.Wishes()
        wishes.keys = try other.map { try Lake.NamedKeys(file: $0 + "/keys.json") }
        let (opened, keys) = try Lake.open(lake, wishes)
        var options = IngestOptions(latest: Timestamp(milliseconds: RandomLog.now + 172_800_000))
        options.batchSize = batchSize
        let export = LakeExport(opened, keys, options)
        var outcomes: [SourceOutcome] = []
        export.onSource = { outcomes.append($0) }
        #expect(try export.export(logs))
        return outcomes
    }

    @Test("has no counts in a database that counts by other hours, however empty it is")
    func hours() throws {
        let folder = try TemporaryFolder()
        var wishes = Lake.Wishes()
        wishes.newClock = HourClock(zone: "Asia/Kolkata", first: 1_800_000)
        let (lake, _) = try Lake.open(folder.file("lake"), wishes)
        let path = folder.file("push.db")
        _ = try Store(writing: path)
        #expect(throws: StoreError.holdsOther(path: path, than: lake.path)) {
            try LakeCounts.write(folder.path, cells: [], of: lake, LakeMark(lake), to: path)
        }
    }

    @Test("has the states of the database", arguments: 400...411 as ClosedRange<UInt64>, [5, 1000])
    func sameStates(seed: UInt64, batchSize: Int) throws {
        let folder = try TemporaryFolder()
        let log = RandomLog(seed: seed, messages: 40)
        let whole = try folder.write(log.bytes, to: "whole.ndjson")
        try Ingesting().read([whole], into: folder.file("push.db"))
        let stored = folder.file("stored")
        _ = try StoreExport(Store.reader(folder.file("push.db")), stored)

        let parts = try log.duplicated(seed: seed, share: 0.4).permuted(seed: seed)
            .split(into: 4).enumerated().map { index, part in
                try folder.write(gzip(part.bytes), to: "part-\(index).gz")
            }
        let lake = folder.file("lake")
        try export(parts, to: lake, keysOf: stored, batchSize: batchSize)
        let expected = try LakeContent(stored)
        #expect(expected.states.count > 40)
        #expect(try LakeContent(lake) == expected)

        // Database and logs in one lake are the same again.
        try export(parts, to: stored, batchSize: batchSize)
        #expect(try LakeContent(stored) == expected)
    }

    @Test("counts lines as a database that holds nothing else", arguments: [3, 50, 100_000])
    func counts(batchSize: Int) throws {
        let folder = try TemporaryFolder()
        let log = RandomLog(seed: 77, messages: 60).duplicated(seed: 7, share: 0.6)
        let path = try folder.write(log.bytes, to: "log.ndjson")
        let expected = try Ingesting().read([path], into: folder.file("push.db"))
        let outcomes = try export([path], to: folder.file("lake"), batchSize: batchSize)
        #expect(outcomes.map(\.counts) == [expected])
        #expect(expected.duplicate > 0 && expected.rejected > 0)
        let ledger = try LakeContent.lines(in: folder.file("lake/ledger"))
        #expect(ledger.map { $0["new"]?.number } == [expected.new])
        #expect(ledger.map { $0["duplicate"]?.number } == [expected.duplicate])
    }

    @Test("keeps rows of queries until it changes")
    func rows() throws {
        let folder = try TemporaryFolder()
        let lake = folder.file("lake")
        func place(_ bindings: [String: String?] = [:]) throws -> String {
            try KeptRows(Lake(lake)).path("select 1", bindings)
        }
        let logs = try (0..<2).map {
            try folder.write(RandomLog(seed: $0, messages: 30).bytes, to: "\($0).ndjson")
        }
        try export([logs[0]], to: lake)
        let first = try place()
        try export([logs[0]], to: lake)
        #expect(try place() == first)
        #expect(try Set([first, place(["a": ""]), place(["a": nil]), place(["b": ""])]).count == 4)
        let written = folder.file("written")
        try FileManager.default.createDirectory(atPath: written, withIntermediateDirectories: true)
        try KeptRows(Lake(lake)).keep(written, as: first)
        #expect(try KeptRows.exists(place()))

        try export([logs[1]], to: lake)
        let second = try place()
        #expect(second != first && !KeptRows.exists(second))
        let files = FileManager.default
        let day = try #require(files.contentsOfDirectory(atPath: lake + "/states").first)
        try files.removeItem(atPath: lake + "/states/" + day)
        #expect(try ![first, second].contains(place()))
    }

    @Test("does not change when its logs are exported again, by any name")
    func again() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(RandomLog(seed: 5, messages: 30).bytes, to: "a.ndjson")
        let lake = folder.file("lake")
        try export([log], to: lake)
        let before = try LakeContent.files(lake)
        try FileManager.default.moveItem(atPath: log, toPath: folder.file("b.log"))
        let outcomes = try export([folder.file("b.log")], to: lake)
        #expect(outcomes.count == 1)
        guard case .known? = outcomes.first?.result else {
            Issue.record("expected that the lake knows the log")
            return
        }
        #expect(try LakeContent.files(lake) == before)
        let source = try sha256sum(folder.file("b.log"))
        #expect(before["ledger/\(source).ndjson"] != nil)
    }

    /// A run that is killed leaves some days, or files on their way; the ledger comes last.
    @Test("is made whole by the run after one that was killed")
    func restart() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(RandomLog(seed: 6, messages: 30).bytes, to: "a.ndjson")
        let lake = folder.file("lake")
        try export([log], to: lake, batchSize: 10)
        let whole = try LakeContent.files(lake)
        let source = try sha256sum(log)
        let days = try LakeContent.names(lake + "/states")
        #expect(days.count > 1)
        try FileManager.default.removeItem(atPath: "\(lake)/ledger/\(source).ndjson")
        try FileManager.default.removeItem(
            atPath: "\(lake)/states/\(days[0])/\(source).ndjson.gz")
        let left = "\(lake)/.unfinished/\(source)-left"
        try FileManager.default.createDirectory(
            atPath: left, withIntermediateDirectories: false)
        try Data("half a line".utf8).write(to: URL(fileURLWithPath: left + "/" + days[0]))
        try export([log], to: lake, batchSize: 10)
        #expect(try LakeContent.files(lake) == whole)
    }

    @Test("knows a message's states under one day, whatever day told of it")
    func oneDay() throws {
        let folder = try TemporaryFolder()
        let id = "0:1763510399000000%31bd1c9631bd1c96"
        let lines = [
            #"{"time":"2025-11-18T23:59:59Z","message":{"token":"t"},"#
                + #""response":{"name":"projects/p/messages/\#(id)"}}"#,
            #"{"time":"2025-11-20T08:00:00Z","event":"opened","#
                + #""bundle":{"google.message_id":"\#(id)"}}"#,
        ]
        let lake = folder.file("lake")
        let logs = try lines.enumerated().map { try folder.write(lines: [$1], to: "\($0).log") }
        try export(logs, to: lake)
        #expect(try LakeContent.names(lake + "/states") == ["day=2025-11-18"])
        #expect(try LakeContent.names(lake + "/states/day=2025-11-18").count == 2)
        let content = try LakeContent(lake)
        #expect(content.states.count == 1)
        #expect(content.states.values.first?["opened_ms"] == .number(1_763_625_600_000))
    }

    @Test("of others is left alone, and so are other keys and windows")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(lines: ["{}"], to: "a.log")
        let here = folder.path
        #expect(throws: LakeError.notALake(path: here)) { try export([log], to: here) }
        let (one, two) = (folder.file("one"), folder.file("two"))
        try export([log], to: one)
        try export([log], to: two)
        let keys = two + "/keys.json"
        #expect(throws: LakeError.keysDiffer(path: one, other: keys)) {
            try export([log], to: one, keysOf: two)
        }
        var wishes = Lake.Wishes()
        wishes.windowHours = 24
        #expect(throws: LakeError.windowDiffers(path: one, hours: 72, asked: 24)) {
            _ = try Lake.open(one, wishes)
        }
        wishes = Lake.Wishes()
        wishes.keepsTargets = false
        #expect(throws: LakeError.keepsTargets(path: one)) { _ = try Lake.open(one, wishes) }
        let mode = try FileManager.default.attributesOfItem(atPath: one + "/keys.json")
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }

    /// The name of a source is one that anybody can make.
    private func sha256sum(_ path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = [path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output.prefix(64), as: UTF8.self)
    }
}
