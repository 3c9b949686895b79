import Foundation
import TestSupport
import Testing

/// What README says to put into systemd, cron and mail is what works.
@Suite("The nightly job in README")
struct NightlyTests {
    private static let readme: String = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    }()

    /// The block of a language that stands below a line with these words.
    private static func block(_ language: String, below words: String) throws -> String {
        let start = try #require(readme.range(of: words)?.upperBound)
        let rest = readme[start...]
        let opening = try #require(rest.range(of: "```\(language)\n")?.upperBound)
        let closing = try #require(rest[opening...].range(of: "```")?.lowerBound)
        return String(rest[opening..<closing])
    }

    private static func commands() throws -> [String] {
        commands(of: try block("ini", below: "`pushfunnel.service`:"))
    }

    private static func commands(of service: String) -> [String] {
        service.split(separator: "\n").compactMap { line in
            line.hasPrefix("ExecStart=") ? String(line.dropFirst("ExecStart=".count)) : nil
        }
    }

    /// The same command with this program and folders of a test.
    private static func moved(_ command: String, _ folder: TemporaryFolder) -> String {
        command
            .replacing("/usr/local/bin/pushfunnel", with: Program.path)
            .replacing("/var/lib/pushfunnel", with: folder.path)
            .replacing("/var/log/push", with: folder.path + "/logs")
            .replacing("/srv/reports", with: folder.path + "/reports")
            .replacing("/usr/sbin/sendmail -t", with: "cat")
    }

    private static func sh(_ command: String, _ folder: TemporaryFolder) throws -> Finished {
        try Program.run(executable: "/bin/sh", ["-c", command], in: folder.path)
    }

    @Test("is silent, and gives the same bytes when it runs again")
    func job() throws {
        let folder = try TemporaryFolder()
        let logs = try Program.run(
            ["sample", "logs", "--sends", "300", "--days", "1", "--start", Self.yesterday],
            in: folder.path)
        #expect(logs.code == 0, "\(logs.errors)")
        let commands = try Self.commands()
        let cron = try Self.block("crontab", below: "By cron")
        #expect(commands.count == 3)
        #expect(cron.split(separator: " ").prefix(5) == ["0", "6", "*", "*", "*"])
        #expect(cron.hasSuffix(commands.joined(separator: " && ") + "\n"))
        var pages: [String: Data] = [:]
        for run in 1...2 {
            for command in commands {
                let finished = try Self.sh(Self.moved(command, folder), folder)
                #expect(finished == Finished(output: "", errors: "", code: 0), "run \(run)")
            }
            let found = try Self.files(folder.path + "/reports")
            #expect(found.keys.contains("index.html"))
            #expect(found.keys.filter { $0.hasSuffix(".html") }.count == 4)
            #expect(run == 1 || found == pages)
            pages = found
        }
    }

    @Test("has units that systemd takes")
    func units() throws {
        let folder = try TemporaryFolder()
        let analyze = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: analyze) else { return }
        let names = ["pushfunnel.service", "pushfunnel.timer", "pushfunnel-follow.service"]
        for name in names {
            let unit = try Self.block("ini", below: "`\(name)`")
                .replacing("/usr/local/bin/pushfunnel", with: Program.path)
            try unit.write(
                toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        }
        let finished = try Program.run(
            executable: analyze, ["verify"] + names.map(folder.file), in: folder.path)
        let ours = finished.errors.split(separator: "\n").filter { $0.contains("pushfunnel") }
        #expect(ours == [])
        #expect(finished.code == 0, "\(finished.errors)")
    }

    @Test("has a service beside it that follows")
    func follower() throws {
        let folder = try TemporaryFolder()
        let unit = try Self.block("ini", below: "`pushfunnel-follow.service`")
        let command = try #require(Self.commands(of: unit).first)
        let words = Self.moved(command, folder)
            .replacing("/var/lib/prometheus/node-exporter", with: folder.path)
            .split(separator: " ").map(String.init)
        let follower = try RunningProgram(words[0], Array(words.dropFirst()))
        let sample = try Program.run(["sample", "logs", "--sends", "50", "-q"], in: folder.path)
        #expect(sample.code == 0)
        var isRead = false
        for _ in 0..<600 where !isRead {
            let sql = "select lines > 0 and orphan + matched > 0 from ledger"
            let asked = try Program.run(
                ["sql", "--db", folder.file("push.db"), "--csv", sql])
            isRead = asked.output.split(whereSeparator: \.isNewline).last == "1"
            usleep(100_000)
        }
        #expect(isRead)
        follower.send(SIGTERM)
        // systemd takes that for success, since the unit says so.
        #expect(unit.contains("\nSuccessExitStatus=143\n"))
        #expect(try follower.finish() == Finished(output: "", errors: "", code: 143))
        let metrics = try String(contentsOfFile: folder.file("pushfunnel.prom"), encoding: .utf8)
        #expect(metrics.contains("\npushfunnel_ingest_following 1\n"))
    }

    @Test("mails a page of HTML")
    func mail() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(
            ["sample", "logs", "--sends", "300", "--days", "1", "--start", Self.yesterday],
            in: folder.path)
        _ = try Program.run(["ingest", "-q", "--db", "push.db", "logs"], in: folder.path)
        let command = try Self.block("sh", below: "As mail")
        let mail = try Self.sh(Self.moved(command, folder), folder)
        #expect(mail.errors == "")
        let parts = mail.output.split(separator: "\n\n", maxSplits: 1)
        #expect(parts.first?.contains("Content-Type: text/html; charset=utf-8") == true)
        #expect(parts.last?.hasPrefix("<!DOCTYPE html>") == true)
    }

    /// In UTC, a day that is yesterday or the day before it in every zone.
    private static var yesterday: String {
        String(Date(timeIntervalSinceNow: -86_400).ISO8601Format().prefix(10))
    }

    private static func files(_ folder: String) throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { all, name in
            all[name] = FileManager.default.contents(atPath: folder + "/" + name)
        }
    }
}
