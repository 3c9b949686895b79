import Foundation
import TestSupport
import Testing

@Suite("Days of a sample")
struct SampleDaysTests {
    /// The days that files are of.
    private func days(_ options: String..., today: String) throws -> Set<String> {
        let folder = try TemporaryFolder()
        let made = try Program.run(
            ["sample", folder.file("logs"), "-q", "--sends", "200"] + options,
            environment: ["SOURCE_DATE_EPOCH": today])
        #expect(made == Finished(output: "", errors: "", code: 0))
        let sends = try FileManager.default.contentsOfDirectory(atPath: folder.file("logs/sends"))
        return Set(sends.map { String($0.prefix(10)) })
    }

    @Test("the last one is yesterday")
    func untilYesterday() throws {
        let noon = "1709294400"  // 2024-03-01T12:00Z
        #expect(try days(today: noon) == ["2024-02-27", "2024-02-28", "2024-02-29"])
        #expect(try days("--days", "1", today: noon) == ["2024-02-29"])
    }

    @Test("the first one may be named by how long ago it was")
    func relativeStart() throws {
        let midnight = "1709251200"
        #expect(try days("--days", "1", "--start=-28d", today: midnight) == ["2024-02-02"])
        #expect(try days("--days", "1", "--start", "yesterday", today: midnight) == ["2024-02-29"])
    }

    @Test("without SOURCE_DATE_EPOCH, reports of yesterday have its sends")
    func ofTheClock() throws {
        let folder = try TemporaryFolder()
        let script = """
            unset SOURCE_DATE_EPOCH
            "$PUSHFUNNEL" sample logs -q --sends 200 --days 2
            "$PUSHFUNNEL" ingest -q logs
            "$PUSHFUNNEL" report --day yesterday
            """
        let finished = try Program.run(executable: "/bin/sh", ["-ec", script], in: folder.path)
        #expect(finished.code == 0, "\(finished.errors)")
        #expect(finished.output.contains(#/\n  sent  +[1-9]/#), "\(finished.output)")
    }
}
