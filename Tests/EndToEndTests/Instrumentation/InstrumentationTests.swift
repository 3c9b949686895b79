import Foundation
import TestSupport
import Testing

/// What teams copy from `Documentation/Instrumentation.md` is run as it stands there, and gives
/// the funnel of what happened.
@Suite("Documentation/Instrumentation.md")
struct InstrumentationTests {
    private let page: InstrumentationPage
    private let folder: TemporaryFolder

    init() throws {
        page = try InstrumentationPage()
        folder = try TemporaryFolder()
    }

    @Test("records that it shows are read, and tell what it says")
    func records() throws {
        let log = folder.file("records.ndjson")
        try page.records.write(toFile: log, atomically: true, encoding: .utf8)
        try expectNoReject([log])
        #expect(
            try rows(
                """
                select platform, campaign, image, sum(sent), sum(received), sum(receipts),
                sum(impressions), sum(opened) from funnel_hourly group by 1, 2, 3
                """) == ["android,sale_nov,image,1,1,1,1,1"])
        // Their sends are not on the page.
        #expect(
            try rows(
                "select platform, campaign, sum(messages), sum(opened) from orphan_hourly "
                    + "group by 1, 2 order by 1, 2")
                == ["android,sale_nov,1,0", "ios,sale_nov,2,1", "web,sale_nov,1,1"])
    }

    @Test("servers' sends are read, with what became of them", arguments: ServerLanguage.allCases)
    func servers(_ language: ServerLanguage) throws {
        guard try Tools.has("python3") else { return }
        let fcm = try LoopbackFCM()
        guard let log = try language.log(page, fcm, in: folder.path) else { return }
        try expectNoReject([log])
        #expect(
            try rows(
                """
                select platform, campaign, image_status, sum(attempted), sum(sent), sum(failed)
                from funnel_hourly group by 1, 2, 3 order by 1, 2, 3
                """) == [
                    "android,sale_nov,no_image,2,0,2", "android,sale_nov,ok,1,1,0",
                    "ios,sale_nov,no_image,3,2,1", "ios,sale_nov,ok,1,1,0",
                    "web,sale_nov,no_image,2,2,0",
                ])
        #expect(
            Set(
                try rows(
                    "select platform, error_code, apns_reason, sum(failed) from failure_daily "
                        + "group by 1, 2, 3")) == [
                    "android,UNREGISTERED,,1", "android,\(language.codeOfProxy),,1",
                    "ios,THIRD_PARTY_AUTH_ERROR,InvalidProviderToken,1",
                ])
    }

    @Test("an Apple app tells what it saw")
    func apple() throws {
        guard try Tools.has("swiftc"), let sent = try sent() else { return }
        let place = folder.file("swift")
        let files = [
            "PushLog.swift", "PushLogFile.swift", "AppDelegate.swift", "ExampleApp.swift",
            "NotificationService.swift",
        ]
        try page.unpack(files, with: "swift", into: place)
        let built = try RunningProgram("/bin/sh", ["-eu", "build.sh"], in: place).finish()
        try #require(built.code == 0, "\(built.output)\(built.errors)")
        let log = folder.file("swift.ndjson")
        let ran = try RunningProgram(
            place + "/main", [sent.fcm.devices], environment: ["PUSH_LOG": log]
        ).finish()
        try #require(ran.code == 0, "\(ran.errors)")
        try expectNoReject([sent.log, log])
        #expect(try funnel("ios") == ["ios,3,3,3,0,1,1"])
    }

    @Test("a service worker tells what it saw")
    func web() throws {
        guard try Tools.has("node"), let sent = try sent() else { return }
        let place = folder.file("web")
        try page.unpack(["push-log-worker.js"], with: "web", into: place)
        let log = folder.file("web.ndjson")
        let ran = try RunningProgram(
            "/usr/bin/env", ["node", "main.mjs", sent.fcm.devices, log], in: place
        ).finish()
        try #require(ran.code == 0, "\(ran.errors)")
        try expectNoReject([sent.log, log])
        #expect(try funnel("web") == ["web,2,2,2,1,1,1"])
    }

    /// Sends for clients to see; nil without Python.
    private func sent() throws -> (log: String, fcm: LoopbackFCM)? {
        guard try Tools.has("python3") else { return nil }
        let fcm = try LoopbackFCM()
        return try ServerLanguage.python.log(page, fcm, in: folder.path).map { ($0, fcm) }
    }

    private func funnel(_ platform: String) throws -> [String] {
        #expect(try rows("select orphan from ledger") == ["0"])
        return try rows(
            """
            select platform, sum(sent), sum(received), sum(receipts), sum(impressions),
            sum(opened), sum(dismissed) from funnel_hourly
            where platform = '\(platform)' group by 1
            """)
    }

    private func expectNoReject(_ logs: [String]) throws {
        let finished = try Program.run(
            ["ingest", "--max-rejects", "0", "--db", folder.file("push.db")] + logs)
        #expect(finished.code == 0, "\(finished.errors)")
        let others = "select rejected + duplicate + foreign_lines + blank from ledger"
        #expect(try rows(others) == ["0"])
    }

    /// The rows of a query, as CSV has them, without their title.
    private func rows(_ sql: String) throws -> [String] {
        let finished = try Program.run("sql", "--csv", "--db", folder.file("push.db"), sql)
        #expect(finished.code == 0, "\(finished.errors)")
        return finished.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    }
}
