import Foundation
import TestSupport

/// A unit of `Packaging/systemd`, run without systemd.
struct SystemdUnit {
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = repository.appending(path: "Packaging/systemd").path

    let text: String

    init(_ name: String) throws {
        text = try String(contentsOfFile: SystemdUnit.folder + "/" + name, encoding: .utf8)
    }

    static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".service") || $0.hasSuffix(".timer") }.sorted()
        }
    }

    /// What stands behind a name, on each of its lines.
    func values(_ name: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            line.hasPrefix(name + "=") ? String(line.dropFirst(name.count + 1)) : nil
        }
    }

    private var environment: [String: String] {
        values("Environment").flatMap { $0.split(separator: " ") }.reduce(into: [:]) { all, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            all[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
    }

    /// Starts a command of the unit with this program, its folders being those of a test; variables
    /// are what somebody would write into /etc/default/pushfunnel. systemd cuts `$NAME` into words
    /// as a shell does.
    func start(
        _ command: String, in folder: TemporaryFolder, _ variables: [String: String] = [:]
    ) throws -> RunningProgram {
        let environment = environment.merging(variables) { $1 }
            .mapValues { SystemdUnit.moved($0, folder) }
        let line = "exec " + SystemdUnit.moved(command, folder)
        return try RunningProgram(
            "/bin/sh", ["-c", line], in: folder.path, environment: environment)
    }

    /// The same text with this program and folders of a test.
    static func moved(_ text: String, _ folder: TemporaryFolder) -> String {
        text
            .replacing("/usr/local/bin/pushfunnel", with: Program.path)
            .replacing("/var/lib/pushfunnel", with: folder.path)
            .replacing("/var/lib/prometheus/node-exporter", with: folder.path)
            .replacing("/var/log/push", with: folder.path + "/logs")
            .replacing("/srv/reports", with: folder.path + "/reports")
            .replacing("/usr/sbin/sendmail -t", with: "cat")
    }
}
