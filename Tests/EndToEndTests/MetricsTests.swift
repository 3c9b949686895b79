import Foundation
import TestSupport
import Testing

/// What `ingest --metrics` writes; that promtool takes it is shown in `AlertOutputTests`.
@Suite("Metrics of ingest", .sample("--sends", "600", "--days", "1", "--dirty", "0.02"))
struct MetricsTests {
    private func metrics(_ path: String) throws -> [String: Double] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var values: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            values[String(parts[0])] = Double(parts[1])
        }
        return values
    }

    private func total(_ name: String, _ metrics: [String: Double]) -> Double {
        metrics.filter { $0.key.hasPrefix(name + "{") }.values.reduce(0, +)
    }

    @Test("are totals of the database, over runs")
    func totals() throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        let folder = try TemporaryFolder()
        let path = folder.file("push.prom")
        let files = whole.sample.files
        var before: [String: Double] = [:]
        for part in [files[..<(files.count / 2)], files[(files.count / 2)...], files[...]] {
            let read = try Program.run(
                ["ingest", "-q", "--db", database.path, "--metrics", path] + part)
            #expect(read == Finished(output: "", errors: "", code: 0))
            let now = try metrics(path)
            for (name, value) in before where name.contains("_total") {
                #expect(now[name] ?? -1 >= value, "\(name)")
            }
            before = now
        }
        let lines = database.number("select lines from ledger")
        #expect(Int(total("pushfunnel_lines_total", before)) == lines)
        #expect(
            Int(total("pushfunnel_rejected_lines_total", before))
                == database.number("select sum(rejected) from reject_reasons"))
        #expect(
            Int(total("pushfunnel_events", before))
                == database.number("select events from ledger"))
        #expect(before["pushfunnel_files{state=\"complete\"}"].map { Int($0) } == files.count)
        #expect(before["pushfunnel_ingest_exit_code"] == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["push.prom"])
    }

    @Test("tell of a run that failed, and when one last worked")
    func failure() throws {
        let database = try Database()
        let folder = try TemporaryFolder()
        let path = folder.file("push.prom")
        let name = "pushfunnel_ingest_last_success_timestamp_seconds"
        let message = "projects/p/messages/1763456400000001"
        let send = #"{"ts":"2025-11-18T09:00:00Z","response":{"name":"\#(message)"}}"#
        try folder.write(lines: [send], to: "a.ndjson")
        let arguments = ["ingest", "-q", "--db", database.path, "--metrics", path]
        #expect(try Program.run(arguments + [folder.path]).code == 0)
        let good = try metrics(path)
        #expect(good[name] != nil)
        let failed = try Program.run(arguments + [folder.file("missing.ndjson")])
        #expect(failed.code == 74)
        let bad = try metrics(path)
        #expect(bad["pushfunnel_ingest_exit_code"] == 74)
        #expect(bad[name] == good[name])
        #expect(bad["pushfunnel_ingest_start_timestamp_seconds"] ?? 0 >= good[name] ?? 1)
    }

    @Test("tell of a follower that cannot read a log, as long as it cannot")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("push.prom")
        let followed = try FollowedFolder(options: ["--metrics", path])
        // No user may read it: its name is none for the program.
        let make = #"mkdir -p "$1" && printf '{}' > "$1/$(printf '\377').log""#
        let made = try Program.run(executable: "/bin/sh", ["-c", make, "sh", followed.logs])
        try #require(made.code == 0)
        #expect(followed.waits { (try? self.exitCode(path)) == 74 })
        let removed = try Program.run(
            executable: "/bin/sh", ["-c", #"rm "$1"/*.log"#, "sh", followed.logs])
        try #require(removed.code == 0)
        #expect(followed.waits { (try? self.exitCode(path)) == 0 })
        #expect(try followed.end().code == 143)
    }

    private func exitCode(_ path: String) throws -> Double? {
        try metrics(path)["pushfunnel_ingest_exit_code"]
    }

    @Test("are written by a follower from its beginning to its end")
    func following() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("push.prom")
        let followed = try FollowedFolder(options: ["--metrics", path])
        #expect(followed.waits { FileManager.default.fileExists(atPath: path) })
        #expect(try metrics(path)["pushfunnel_ingest_following"] == 1)
        try RotatingLog(followed.logs, seed: 1).write([Data("{}".utf8)])
        #expect(followed.reaches(1))
        #expect(try followed.end().code == 143)
        #expect(try metrics(path)["pushfunnel_lines_total{result=\"foreign\"}"] == 1)
    }
}
