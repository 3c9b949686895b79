import Foundation
import TestSupport
import Testing

/// The current version prints what the sessions in README show.
@Suite("The sessions in README")
struct ReadmeSessionTests {
    @Test("are two, and each is run")
    func count() throws { #expect(try Self.blocks().count == 2) }

    @Test("the first prints what it says")
    func session() throws {
        try run(block: 0, in: TemporaryFolder())
    }

    @Test("so does the one with logs that applications write anyway")
    func ownLogs() throws {
        let folder = try TemporaryFolder()
        try ApplicationLogs.write(to: folder.file("app-logs"))
        try run(block: 1, in: folder)
        let database = folder.file("pushfunnel.db")
        let rows = try Program.run(
            [
                "sql", "--db", database, "--csv",
                """
                select platform, send_hour, sum(sent) from funnel_hourly
                group by 1, 2 order by 1, 2
                """,
            ], in: folder.path)
        let wanted = ApplicationLogs.sends.map {
            "\($0.platform),2025-11-18T\(String(format: "%02d", $0.hour)),\($0.count)"
        }
        #expect(rows.output.split(separator: "\n").dropFirst().map(String.init) == wanted)
    }

    private static func blocks() throws -> [String] {
        try ConsoleSession.page("README.md").matches(of: /```console\n([\s\S]*?)```/)
            .map { String($0.1) }
    }

    private func run(block number: Int, in folder: borrowing TemporaryFolder) throws {
        let blocks = try Self.blocks()
        try #require(blocks.count > number)
        try ConsoleSession(blocks[number][...]).run(in: folder)
    }
}
