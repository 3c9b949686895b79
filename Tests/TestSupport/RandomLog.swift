/// A small nasty log for property tests, the same for one seed.
///
/// Few campaigns, tokens, hours and IDs, so that records collide: several of one message that
/// contradict each other, events before their send and at the edge of the window, batches over
/// single records, lines that no one can read. All times are in 2026-11-10 to 2026-11-20.
package struct RandomLog {
    /// Lines without line feeds; some end in a carriage return.
    package private(set) var lines: [String] = []

    /// A time to give as `now`: 2026-11-21 00:00 UTC, in milliseconds.
    package static let now: Int64 = firstOfNovember / 1000 + 20 * 86_400_000
    static let firstOfNovember: Int64 = 1_793_491_200_000_000
    static let hour: Int64 = 3_600_000_000

    /// A line that text cannot hold: rejected as `invalid_utf8`.
    package static let invalidUTF8Line: [UInt8] =
        Array(#"{"ts":"2026-11-12T09:00:00Z","message":{"token":"a"#.utf8) + [0xC3, 0x28]
        + Array(#""},"response":{"name":"projects/demo/messages/x"}}"#.utf8)

    /// - Parameters:
    ///   - messages: how many messages the log speaks of; lines are about six times as many.
    ///   - respelled: the same record may be written in several ways (order of keys, escapes,
    ///     spelling of its time and ID); without, equal records are equal lines.
    ///   - isDirty: with blank lines and lines that are rejected.
    package init(
        seed: UInt64, messages: Int, respelled: Bool = true, isDirty: Bool = true
    ) {
        var writer = RandomRecords(random: SeededRandom(seed: seed))
        writer.write(messages: messages)
        var random = writer.random
        var records = writer.records
        for record in writer.records where random.once(in: 8) { records.append(record) }
        records.shuffle(using: &random)
        for record in records {
            var line = record.text(&random, plain: !respelled)
            if respelled, random.once(in: 20) { line = "  " + line + " " }
            if random.once(in: 15) { line += "\r" }
            lines.append(line)
        }
        if isDirty { addDirt(&random, share: max(2, messages / 4)) }
    }

    private init(lines: [String]) { self.lines = lines }

    /// The file that holds the lines. It does not end in a value that goes on: ingest would wait
    /// for its rest.
    package var bytes: [UInt8] {
        let waiting = lines.reversed().prefix { $0 == RandomLog.unfinishedLine }
        let ordered = waiting + lines.dropLast(waiting.count)
        return ordered.flatMap { Array($0.utf8) + [0x0A] }
    }

    /// The same lines in another order.
    package func permuted(seed: UInt64) -> RandomLog {
        var random = SeededRandom(seed: seed)
        return RandomLog(lines: lines.shuffled(using: &random))
    }

    /// The same lines in `count` parts of about the same size, in order.
    package func split(into count: Int) -> [RandomLog] {
        (0..<count).map { part in
            let start = lines.count * part / count
            let end = lines.count * (part + 1) / count
            return RandomLog(lines: Array(lines[start..<end]))
        }
    }

    /// The same lines, and a share of them (0 to 1) once more, at random places.
    package func duplicated(seed: UInt64, share: Double) -> RandomLog {
        var random = SeededRandom(seed: seed)
        var more = lines
        for line in lines where Double(random.below(1_000_000)) < share * 1_000_000 {
            more.insert(line, at: random.below(more.count + 1))
        }
        return RandomLog(lines: more)
    }

    private mutating func addDirt(_ random: inout SeededRandom, share: Int) {
        let blank = ["", " ", "\t ", "\r"]
        for _ in 0..<share {
            let line =
                switch random.below(4) {
                case 0: random.pick(blank)
                case 1: random.pick(Self.foreign)
                default: random.pick(random.pick(Array(Self.dirt.map(\.lines))))
                }
            lines.insert(line, at: random.below(lines.count + 1))
        }
    }
}
