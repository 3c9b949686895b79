import Delivery
import FCM
import Foundation
import Lake
import NDJSON
import SQLite
import TestSupport
import Testing

/// A lake keeps the counts of days that do not change. SQLite stands for Spark here, and a file of
/// lines for one of Parquet; `make test-lake` has the real ones.
@Suite("The days of a lake")
struct LakeDaysTests {
    /// Of a database of counts, those that a lake has.
    private static let views = LakeViewTests.views.filter {
        !["messages", "reject_reasons", "retention"].contains($0)
    }

    @Test(
        "are counted as all of it at once, in any order of exports and compactions",
        arguments: 700...703 as ClosedRange<UInt64>)
    func same(seed: UInt64) throws {
        let trial = try LakeTrial(seed: seed)
        var random = SeededRandom(seed: seed)
        var (reused, compacted) = (0, 0)
        for step in 0..<8 {
            let counts = try trial.count()
            #expect(try counts == trial.count(again: true), "step \(step)")
            reused += counts.days - counts.changed.count
            if step % 3 == 2, let day = try trial.days().randomElement(using: &random) {
                try trial.compact(day)
                compacted += 1
                #expect(try trial.count().changed == [], "\(day)")
            } else {
                try trial.exportNext()
            }
        }
        #expect(reused > 10 && compacted > 0)
        try trial.exportAll()
        _ = try trial.count(into: "kept.db")
        _ = try trial.count(again: true, into: "full.db")
        let expected = try LakeViews(trial.states())
        for view in LakeDaysTests.views {
            let rows = try trial.rows(view, "kept.db")
            #expect(try rows == expected.rows(view), "\(view)")
        }
        for table in RollupTable.allCases.map(\.name) + ["segments", "observed_profiles", "pruned"]
        {
            #expect(try trial.rows(table, "kept.db") == trial.rows(table, "full.db"), "\(table)")
        }
    }

    @Test("are forgotten with their files, and so is what is kept of messages without a day")
    func forgotten() throws {
        let trial = try LakeTrial(seed: 711)
        try trial.exportAll()
        let before = try trial.count()
        let days = try trial.days()
        for day in days.prefix(5) {
            try FileManager.default.removeItem(atPath: "\(trial.lake.path)/states/day=\(day)")
        }
        let after = try trial.count()
        #expect(after.changed == [] && after.days == before.days - 5)
        #expect(try after == trial.count(again: true))
        let kept = FileManager.default.subpaths(atPath: trial.lake.path + "/.counts") ?? []
        #expect(kept.count { $0.hasSuffix(".ndjson") } == after.days)
        #expect(days.prefix(5).allSatisfy { day in !kept.contains { $0.contains(day) } })
    }

    /// A lake whose new files go again has the files that the count began with.
    @Test("that change while they are counted are counted again")
    func changing() throws {
        let trial = try LakeTrial(seed: 712)
        let known = try LakeContent.files(trial.lake.path)
        let during = try trial.count { try trial.exportAll() }
        for name in try LakeContent.files(trial.lake.path).keys
        where known[name] == nil && !name.hasPrefix(".") {
            try FileManager.default.removeItem(atPath: "\(trial.lake.path)/\(name)")
        }
        let after = try trial.count()
        #expect(!after.changed.isEmpty && after != during)
        #expect(try after == trial.count(again: true))
    }

    @Test("have the same files after a database is exported again, and those that changed others")
    func database() throws {
        let folder = try TemporaryFolder()
        let log = RandomLog(seed: 713, messages: 40).lines
        let stored = folder.file("push.db")
        func add(_ lines: some Sequence<String>, _ name: String) throws -> [String] {
            let text = lines.joined(separator: "\n") + "\n"
            try Ingesting().read([folder.write(Array(text.utf8), to: name)], into: stored)
            _ = try StoreExport(Store.reader(stored), folder.file("lake"))
            let lake = try Lake(folder.file("lake"))
            let counts = try ImitatedSpark(lake, folder.file("spark-" + name)).count()
            return counts.changed
        }
        let all = try add(log, "a.ndjson")
        #expect(try add(log.prefix(3), "b.ndjson") == [])
        let one = RandomLog(seed: 714, messages: 1, isDirty: false).lines
        let changed = try add(one, "c.ndjson")
        #expect(!changed.isEmpty && changed.count < all.count)
    }
}

/// Counts of a lake: of each day and of messages without one, as bytes.
private struct CountedLake: Equatable {
    var files: [Data]
    /// Those that were read.
    var changed: [String]
    var days: Int { files.count - 1 }

    static func == (a: CountedLake, b: CountedLake) -> Bool { a.files == b.files }
}

/// Small logs that come to a lake one by one.
private final class LakeTrial {
    let folder: TemporaryFolder
    let lake: Lake
    private let keys: HashKeys
    private var logs: ArraySlice<String>
    private var runs = 0

    init(seed: UInt64) throws {
        folder = try TemporaryFolder()
        (lake, keys) = try Lake.open(folder.file("lake"), Lake.Wishes())
        let log = RandomLog(seed: seed, messages: 40).duplicated(seed: seed, share: 0.2)
        let parts = log.permuted(seed: seed).split(into: log.lines.count / 3)
        var logs: [String] = []
        for (place, part) in parts.enumerated() {
            logs.append(try folder.write(gzip(part.bytes), to: "\(place).gz"))
        }
        self.logs = logs[...]
        try export(Array(self.logs.prefix(parts.count / 2)))
        self.logs = self.logs.dropFirst(parts.count / 2)
    }

    func exportNext() throws { try export([logs.popFirst()].compactMap(\.self)) }

    func exportAll() throws {
        try export(Array(logs))
        logs = []
    }

    private func export(_ logs: [String]) throws {
        let latest = Timestamp(milliseconds: RandomLog.now + 172_800_000)
        #expect(try LakeExport(lake, keys, IngestOptions(latest: latest)).export(logs))
    }

    func days() throws -> [String] { try LakeCompaction.days(of: lake) }

    func compact(_ day: String) throws {
        let compaction = try #require(try LakeCompaction(day, lake))
        runs += 1
        let output = folder.file("compacted-\(runs)")
        try FileManager.default.createDirectory(
            atPath: output, withIntermediateDirectories: true)
        let lines = try compaction.inputs.map { try ImitatedSpark.lines(of: $0) }
        try lines.reduce(Data(), +).write(
            to: URL(fileURLWithPath: output + "/part-\(runs).parquet"))
        try Data().write(to: URL(fileURLWithPath: output + "/_SUCCESS"))
        try compaction.finish(output)
    }

    /// `again` counts a copy that has kept nothing.
    func count(
        again: Bool = false, into database: String? = nil, meanwhile: () throws -> Void = {}
    ) throws -> CountedLake {
        runs += 1
        var lake = lake
        if again {
            let copy = folder.file("copy-\(runs)")
            try FileManager.default.copyItem(atPath: lake.path, toPath: copy)
            try FileManager.default.removeItem(atPath: copy + "/.counts")
            lake = try Lake(copy)
        }
        let spark = ImitatedSpark(lake, folder.file("spark-\(runs)"))
        return try spark.count(into: database.map(folder.file), meanwhile: meanwhile)
    }

    /// All states, of whatever file.
    func states() throws -> LakeContent {
        LakeContent(
            lines: try ["states", "merged"].flatMap { part in
                try LakeContent.names("\(lake.path)/\(part)").flatMap {
                    try LakeContent.lines(in: "\(lake.path)/\(part)/\($0)")
                }
            })
    }

    func rows(_ view: String, _ database: String) throws -> [String] {
        try Store.reader(folder.file(database)).read { try LakeViews.rows(view, $0) }
    }
}

/// Reads and writes what the script of `SparkJob(counting:of:into:)` does.
private struct ImitatedSpark {
    let lake: Lake
    let folder: String

    init(_ lake: Lake, _ folder: String) {
        self.lake = lake
        self.folder = folder
    }

    func count(
        into database: String? = nil, meanwhile: () throws -> Void = {}
    ) throws -> CountedLake {
        let days = try LakeDays(lake)
        try meanwhile()
        var lines: [LakeContent.Line] = []
        for day in days.changed { lines += try read(day) }
        for kept in days.kept {
            let place = "\(days.keylessRoot)/states=\(kept)"
            if FileManager.default.fileExists(atPath: place) {
                lines += try LakeContent.lines(in: place)
            }
        }
        let views = try LakeViews(LakeContent(lines: lines), byDay: true)
        for (name, sql) in LakeCounts.cells { try write(views.jsonLines(sql), name) }
        let files = try days.takeCounts(from: folder)
        if let database { try write(files, into: database) }
        return CountedLake(
            files: try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) },
            changed: days.changed)
    }

    /// The states of a day, of which those without a time in their keys are written down.
    private func read(_ day: String) throws -> [LakeContent.Line] {
        var keyless = Data()
        var lines: [LakeContent.Line] = []
        for part in ["states", "merged"] {
            let place = "\(lake.path)/\(part)/day=\(day)"
            guard FileManager.default.fileExists(atPath: place) else { continue }
            for name in try LakeContent.names(place) {
                for bytes in try ImitatedSpark.lines(of: "\(place)/\(name)").split(separator: 0x0a)
                {
                    let line = try JSONDecoder().decode(LakeContent.Line.self, from: bytes)
                    lines.append(line)
                    if case .number(let k)? = line["k"], k < 0 { keyless += bytes + [0x0a] }
                }
            }
        }
        if !keyless.isEmpty { try write(keyless, "keyless/day=\(day)", "part-0.parquet") }
        return lines
    }

    private func write(_ lines: Data, _ name: String, _ file: String = "part-0.json") throws {
        let place = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try lines.write(to: place.appending(path: file))
        if file.hasSuffix(".json") { try Data().write(to: place.appending(path: "_SUCCESS")) }
    }

    private func write(_ cells: [String], into database: String) throws {
        let ledger = try LakeContent.names(lake.path + "/ledger").map {
            try ImitatedSpark.lines(of: "\(lake.path)/ledger/\($0)")
        }
        try write(ledger.reduce(Data(), +), "ledger")
        for name in ["minutes", "rejects", "reject_lines"] { try write(Data(), name) }
        try LakeCounts.write(folder, cells: cells, of: lake, LakeMark(lake), to: database)
    }

    /// The bytes of a file, inflated.
    static func lines(of file: String) throws -> Data {
        let reader = try LineReader(ByteSource(path: file), from: .start, engine: .best)
        var lines = Data()
        while let line = reader.next() { lines += Data(line.bytes) + [0x0a] }
        return lines
    }
}
