import Foundation
import TestSupport
import Testing

/// One file a day with all records, which comes ten minutes after midnight: for the rest of the day
/// nothing new can arrive.
@Suite("Alerts and files of whole days")
struct AlertDailyFileTests {
    @Test("nothing is missing until the next file is late")
    func days() throws {
        let sample = try Sample([
            "--sends", "60000", "--days", "19", "--start", "2025-10-06",
        ])
        let join = #"""
            cd "$0" && mkdir days && for log in sends/*T00.ndjson.gz; do
                day=$(basename "$log" T00.ndjson.gz)
                cat sends/"$day"* events/"$day"T* > days/$day.ndjson.gz
                touch -d "$day 00:10 UTC +1 day" days/$day.ndjson.gz
            done
            """#
        let joined = try Program.run(executable: "/bin/sh", ["-c", join, sample.folder])
        try #require(joined.code == 0, "\(joined.errors)")
        let store = try WatchedStore(empty: ())
        let files = (6...23).map { String(format: "/days/2025-10-%02d.ndjson.gz", $0) }
        try store.ingest(["--now", "2025-10-24T06:00"] + files.map { sample.folder + $0 })
        for now in ["2025-10-24T06:10", "2025-10-24T18:00", "2025-10-25T01:50"] {
            let alert = try store.alert("-q", "--dry-run", "--now", now)
            #expect(alert == Finished(output: "", errors: "", code: 0), "\(now)")
        }
        let late = try store.alert("-q", "--dry-run", "--now", "2025-10-25T02:10")
        #expect(late.code == 2)
        #expect(late.output.contains("no client events for 26 hours"), "\(late.output)")
    }
}
