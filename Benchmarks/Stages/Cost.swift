import Foundation

/// A part of an ingest that can be measured alone.
enum Stage: String, CaseIterable, Encodable {
    case inflate
    case lines
    case decode
    case merge
    case write
}

/// What one stage took, and of what.
struct Cost: Encodable, CustomStringConvertible {
    var stage: Stage
    var cpuSeconds = 0.0
    /// Inflated, whatever the stage itself looks at.
    var bytes = 0
    var lines = 0
    /// Lines that are no record.
    var rejected = 0

    enum CodingKeys: String, CodingKey {
        case stage, bytes, lines, rejected
        case cpuSeconds = "cpu_s"
    }

    init(_ stage: Stage) { self.stage = stage }

    var description: String {
        let rate = String(format: "%.3f", Double(bytes) / cpuSeconds / 1e9)
        let seconds = String(format: "%.3f", cpuSeconds)
        return "\(stage): \(seconds) CPU s, \(bytes) bytes, \(lines) lines, "
            + "\(rejected) rejected, \(rate) GB/s"
    }
}

/// CPU time of this thread in some work.
///
/// All that is measured runs in here and nothing else does, so `check.py` counts the instructions
/// of this function, by its name. Never within itself: entering it again would end the count.
@inline(never)
func cpuSeconds(of work: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try work()
    return threadSeconds() - start
}

private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A folder that is gone with the object.
final class TemporaryFolder {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pushfunnel-stages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(of name: String) -> String { folder.appendingPathComponent(name).path }
}
