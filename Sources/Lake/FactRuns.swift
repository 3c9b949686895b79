internal import Delivery
internal import FCM
internal import Glibc

/// Counts the lines of a source that told something first: the distinct records of all its
/// messages, however often the memory for them was full.
///
/// What each memory full of states holds is one; of several, keys and facts are kept in a file, in
/// key order, and merged at the end.
struct FactRuns {
    private let path: String
    private var counts: [Int64] = []
    private var only: Int64 = 0

    init(in folder: String) { path = folder + "/facts" }

    /// Takes the states of one memory full, in key order.
    mutating func add(_ states: [MessageState], _ order: [Int32]) throws(LakeError) {
        only = order.reduce(0) { $0 + FactRuns.new(states[Int($1)].facts) }
        counts.append(Int64(order.count))
        let entries = order.map {
            FactEntry(key: states[Int($0)].key, facts: Int64(states[Int($0)].facts.rawValue))
        }
        try LakeFiles.append(entries.withUnsafeBytes { Array($0) }, to: path)
    }

    /// Distinct records.
    consuming func finish() throws(LakeError) -> Int64 {
        guard counts.count > 1 else { return only }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw LakeFiles.failure(path) }
        defer { close(file) }
        var runs: [FactRun] = []
        var first: Int64 = 0
        for count in counts {
            runs.append(FactRun(file, path, first..<first + count))
            first += count
        }
        return try FactRuns.merged(&runs)
    }

    private static func merged(_ runs: inout [FactRun]) throws(LakeError) -> Int64 {
        for index in runs.indices { try runs[index].step() }
        var sum: Int64 = 0
        while let key = runs.compactMap(\.current?.key).min() {
            var facts: Facts = []
            for index in runs.indices {
                guard let entry = runs[index].current, entry.key == key else { continue }
                facts.formUnion(Facts(rawValue: Int32(truncatingIfNeeded: entry.facts)))
                try runs[index].step()
            }
            sum += new(facts)
        }
        return sum
    }

    private static func new(_ facts: Facts) -> Int64 {
        Int64(facts.intersection(.lines).count)
    }
}

/// What a message's records are, and its bytes in a file.
private struct FactEntry {
    static let size = MemoryLayout<FactEntry>.stride

    var key = MessageKey(k: 0, tail: 0)
    var facts: Int64 = 0
}

/// Reads the entries of one memory full, some thousand at a time.
private struct FactRun {
    private static let atOnce: Int64 = 4096

    private let file: Int32
    private let path: String
    private var left: Range<Int64>
    private var entries: ArraySlice<FactEntry> = []
    private(set) var current: FactEntry?

    init(_ file: Int32, _ path: String, _ entries: Range<Int64>) {
        self.file = file
        self.path = path
        left = entries
    }

    mutating func step() throws(LakeError) {
        if entries.isEmpty { try fill() }
        current = entries.popFirst()
    }

    private mutating func fill() throws(LakeError) {
        let count = min(FactRun.atOnce, Int64(left.count))
        let size = Int(count) * FactEntry.size
        var got = 0
        var read = [FactEntry](repeating: FactEntry(), count: Int(count))
        while got < size {
            let more = read.withUnsafeMutableBytes {
                pread(
                    file, $0.baseAddress?.advanced(by: got), size - got,
                    off_t(left.lowerBound) * off_t(FactEntry.size) + off_t(got))
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw LakeFiles.failure(path) }
            got += more
        }
        entries = read[...]
        left = left.lowerBound + count..<left.upperBound
    }
}
