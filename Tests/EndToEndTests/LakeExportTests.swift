import Foundation
import TestSupport
import Testing

/// Exporters that know nothing of each other, and that are killed.
@Suite("A lake's exporters", .sample("--sends", "4000", "--days", "2", "--dirty", "0.01"))
struct LakeExportTests {
    private static let small = ["lake", "export", "-q", "--batch", "300"]

    /// A lake made by one exporter that nobody disturbed, and its files by name.
    private struct Whole {
        let folder: TemporaryFolder
        let files: [String: Data]

        init(_ sample: Sample) throws {
            folder = try TemporaryFolder()
            let lake = folder.file("lake")
            let finished = try Program.run(LakeExportTests.small + [sample.folder, lake])
            #expect(finished == Finished(output: "", errors: "", code: 0))
            files = try LakeExportTests.files(lake)
            #expect(files.count > sample.files.count * 3)
        }

        var keys: String { folder.file("lake/keys.json") }
    }

    private static func files(_ lake: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in FileManager.default.subpaths(atPath: lake) ?? [] {
            files[name] = FileManager.default.contents(atPath: "\(lake)/\(name)")
        }
        return files
    }

    @Test("make the same lake together as one alone", arguments: [2, 4])
    func together(exporters: Int) throws {
        let sample = try #require(Undisturbed.current).sample
        let whole = try Whole(sample)
        let folder = try TemporaryFolder()
        let arguments =
            LakeExportTests.small + ["--keys", whole.keys, sample.folder, folder.file("lake")]
        let running = try (0..<exporters).map { _ in try RunningProgram(Program.path, arguments) }
        for program in running {
            #expect(try program.finish() == Finished(output: "", errors: "", code: 0))
        }
        #expect(try LakeExportTests.files(folder.file("lake")) == whole.files)
    }

    @Test("that are killed leave nothing that the next does not mend", arguments: [1, 2, 3])
    func killed(seed: UInt64) throws {
        let sample = try #require(Undisturbed.current).sample
        let whole = try Whole(sample)
        let folder = try TemporaryFolder()
        let lake = folder.file("lake")
        let arguments = LakeExportTests.small + ["--keys", whole.keys, sample.folder, lake]
        var random = SeededRandom(seed: seed)
        var kills = 0
        for _ in 0..<6 {
            // Killed when it has so many logs in the lake, and others on their way.
            let sources = Int.random(in: 0..<sample.files.count, using: &random)
            let program = try RunningProgram(Program.path, arguments)
            while program.process.isRunning {
                let known = try? FileManager.default.contentsOfDirectory(atPath: lake + "/ledger")
                if known.map({ $0.count >= sources }) ?? false { program.send(SIGKILL) }
                usleep(200)
            }
            if try program.finish().code == 128 + SIGKILL { kills += 1 }
        }
        #expect(kills > 0)
        #expect(try Program.run(arguments) == Finished(output: "", errors: "", code: 0))
        #expect(try LakeExportTests.files(lake) == whole.files)
    }

    @Test("that are interrupted say so, and keep what is whole")
    func interrupted() throws {
        let sample = try #require(Undisturbed.current).sample
        let whole = try Whole(sample)
        let folder = try TemporaryFolder()
        let lake = folder.file("lake")
        let arguments = LakeExportTests.small + ["--keys", whole.keys, sample.folder, lake]
        let program = try RunningProgram(Program.path, arguments)
        while !FileManager.default.fileExists(atPath: lake + "/lake.json") { usleep(200) }
        program.send(SIGTERM)
        // It may have ended by then.
        #expect([0, 128 + SIGTERM].contains(try program.finish().code))
        for (name, data) in try LakeExportTests.files(lake) where name.hasPrefix("ledger/") {
            #expect(whole.files[name] == data)
        }
        #expect(try Program.run(arguments) == Finished(output: "", errors: "", code: 0))
        #expect(try LakeExportTests.files(lake) == whole.files)
    }
}
