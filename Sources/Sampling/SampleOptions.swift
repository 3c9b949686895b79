/// What a sample looks like. The same options give the same bytes, whatever the thread count.
package struct SampleOptions: Sendable {
    /// Token sends that are attempted, in all: failed ones and every element of a multicast.
    package var sends = 20_000
    /// Days of sends.
    package var days = 3
    /// First day, UTC.
    package var start = SampleDay(daysSinceEpoch: 20_409)  // 2025-11-17, a Monday
    package var seed: UInt64 = 1
    /// Share of lines that are written again, into the same file or a later one.
    package var duplicates = 0.01
    /// Share of client events that are uploaded hours or days after they happened.
    package var late = 0.02
    /// Share of broken lines that are added.
    package var dirty = 0.002
    /// Whether all sends have one shape and all events one for each platform: no batches, topics,
    /// silent messages, exports or plug-ins. What other tools can read with a fixed schema.
    package var uniform = false
    /// Whether files are gzipped (`.ndjson.gz`) or plain (`.ndjson`).
    package var gzip = true
    /// Threads that write at the same time.
    package var threads = 2
    /// Hours after the last day in which clients still report. What happens after that has not
    /// happened yet: it is neither written nor counted. With the default, a sample of more than
    /// three days is needed to hold late opens.
    package var tailHours = 0
    package var incidents: [SampleIncident] = []
    /// Whether an earlier sample in the folder may be replaced. Its log files are removed; a
    /// folder that is not empty and holds no sample (no `truth.json`) is refused all the same.
    package var force = false

    package init() {}
}

extension SampleOptions {
    /// Throws the first option that is out of range.
    func check() throws(SampleError) {
        try Self.check("days", days, in: 1...3660)
        try Self.check("sends", sends, in: 1...(days * 50_000_000))
        try Self.check("threads", threads, in: 1...64)
        try Self.check("tail hours", tailHours, in: 0...240)
        try Self.check("duplicates", duplicates, in: 0...0.5)
        try Self.check("late", late, in: 0...1)
        try Self.check("dirty", dirty, in: 0...0.5)
    }

    private static func check<Value: Comparable>(
        _ name: String, _ value: Value, in range: ClosedRange<Value>
    ) throws(SampleError) {
        guard range.contains(value) else {
            throw .option(
                name: name, found: "\(value)",
                expected: "\(range.lowerBound) to \(range.upperBound)")
        }
    }
}
