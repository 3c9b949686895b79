import Foundation
import TestSupport
import Testing

@Suite("The life of serve")
struct ServeLifeTests {
    @Test("50 clients read beside an ingest, each one state of the database")
    func beside() async throws {
        let sample = try Sample(["--sends", "20000", "--days", "3"])
        let database = try Database()
        #expect(try database.ingest([sample.files[0]]).code == 0)
        let served = try ServedStore(database.path)
        let before = try await served.get("/").body
        let ingest = try RunningProgram(
            Program.path, ["ingest", "-q", "--db", database.path, sample.folder])
        let pages = [
            "/", "/day/2025-11-18", "/explore?by=campaign", "/alerts", "/metrics",
            "/sql/funnel_by_platform.csv", "/sql.csv?q=select+sum(sent)+from+funnel_daily",
        ]
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for client in 0..<50 {
                group.addTask {
                    var statuses: [Int] = []
                    for round in 0..<4 {
                        let page = pages[(client + round) % pages.count]
                        statuses.append(try await served.get(page).status)
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count == 200 && Set(statuses) == [200])
        #expect(try ingest.finish() == Finished(output: "", errors: "", code: 0))
        // What was read since is there at once.
        #expect(try await served.get("/").body != before)
        let sent = try #require(database.number("select sum(sent) from funnel_daily"))
        let answer = try await served.get("/sql.csv?q=select+sum(sent)+as+n+from+funnel_daily")
        #expect(answer.body == "n\n\(sent)\n")
        #expect(try served.end() == Finished(output: served.line, errors: "", code: 143))
    }

    @Test("another file in the place of the database is noticed")
    func replaced() async throws {
        let sample = try Sample(["--sends", "300", "--days", "1"])
        let database = try Database()
        let other = try Database()
        #expect(try database.ingest([sample.files[0]]).code == 0)
        #expect(try other.ingest([sample.folder]).code == 0)
        let served = try ServedStore(database.path)
        let path = "/sql.csv?q=select+sum(lines)+as+n+from+ledger"
        let before = try await served.get(path).body
        let script = #"rm -f "$1-wal" "$1-shm" && mv "$0" "$1""#
        #expect(
            try Program.run(executable: "/bin/sh", ["-c", script, other.path, database.path]).code
                == 0)
        let lines = try #require(database.number("select lines from ledger"))
        #expect(try await served.get(path).body == "n\n\(lines)\n")
        #expect(before != "n\n\(lines)\n")
    }

    @Test("it ends when it is told to, and says how it is to its service manager")
    func end() async throws {
        let database = try Database()
        let sample = try Sample(["--sends", "50", "--days", "1"])
        #expect(try database.ingest([sample.folder]).code == 0)
        let socket = try NotifySocket(.path)
        let program = try RunningProgram(
            Program.path, ["serve", "--db", database.path, "--listen", "127.0.0.1:0"],
            environment: ["NOTIFY_SOCKET": socket.name])
        #expect(socket.waits { $0.contains("READY=1") })
        program.send(SIGINT)
        let finished = try program.finish()
        #expect(finished.code == 130 && finished.errors == "")
        #expect(socket.waits { $0.contains("STOPPING=1") })
    }

    @Test("it does not begin without what it needs")
    func mistakes() throws {
        let folder = try TemporaryFolder()
        let database = try Database()
        let sample = try Sample(["--sends", "50", "--days", "1"])
        #expect(try database.ingest([sample.folder]).code == 0)
        let served = try ServedStore(database.path)
        try folder.write(lines: ["short"], to: "token")
        let mistakes: [([String], Int32, String)] = [
            (["--listen", "0.0.0.0:0"], 64, "it needs --token-file or --proxy-header"),
            (["--listen", "localhost:80"], 64, "--listen: expected an address and a port"),
            (["--listen", "127.0.0.1:\(served.port)"], 74, "another program listens there"),
            (["--token-file", folder.file("token")], 78, "expected a token of 16 characters"),
            (["--token-file", folder.file("none")], 78, "cannot be read"),
            (["--tz", "Asia/Kolkata"], 64, "expected a time zone with whole hours"),
            (["--timeout", "0"], 64, "--timeout: expected seconds from 1 to 3600"),
        ]
        for (options, code, words) in mistakes {
            let finished = try Program.run(["serve", "--db", database.path] + options)
            #expect(finished.code == code && finished.output == "", "\(options) \(finished)")
            #expect(finished.errors.contains(words), "\(finished.errors)")
        }
        let missing = try Program.run("serve", "--db", folder.file("push.db"))
        #expect(missing.code == 74 && missing.errors.contains("the database does not exist"))
    }
}

extension ServedStore {
    /// What it prints.
    fileprivate var line: String { "http://127.0.0.1:\(port)/\n" }
}
