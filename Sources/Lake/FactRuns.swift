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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(order.count * FactEntry.size)
        for place in order { FactEntry(states[Int(place)]).write(to: &bytes) }
        try LakeFiles.append(path) { file throws(LakeError) in
            try LakeFiles.write(bytes, to: file, path)
        }
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
                facts.formUnion(entry.facts)
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

/// What a message's records are: 24 bytes in a file.
private struct FactEntry {
    static let size = 24

    var key: MessageKey
    var facts: Facts

    init(_ state: MessageState) {
        key = state.key
        facts = state.facts
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        key = MessageKey(
            k: bytes.loadUnaligned(fromByteOffset: 0, as: Int64.self),
            tail: bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        let raw = bytes.loadUnaligned(fromByteOffset: 16, as: Int64.self)
        facts = Facts(rawValue: Int32(truncatingIfNeeded: raw))
    }

    func write(to bytes: inout [UInt8]) {
        for number in [key.k, key.tail, Int64(facts.rawValue)] {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
    }
}

/// Reads the entries of one memory full, some thousand at a time.
private struct FactRun {
    private static let atOnce: Int64 = 4096

    private let file: Int32
    private let path: String
    private var left: Range<Int64>
    private var bytes: [UInt8] = []
    private var place = 0
    private(set) var current: FactEntry?

    init(_ file: Int32, _ path: String, _ entries: Range<Int64>) {
        self.file = file
        self.path = path
        left = entries
    }

    mutating func step() throws(LakeError) {
        if place == bytes.count {
            try fill()
            place = 0
        }
        guard place < bytes.count else {
            current = nil
            return
        }
        current = bytes.withUnsafeBytes {
            FactEntry(UnsafeRawBufferPointer(rebasing: $0[place..<place + FactEntry.size]))
        }
        place += FactEntry.size
    }

    private mutating func fill() throws(LakeError) {
        let count = min(FactRun.atOnce, Int64(left.count))
        let size = Int(count) * FactEntry.size
        var got = 0
        bytes = [UInt8](repeating: 0, count: size)
        while got < size {
            let read = bytes.withUnsafeMutableBytes {
                pread(
                    file, $0.baseAddress?.advanced(by: got), size - got,
                    off_t(left.lowerBound) * off_t(FactEntry.size) + off_t(got))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw LakeFiles.failure(path) }
            got += read
        }
        left = left.lowerBound + count..<left.upperBound
    }
}
