import Foundation
import TestSupport

/// A process that logs: appends lines to `app.log` in bursts, some of them cut in two, and rotates
/// the log in every way that logs are rotated in. What it does depends on its seed alone.
final class RotatingLog {
    enum Rotation: CaseIterable {
        /// `app.log` becomes `app.log.1`, which becomes `app.log.2`, and so on.
        case numbered
        /// The same, and what was `app.log.1` is compressed into `app.log.2.gz`, a piece at a time.
        case compressed
        /// `app.log` becomes `app.log-20251117-N`.
        case dated
        /// The log is copied, a piece at a time, and then truncated.
        case copied
        /// Copied, truncated, and the copy compressed.
        case copiedAndCompressed
        /// The next lines go into another folder, which is made for them.
        case elsewhere
    }

    private let root: String
    private var folder: String
    private var random: SeededRandom
    private var rotations = 0
    private(set) var written = 0

    init(_ root: String, seed: UInt64) throws {
        self.root = root
        folder = root
        random = SeededRandom(seed: seed)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    private var log: String { folder + "/app.log" }

    /// Writes lines, each without its end, with pauses of some milliseconds.
    func write(_ lines: [Data], isStopped: () -> Bool = { false }) throws {
        var rest = lines[...]
        while !rest.isEmpty, !isStopped() {
            for _ in 0...random.below(12) {
                let burst = rest.prefix(1 + random.below(60))
                rest = rest.dropFirst(burst.count)
                try append(burst)
                pause(random.below(12))
            }
            try rotate(Rotation.allCases[random.below(Rotation.allCases.count)])
        }
    }

    private func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

    private func append(_ lines: ArraySlice<Data>) throws {
        guard !lines.isEmpty else { return }
        let bytes = lines.reduce(into: Data()) { $0 += $1 + [0x0a] }
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        let cut = random.below(3) == 0 ? random.below(bytes.count) : bytes.count
        try put(bytes.prefix(cut), descriptor)
        if cut < bytes.count {
            pause(random.below(30))
            try put(bytes.dropFirst(cut), descriptor)
        }
        written += lines.count
    }

    private func put(_ bytes: Data, _ descriptor: Int32) throws {
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }

    // MARK: Rotations

    private func rotate(_ rotation: Rotation) throws {
        guard FileManager.default.fileExists(atPath: log) else { return }
        rotations += 1
        switch rotation {
        case .numbered:
            try shift()
            try move(log, log + ".1")
        case .compressed:
            try shift()
            try compress(log + ".2")
            try move(log, log + ".1")
        case .dated: try move(log, log + "-20251117-\(rotations)")
        case .copied: try copy(to: log + ".\(1000 + rotations)")
        case .copiedAndCompressed:
            let copied = log + ".\(1000 + rotations)"
            try copy(to: copied)
            pause(random.below(1500))
            try compress(copied)
        case .elsewhere:
            folder = root + "/\(rotations)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// As logrotate does it, the highest number first.
    private func shift() throws {
        for number in (1...50).reversed() {
            for suffix in ["", ".gz"] {
                let path = "\(log).\(number)\(suffix)"
                guard FileManager.default.fileExists(atPath: path) else { continue }
                try move(path, "\(log).\(number + 1)\(suffix)")
            }
        }
    }

    private func move(_ path: String, _ other: String) throws {
        guard rename(path, other) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func copy(to path: String) throws {
        try put(try bytes(log), inPiecesTo: path)
        guard truncate(log, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func compress(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try put(gzip(try bytes(path)), inPiecesTo: path + ".gz")
        unlink(path)
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func put(_ bytes: [UInt8], inPiecesTo path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        let pieces = 1 + random.below(6)
        for piece in stride(from: 0, to: bytes.count, by: bytes.count / pieces + 1) {
            let end = min(bytes.count, piece + bytes.count / pieces + 1)
            try put(Data(bytes[piece..<end]), descriptor)
            pause(random.below(120))
        }
    }
}
