/// The options of a sample. Equal options give equal bytes, with any number of threads.
package struct SampleOptions: Sendable {
    /// All attempted token sends, including failed ones and every element of a multicast.
    package var sends = 20_000
    /// Days of sends.
    package var days = 3
    /// First day, UTC.
    package var start = SampleDay(daysSinceEpoch: 20_409)  // 2025-11-17, a Monday
    package var seed: UInt64 = 1
    /// The share of lines that are repeated, in the same file or a later one.
    package var duplicates = 0.01
    /// Share of client events that are uploaded hours or days after they happened.
    package var late = 0.02
    /// Share of broken lines that are added.
    package var dirty = 0.002
    /// Whether sends have one shape and events one shape for each platform: no batches, topics,
    /// silent messages, exports or plug-ins. Other tools can read this with a fixed schema.
    package var uniform = false
    /// Whether files are gzipped (`.ndjson.gz`) or plain (`.ndjson`).
    package var gzip = true
    /// Threads that write at the same time.
    package var threads = 2
    /// Hours after the last day in which clients still report. Later events are neither written
    /// nor counted. With the default, only samples of more than three days hold late opens.
    package var tailHours = 0
    package var incidents: [SampleIncident] = []
    /// Whether a third of the campaigns is of a second Firebase project.
    package var twoProjects = false
    /// Whether sends are to three apps, in two variants.
    package var apps = false
    /// Whether clients tell the version of the app, and the button that opened a message.
    package var clients = false
    /// Whether people convert: by an app of theirs, a shop's server, or a page on the web.
    package var conversions = false
    /// Whether to replace an earlier sample in the folder and delete its log files. A folder that
    /// is not empty and has no `truth.json` is rejected in any case.
    package var force = false

    package init() {}
}

extension SampleOptions {
    /// Throws `option` for the first option that is out of range.
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
