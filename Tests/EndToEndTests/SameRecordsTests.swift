import Foundation
import TestSupport
import Testing

/// Logs that say the same in other words give the same database and the same report.
@Suite("The same records, among other lines and written otherwise")
struct SameRecordsTests {
    enum Change: String, CaseIterable {
        /// As many lines of other systems among them.
        case foreign
        /// Every line with its keys shuffled, and null or "" under other spellings.
        case shuffled
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let foreign: [[UInt8]] = {
        let folder = tests.appending(path: "Foreign")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasSuffix(".md") }.sorted().flatMap { name in
            lines((try? Data(contentsOf: folder.appending(path: name))) ?? Data())
        }
    }()

    private static func lines(_ data: Data) -> [[UInt8]] {
        data.split(separator: 0x0a).map { [UInt8]($0) }
    }

    private static func changed(_ lines: [[UInt8]], by change: Change, seed: UInt64) -> [[UInt8]] {
        var random = SeededRandom(seed: seed)
        switch change {
        case .foreign: return lines.flatMap { [random.pick(foreign), $0] }
        case .shuffled: return lines.map { ShuffledKeys.line($0, &random) }
        }
    }

    private static func ingest(_ lines: [[UInt8]]) throws -> Database {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(lines.joined(separator: [0x0a])) + [0x0a], to: "a.ndjson")
        let database = try Database()
        let found = try database.ingest([path])
        #expect([0, 65].contains(found.code), "\(found.errors)")
        return database
    }

    @Test("of a sample", arguments: Change.allCases)
    func sample(change: Change) throws {
        let sample = try Sample(["--sends", "3000", "--dirty", "0.02", "--seed", "7"])
        let shell = try RunningProgram("/bin/sh", ["-c", #"zcat "$@""#, "sh"] + sample.files)
        let lines = Self.lines(Data(try shell.finish().output.utf8))
        let plain = try Content(Self.ingest(lines))
        let other = try Content(Self.ingest(Self.changed(lines, by: change, seed: 1)))
        #expect(Set(other.differences(from: plain)).isSubset(of: Content.ofDelivery))
    }

    // MARK: In what others put around lines

    private static func sample() throws -> [String] {
        let sample = try Sample(["--sends", "400", "--dirty", "0", "--seed", "3"])
        let shell = try RunningProgram("/bin/sh", ["-c", #"zcat "$@""#, "sh"] + sample.files)
        return try shell.finish().output.split(separator: "\n").map(String.init)
    }

    private static func differences(_ lines: [String], from plain: [String]) throws -> Set<String> {
        let (lines, plain) = (lines.map { Array($0.utf8) }, plain.map { Array($0.utf8) })
        return try Set(Content(ingest(lines)).differences(from: Content(ingest(plain))))
            .subtracting(Content.ofDelivery)
    }

    @Test("of a sample in what loggers and shippers put around lines")
    func wrapped() throws {
        let lines = try Self.sample()
        for wrapping in Wrapping.all {
            #expect(
                try Self.differences(lines.map { wrapping($0) }, from: lines) == [], "\(wrapping)")
        }
        for (name, join) in Wrapping.several {
            let groups = stride(from: 0, to: lines.count, by: 7).map {
                Array(lines[$0..<min($0 + 7, lines.count)])
            }
            #expect(try Self.differences(groups.map(join), from: lines) == [], "\(name)")
        }
    }

    @Test("of a sample, each line in two of those", arguments: 0..<3 as Range<UInt64>)
    func wrappedTwice(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let lines = try Self.sample()
        let wrapped = lines.map { line in
            let outer = random.pick(Wrapping.all)
            let isObject = !Wrapping.inObject.contains { $0.description == outer.description }
            let inner = random.pick(
                isObject ? Wrapping.all : Wrapping.inText.dropLast() + Wrapping.inObject)
            return outer(inner(line))
        }
        #expect(try Self.differences(wrapped, from: lines) == [])
    }

    @Test("of a sample, over several lines", arguments: OverLines.allCases)
    func overLines(form: OverLines) throws {
        let lines = try Self.sample()
        #expect(try Self.differences([form.text(of: lines)], from: lines) == [])
    }

    @Test("of every golden case", arguments: Change.allCases)
    func cases(change: Change) throws {
        let folder = Self.tests.appending(path: "Cases")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for (number, name) in names.enumerated() {
            let lines = try Self.log(of: folder.appending(path: name))
            guard !lines.isEmpty else { continue }
            let changed = Self.changed(lines, by: change, seed: UInt64(number))
            let (plain, other) = try (Self.ingest(lines), Self.ingest(changed))
            #expect(try other.report() == plain.report(), "\(name)")
            let sql = """
                select * from funnel_hourly order by send_hour, platform, platform_source,
                    campaign, image_status, silent
                """
            #expect(try other.rows(sql) == plain.rows(sql), "\(name)")
        }
    }

    /// The plain logs of a case, one after the other.
    private static func log(of folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0.hasSuffix(".ndjson") }.flatMap { name in
            lines(try Data(contentsOf: folder.appending(path: name)))
        }
    }
}
