import Foundation
import TestSupport

/// Another program that runs during a test, with its output in files.
final class Tool {
    private let process = Process()
    private let folder: TemporaryFolder

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Where `make test` unpacks Debian packages that it does not install.
    private static let unpacked = root.path + "/.prometheus"

    /// The unpacked program, or else the one in `PATH`.
    static func path(_ name: String) -> String? {
        let ways = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let folders = [unpacked + "/usr/bin"] + ways.map(String.init)
        return folders.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct Missing: Error {
        var name: String
    }

    init(_ name: String, _ arguments: [String], input: String = "") throws {
        guard let path = Tool.path(name) else { throw Missing(name: name) }
        folder = try TemporaryFolder()
        try folder.write(Array(input.utf8), to: "input")
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        // The unpacked Alertmanager has a relative path to its templates: see the Makefile.
        if path.hasPrefix(Tool.unpacked) {
            process.currentDirectoryURL = URL(fileURLWithPath: Tool.unpacked)
        }
        process.standardInput = FileHandle(forReadingAtPath: folder.file("input"))
        process.standardOutput = try file("output")
        process.standardError = try file("errors")
        try process.run()
    }

    deinit { stop() }

    private func file(_ name: String) throws -> FileHandle {
        let path = try folder.write([], to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    var output: String { text("output") }
    var errors: String { text("errors") }

    private func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: folder.file(name)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Waits for its end.
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// By its own number; threads that run tests block SIGTERM, and a child inherits that.
    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Waits until something is the case, half a minute at most.
func waits(for condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<600 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.05)
    }
    return false
}

func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
}
