import Delivery
import TestSupport
import Testing

/// The same records give the same content, however they are delivered.
@Suite struct OrderTests {
    @Test(arguments: 100...115 as ClosedRange<UInt64>)
    func anyOrderGivesTheSameContent(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 30)
        let expected = try content { try $0.write(log.bytes, to: "a.ndjson") }
        let permuted = try content(batchSize: 7) {
            try $0.write(log.permuted(seed: seed).bytes, to: "a.ndjson")
        }
        #expect(permuted == expected)
    }

    @Test(arguments: 200...211 as ClosedRange<UInt64>)
    func anyRepetitionGivesTheSameContent(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 30)
        let expected = try content { try $0.write(log.bytes, to: "a.ndjson") }
        let repeated = try content(batchSize: 11) {
            try $0.write(log.duplicated(seed: seed, share: 0.7).bytes, to: "a.ndjson")
        }
        #expect(repeated == expected)
    }

    @Test(
        arguments: 300...311 as ClosedRange<UInt64>, Ingesting.threadCounts)
    func anySplitIntoFilesMembersAndRunsGivesTheSameContent(seed: UInt64, threads: Int) throws {
        let parts = seed % 2 == 0 ? 2 : 9
        let log = RandomLog(seed: seed, messages: 30)
        let folder = try TemporaryFolder()
        let whole = try folder.write(log.bytes, to: "whole.ndjson")
        try Ingesting().read([whole], into: folder.file("a.db"))

        let files = try log.split(into: parts).enumerated().map { index, part in
            try folder.write(gzip(part.bytes), to: "part-\(index).gz")
        }
        try Ingesting(batchSize: 13, threads: threads)
            .read(files.reversed(), into: folder.file("b.db"))
        for file in files {
            try Ingesting(threads: threads).read([file], into: folder.file("c.db"))
        }
        let members = log.split(into: parts).flatMap { gzip($0.bytes) }
        let joined = try folder.write(members, to: "members.gz")
        try Ingesting(batchSize: 5, threads: threads).read([joined], into: folder.file("d.db"))

        let expected = try StoreContent(folder.file("a.db"))
        #expect(try StoreContent(folder.file("b.db")) == expected)
        #expect(try StoreContent(folder.file("c.db")) == expected)
        #expect(try StoreContent(folder.file("d.db")) == expected)
    }

    private func content(
        batchSize: Int = 100_000, _ write: (TemporaryFolder) throws -> String
    ) throws -> StoreContent {
        let folder = try TemporaryFolder()
        let path = try write(folder)
        try Ingesting(batchSize: batchSize).read([path], into: folder.file("a.db"))
        return try StoreContent(folder.file("a.db"))
    }
}
