import Delivery
import FCM
import Foundation
import NDJSON

/// What the stages of an ingest cost, each on its own: CPU time of this thread, so that what
/// else a machine does matters little.
///
///     pushfunnel-stages [--repeat N] [--stage S]... [--batch N] FILES... [--json]
///
/// - `inflate`: reading the files as they are, inflated and split into lines;
/// - `lines`: the same of inflated text, from the page cache: copied and split;
/// - `decode`: lines in memory, a block of about a megabyte at a time as an ingest has them,
///   each turned into a record;
/// - `merge`: decoded blocks, in the order in which an ingest reads them, merged by message;
/// - `write`: the batches that this gives, `--batch` messages each, committed to a new store.
@main
struct Stages {
    private var repeats = 1
    private var stages: [Stage] = []
    private var files: [String] = []
    private var batchSize: Int?
    private var writesJSON = false

    static func main() throws {
        guard var run = Stages(CommandLine.arguments.dropFirst()) else {
            print(
                "usage: pushfunnel-stages [--repeat N] [--stage S]... [--batch N] FILES... [--json]"
            )
            exit(64)
        }
        // In the order in which an ingest reads them: it decides how often a row is written.
        run.files = try InputPaths.expand(run.files)
        let costs = try run.stages.flatMap { stage in
            try (0..<run.repeats).map { _ in try run.measure(stage) }
        }
        if run.writesJSON {
            print(String(decoding: try JSONEncoder().encode(costs), as: UTF8.self))
        } else {
            for cost in costs { print(cost) }
        }
    }

    private init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": writesJSON = true
            case "--repeat":
                guard let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
                repeats = count
            case "--batch":
                guard let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
                batchSize = count
            case "--stage":
                guard let stage = rest.popFirst().flatMap(Stage.init) else { return nil }
                stages.append(stage)
            default: files.append(argument)
            }
        }
        guard !files.isEmpty else { return nil }
        if stages.isEmpty { stages = Stage.allCases }
    }

    private func measure(_ stage: Stage) throws -> Cost {
        switch stage {
        case .inflate: try read(files, as: stage)
        case .lines: try readInflated()
        case .decode: try decode()
        case .merge: try Merging(files, batchSize).merge(inputBytes())
        case .write: try Merging(files, batchSize).write(inputBytes())
        }
    }

    private func read(_ paths: [String], as stage: Stage) throws -> Cost {
        var cost = Cost(stage)
        cost.cpuSeconds = try cpuSeconds {
            for path in paths {
                let reader = try LineReader(ByteSource(path: path))
                while let line = reader.next() {
                    cost.lines += 1
                    cost.bytes += line.bytes.count + 1
                }
            }
        }
        return cost
    }

    private func readInflated() throws -> Cost {
        let folder = try TemporaryFolder()
        var total = Cost(.lines)
        for path in files {
            var text = Data()
            let reader = try LineReader(ByteSource(path: path))
            while let line = reader.next() {
                text.append(line.bytes)
                text.append(0x0a)
            }
            let copy = folder.path(of: "lines")
            try text.write(to: URL(fileURLWithPath: copy))
            let cost = try read([copy], as: .lines)
            total.cpuSeconds += cost.cpuSeconds
            total.bytes += cost.bytes
            total.lines += cost.lines
        }
        return total
    }

    /// Of the inflated lines of all files.
    private func inputBytes() throws -> Int {
        var count = 0
        for path in files {
            let reader = try LineReader(ByteSource(path: path))
            while let line = reader.next() { count += line.bytes.count + 1 }
        }
        return count
    }

    private func decode() throws -> Cost {
        let decoder = RecordDecoder(
            keys: HashKeys(identity: SipHash.Key(1, 2), target: SipHash.Key(3, 4)),
            latest: Timestamp(microseconds: .max))
        var cost = Cost(.decode)
        var block = HeldLines()
        for path in files {
            let reader = try LineReader(ByteSource(path: path))
            while let line = reader.next() {
                block.append(line.bytes)
                if block.isFull { decode(&block, decoder, &cost) }
            }
            decode(&block, decoder, &cost)
        }
        return cost
    }

    private func decode(_ block: inout HeldLines, _ decoder: RecordDecoder, _ cost: inout Cost) {
        cost.lines += block.count
        cost.bytes += block.byteCount
        block.pad()
        var rejected = 0
        cost.cpuSeconds += cpuSeconds {
            block.forEach { line in
                do throws(RecordError) {
                    _ = try decoder.decode(line)
                } catch {
                    rejected += 1
                }
            }
            _ = decoder.takeDelta()
        }
        cost.rejected += rejected
        block.removeAll()
    }
}

/// Lines one after the other in memory, with the padding that the decoder asks for.
struct HeldLines {
    private static let size = 1 << 20
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }
    var byteCount: Int { bytes.count }
    var isFull: Bool { bytes.count >= HeldLines.size }

    mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: line)
        ends.append(bytes.count)
        bytes.append(0x0a)
    }

    /// Must come before lines are looked at.
    mutating func pad() {
        bytes.append(contentsOf: repeatElement(0, count: FieldReader.padding))
    }

    func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { all in
            var start = 0
            for end in ends {
                body(UnsafeBufferPointer(rebasing: all[start..<end]))
                start = end + 1
            }
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
