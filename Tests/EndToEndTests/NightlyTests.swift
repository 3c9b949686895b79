import Foundation
import TestSupport
import Testing

/// The units of systemd work, and so do the jobs for cron and mail of Documentation/Operations.md.
@Suite("Services")
struct NightlyTests {
    private static let page: String = {
        let path = SystemdUnit.repository.appending(path: "Documentation/Operations.md")
        return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    }()

    /// The block of a language that stands below a line with these words.
    private static func block(_ language: String, below words: String) throws -> String {
        let start = try #require(page.range(of: words)?.upperBound)
        let rest = page[start...]
        let opening = try #require(rest.range(of: "```\(language)\n")?.upperBound)
        let closing = try #require(rest[opening...].range(of: "```")?.lowerBound)
        return String(rest[opening..<closing])
    }

    private static func sh(_ command: String, _ folder: TemporaryFolder) throws -> Finished {
        try Program.run(
            executable: "/bin/sh", ["-c", SystemdUnit.moved(command, folder)], in: folder.path)
    }

    private static let silent = Finished(output: "", errors: "", code: 0)

    @Test("every night are silent, and give the same bytes when they run again, from cron too")
    func job() throws {
        let folder = try TemporaryFolder()
        let logs = try Program.run(
            ["sample", "logs", "--sends", "300", "--days", "1", "--start", Self.yesterday],
            in: folder.path)
        #expect(logs.code == 0, "\(logs.errors)")
        let night = try SystemdUnit("pushfunnel-nightly.service")
        // A log that cannot be read keeps no report from being made.
        #expect(night.values("Wants") == ["pushfunnel-ingest.service"])
        #expect(night.values("After") == night.values("Wants"))
        let commands = try [SystemdUnit("pushfunnel-ingest.service"), night].flatMap { unit in
            unit.values("ExecStart").map { (unit: unit, line: $0) }
        }
        #expect(commands.count == 4)
        let settings = ["REPORTS": "/srv/reports", "PUSHFUNNEL_TZ": "Europe/Berlin"]
        var pages: [String: Data] = [:]
        for run in 1...2 {
            for command in commands {
                let finished = try command.unit.start(command.line, in: folder, settings).finish()
                #expect(finished == Self.silent, "run \(run): \(command.line)")
            }
            let found = try Self.files(folder.path + "/reports")
            #expect(found.keys.contains("index.html"))
            // Late in the evening in UTC, yesterday is two days ago in Berlin.
            let days = found.keys.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\d\.html/) != nil }
            #expect((1...2).contains(days.count))
            for kind in ["week-", "campaign-"] {
                #expect(found.keys.contains { $0.hasPrefix(kind) }, "\(kind)")
            }
            #expect(found.keys.contains("pages.json"))
            #expect(run == 1 || found == pages)
            pages = found
        }
        let cron = try Self.block("crontab", below: "By cron").split(separator: " ")
        #expect(cron.prefix(5) == ["0", "6", "*", "*", "*"])
        let finished = try Self.sh(cron.dropFirst(5).joined(separator: " "), folder)
        #expect(finished == Self.silent)
        #expect(try Self.files(folder.path + "/reports") == pages)
    }

    /// Nil, and told, where it is not installed.
    private static var analyze: String? {
        let path = "/usr/bin/systemd-analyze"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
        Skip.report("units are not checked: systemd-analyze is not installed")
        return nil
    }

    @Test("are units that systemd takes")
    func units() throws {
        let folder = try TemporaryFolder()
        guard let analyze = Self.analyze else { return }
        let names = try SystemdUnit.names
        #expect(names.count == 8)
        for name in names {
            let unit = try SystemdUnit(name).text
                .replacing("/usr/local/bin/pushfunnel", with: Program.path)
                // Manuals of this version are not installed here.
                .replacing(/Documentation=.*\n/, with: "")
            try unit.write(
                toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        }
        let finished = try Program.run(
            executable: analyze, ["verify"] + names.map(folder.file), in: folder.path)
        let ours = finished.errors.split(separator: "\n").filter { $0.contains("pushfunnel") }
        #expect(ours == [])
        #expect(finished.code == 0, "\(finished.errors)")
    }

    /// Mail programs need what the unit that sends would forbid.
    @Test("can do little else", arguments: try SystemdUnit.names)
    func confined(name: String) throws {
        guard let analyze = Self.analyze else { return }
        guard name.hasSuffix(".service"), name != "pushfunnel-send.service" else { return }
        let finished = try Program.run(
            executable: analyze,
            ["security", "--offline=true", "--threshold=25", SystemdUnit.folder + "/" + name],
            in: SystemdUnit.folder)
        #expect(finished.code == 0, "\(finished.output)")
    }

    /// Each name in `/etc/default/pushfunnel` is one that units read, with its default.
    @Test("have their settings in one file")
    func settings() throws {
        let path = SystemdUnit.repository.appending(path: "debian/pushfunnel.default")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let units = try SystemdUnit.names.map { try SystemdUnit($0).text }.joined()
        let settings = lines.compactMap { $0.wholeMatch(of: /#([A-Z_]+)=(.*)/) }
        #expect(settings.count == 13)
        for (_, name, value) in settings.map(\.output) where name != "PUSHFUNNEL_TZ" {
            let isExample = name.hasSuffix("_OPTIONS")
            #expect(units.contains("\(name)=\(isExample ? "" : value)"), "\(name)")
        }
        #expect(lines.allSatisfy { $0.hasPrefix("#") })
    }

    @Test("have one that follows")
    func follower() throws {
        let folder = try TemporaryFolder()
        let unit = try SystemdUnit("pushfunnel-follow.service")
        let command = try #require(unit.values("ExecStart").first)
        let metrics = "--metrics /var/lib/prometheus/node-exporter/pushfunnel.prom"
        let follower = try unit.start(command, in: folder, ["INGEST_OPTIONS": metrics])
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
        #expect(unit.values("SuccessExitStatus") == ["143"])
        #expect(try follower.finish() == Finished(output: "", errors: "", code: 143))
        let written = try String(contentsOfFile: folder.file("pushfunnel.prom"), encoding: .utf8)
        #expect(written.contains("\npushfunnel_ingest_following 1\n"))
    }

    @Test("have one that serves")
    func pages() async throws {
        let folder = try TemporaryFolder()
        let made = try Program.run("sample", "logs", "--sends", "50", "-q", in: folder.path)
        #expect(made.code == 0)
        #expect(
            try Program.run("ingest", "-q", "--db", "push.db", "logs", in: folder.path).code == 0)
        let unit = try SystemdUnit("pushfunnel-serve.service")
        let command = try #require(unit.values("ExecStart").first)
        let options = ["SERVE_OPTIONS": "--listen 127.0.0.1:0"]
        let served = try ServedStore(unit.start(command, in: folder, options))
        #expect(try await served.get("/healthz").status == 200)
        #expect(unit.values("SuccessExitStatus") == ["143"])
        #expect(try served.end().code == 143)
    }

    @Test("have one that alerts, and has not failed when it does")
    func alerts() throws {
        let folder = try TemporaryFolder()
        let made = try Program.run(
            ["sample", "logs", "--sends", "50", "-q", "--start", Self.yesterday], in: folder.path)
        #expect(made.code == 0)
        #expect(
            try Program.run("ingest", "-q", "--db", "push.db", "logs", in: folder.path).code == 0)
        let unit = try SystemdUnit("pushfunnel-alert.service")
        let command = try #require(unit.values("ExecStart").first)
        let options = ["ALERT_OPTIONS": "--format prometheus -o \(folder.path)/alert.prom"]
        let finished = try unit.start(command, in: folder, options).finish()
        let harmless = unit.values("SuccessExitStatus").flatMap { $0.split(separator: " ") }
        #expect(harmless == ["1", "2"])
        #expect([0, 1, 2].contains(finished.code) && finished.errors == "", "\(finished)")
        #expect(FileManager.default.fileExists(atPath: folder.file("alert.prom")))
    }

    private func store(_ folder: borrowing TemporaryFolder) throws {
        _ = try Program.run(
            ["sample", "logs", "--sends", "300", "--days", "1", "--start", Self.yesterday],
            in: folder.path)
        _ = try Program.run(["ingest", "-q", "--db", "push.db", "logs"], in: folder.path)
    }

    private func expectMail(_ finished: Finished) {
        #expect(finished.errors == "" && finished.code == 0)
        #expect(finished.output.hasPrefix("From: pushfunnel <"))
        #expect(finished.output.contains("\nTo: push-team@example.org\n"))
    }

    @Test("mail a report from a shell")
    func mail() throws {
        let folder = try TemporaryFolder()
        try store(folder)
        try expectMail(Self.sh(try Self.block("sh", below: "From a shell"), folder))
    }

    @Test("send a report after the nightly job, as far as it is set")
    func send() throws {
        let night = try SystemdUnit("pushfunnel-nightly.service")
        #expect(
            night.values("OnSuccess") == ["pushfunnel-send.service pushfunnel-alert.service"])
        let folder = try TemporaryFolder()
        try store(folder)
        let unit = try SystemdUnit("pushfunnel-send.service")
        let commands = unit.values("ExecStart")
        let place = ["RUNTIME_DIRECTORY": folder.path]
        for command in commands {
            #expect(try unit.start(command, in: folder, place).finish() == Self.silent)
        }
        let to = place.merging(["MAIL_TO": "push-team@example.org"]) { $1 }
        try expectMail(unit.start(commands[0], in: folder, to).finish())
        // Nobody listens there: an error of the unit, without the secret part of the address.
        let address = "DIGEST_OPTIONS"
        let digest = place.merging([address: "--notify http://127.0.0.1:9/secret"]) { $1 }
        let finished = try unit.start(commands[1], in: folder, digest).finish()
        #expect(finished.code != 0 && finished.errors.contains("http://127.0.0.1:9: "))
        #expect(!finished.errors.contains("secret"))
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
