import Locked

/// Writes a sample into a folder, with the true funnel in `truth.json`.
///
/// Files: `sends/` and `events/` by the hour of upload, `export/` (FCM's export to BigQuery)
/// and `ga4/` (Google Analytics) by day. The truth is counted while messages are decided.
/// Equal options give equal bytes, with any number of threads.
///
/// - Parameters:
///   - options: the options of the sample.
///   - directory: the folder, new or empty.
///   - progress: called with the sends written so far and the total, from any thread, one call at
///     a time.
/// - Throws: `SampleError`.
package func writeSample(
    _ options: SampleOptions, to directory: String,
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
) throws -> SampleSummary {
    let world = try World(options)
    let folder = try OutputFolder(directory, force: options.force)
    var writer = SampleWriter(world: world, folder: folder, progress: progress)
    return try writer.run()
}

/// Plans hours and writes files in waves: first the plans of some hours in parallel, then all
/// complete files.
private struct SampleWriter {
    let world: World
    let folder: OutputFolder
    let progress: (@Sendable (Int, Int) -> Void)?
    let done = Progress()
    /// Planned lines by upload hour, counted from the first, and rows by day.
    var sends: [[SendBucket]]
    var events: [[[Event]]]
    var rows: [RowFile: [Row]] = [:]
    var truth = Truth()
    var summary = SampleSummary()

    init(world: World, folder: OutputFolder, progress: (@Sendable (Int, Int) -> Void)?) {
        self.world = world
        self.folder = folder
        self.progress = progress
        sends = Array(repeating: [], count: world.uploadHours)
        events = Array(repeating: [], count: world.uploadHours)
    }

    mutating func run() throws -> SampleSummary {
        let threads = world.options.threads
        for first in stride(from: 0, to: world.uploadHours, by: Self.wave) {
            let hours = first..<min(first + Self.wave, world.uploadHours)
            try plan(hours.clamped(to: 0..<world.sendHours), threads)
            try writeHours(hours, threads)
        }
        try writeDays(threads)
        try TruthFile.write(truth, world, to: "\(folder.path)/truth.json")
        summary.sends = truth.totals.attempted
        summary.events = truth.ledger.events
        summary.rejected = truth.ledger.rejected.reduce(0) { $0 + $1.lines }
        return summary
    }

    /// The hours of a wave. Constant, so that memory is independent of threads.
    private static let wave = 4

    private mutating func plan(_ hours: Range<Int>, _ threads: Int) throws {
        let world = world
        let plans = try WorkerPool.run(threads: threads, hours.count) {
            HourPlanner.plan(world, hour: hours.lowerBound + $0)
        }
        for plan in plans {
            for (offset, bucket) in plan.sends.enumerated() where !bucket.lines.isEmpty {
                sends[plan.hour + offset].append(bucket)
            }
            for (offset, lines) in plan.events.enumerated() where !lines.isEmpty {
                events[plan.hour + offset].append(lines)
            }
            rows.merge(plan.rows, uniquingKeysWith: +)
            truth.add(plan.truth, hour: world.startHour + plan.hour, world)
        }
    }

    /// One file for the sends and one for the events of each hour.
    private mutating func writeHours(_ hours: Range<Int>, _ threads: Int) throws {
        let files = LogFiles(world: world, folder: folder)
        let (sends, events, done, progress) = (sends, events, done, progress)
        let total = world.options.sends
        let written = try WorkerPool.run(threads: threads, 2 * hours.count) { task in
            let hour = hours.lowerBound + task / 2
            guard task % 2 == 0 else {
                return try files.writeEvents(events[hour], hour: hour)
            }
            let file = try files.writeSends(sends[hour], hour: hour)
            done.report(sends[hour].reduce(0) { $0 + $1.sends.count }, of: total, to: progress)
            return file
        }
        for hour in hours {
            self.sends[hour] = []
            self.events[hour] = []
        }
        written.forEach { summary.add($0) }
    }

    private mutating func writeDays(_ threads: Int) throws {
        let files = LogFiles(world: world, folder: folder)
        let days = rows.sorted {
            ($0.key.folder, $0.key.day) < ($1.key.folder, $1.key.day)
        }
        let written = try WorkerPool.run(threads: threads, days.count) {
            try files.writeRows(days[$0].value, to: days[$0].key)
        }
        written.forEach { summary.add($0) }
    }
}

/// Sends written so far.
private final class Progress: Sendable {
    private let sends = Locked(0)

    func report(_ more: Int, of total: Int, to progress: (@Sendable (Int, Int) -> Void)?) {
        sends.withLock { sends in
            sends += more
            progress?(min(sends, total), total)
        }
    }
}

extension SampleSummary {
    fileprivate mutating func add(_ file: LogFiles.Written?) {
        guard let file else { return }
        files += 1
        lines += file.lines
        bytes += file.bytes
        bytesInflated += file.bytesInflated
    }
}
