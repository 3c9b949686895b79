import Delivery
import Foundation
import Lake
import Reporting
import TestSupport
import Testing

/// What a lake is asked, as spark-sql reads it.
@Suite("A Spark job")
struct SparkJobTests {
    private static let marks = "'; drop table x; -- ${y} \\' \\ \"\n"

    /// As spark-sql takes a script apart: at semicolons outside of quotes and comments.
    private func statements(_ script: String) -> [String] {
        var statements: [String] = []
        var current = ""
        var quote: Character?
        var isComment = false
        var characters = Array(script)[...]
        while let character = characters.popFirst() {
            if isComment {
                isComment = character != "\n"
            } else if let open = quote {
                if character == "\\", let next = characters.popFirst() {
                    current += "\\" + String(next)
                    continue
                }
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "-", characters.first == "-" {
                isComment = true
                continue
            } else if character == ";" {
                statements.append(current.trimmingPrefix(while: \.isWhitespace).description)
                current = ""
                continue
            }
            if !isComment { current.append(character) }
        }
        #expect(!current.contains { !$0.isWhitespace })
        return statements
    }

    @Test("makes the views that are read, and asks each query in a statement")
    func views() throws {
        var job = SparkJob(lake: "/lake", windows: Windows(), scratch: "/made")
        let query = try QueryCatalog().query("funnel_total")
        job.ask(query.text, ["since": "2025-11-18", "until": nil], into: "/out/funnel_total")
        let all = statements(job.text)
        let last = try #require(all.last)
        #expect(
            last.hasPrefix("execute immediate 'insert overwrite directory \\'/out/funnel_total\\'"))
        #expect(last.hasSuffix("using '2025-11-18' as since, cast(null as string) as until"))
        let views = all.filter { $0.hasPrefix("create temporary view") }
            .map { String($0.split(separator: " ")[3]) }
        #expect(
            views.suffix(5)
                == ["base_counts", "send_cells", "base_funnel", "base_clients", "funnel_hourly"])
        #expect(!job.text.contains("$"))
    }

    @Test("makes every view that may be asked for, after those that it reads")
    func order() {
        let views = LakeSQL.views(Windows())
        for view in ViewDocumentation.shared {
            let needed = LakeSQL.needed(for: [view.name], of: views).map(\.name)
            #expect(needed.last == view.name)
        }
    }

    @Test("writes down what is read more than once")
    func kept() throws {
        var job = SparkJob(lake: "/lake", windows: Windows(), scratch: "/made")
        job.ask("select * from funnel_hourly", into: "/out/1")
        #expect(!job.text.contains("'/made/base_counts'"))
        #expect(job.text.ranges(of: "'/made/send_cells'").count == 2)
        job.ask("select * from messages", into: "/out/2")
        #expect(job.text.ranges(of: "'/made/base_counts'").count == 2)
    }

    @Test("holds texts of any kind in their quotes")
    func texts() throws {
        var job = SparkJob(lake: "/lake", windows: Windows(), scratch: "/made")
        let before = statements(job.text).count
        job.ask("select '\(Self.marks)' as a", ["p": Self.marks], into: "/out/\(Self.marks)")
        #expect(statements(job.text).count == before + 1)
    }

    @Test("reads each file of a lake to its end or not at all")
    func failing() {
        let job = SparkJob(lake: "/lake", windows: Windows(), scratch: "/made")
        let sources = statements(job.text).filter { $0.contains("using json") }
        #expect(sources.count == 4)
        #expect(sources.allSatisfy { $0.contains("mode 'FAILFAST'") && $0.contains("'/lake/") })
    }

    @Test("merges one day for a compaction")
    func compaction() throws {
        var job = SparkJob(sourcesOf: "/lake")
        job.compact(day: "2025-11-18", into: "/out")
        let last = try #require(statements(job.text).last)
        #expect(last.hasPrefix("insert overwrite directory '/out' using parquet"))
        #expect(last.ranges(of: "where day = '2025-11-18'").count == 2)
        #expect(!last.contains("create"))
    }

    @Test("counts by day, from changed days and what is kept of the others")
    func counting() throws {
        let folder = try TemporaryFolder()
        let (lake, _) = try Lake.open(folder.file("lake"), Lake.Wishes())
        let day = folder.file("lake/states/day=2025-11-18")
        try FileManager.default.createDirectory(atPath: day, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: day + "/1.ndjson"))
        let days = try LakeDays(lake)
        #expect(days.changed == ["2025-11-18"] && days.kept == [])
        let job = SparkJob(counting: days, of: lake, into: "/out")
        let all = statements(job.text)
        #expect(!job.text.contains("$"))
        let states = try #require(
            all.first { $0.hasPrefix("create temporary view partial_states") })
        let ofDay = "where k >= 0 and day in ('', '2025-11-18')"
        #expect(states.ranges(of: ofDay).count == 2)
        #expect(states.contains("from changed_keyless"))
        #expect(states.hasSuffix("from kept_keyless where states in ('')"))
        #expect(job.text.ranges(of: "create temporary view partial_states").count == 1)
        #expect(job.text.ranges(of: "group by lake_day, hours").count == 9)
        let questions = all.filter { $0.hasPrefix("execute immediate") }
        #expect(questions.count == LakeCounts.questions.count)
    }

    @Test("is not made for folders that Spark takes for patterns")
    func patterns() {
        #expect(SparkJob.canRead("/mnt/the lake's"))
        for path in ["/a*", "/a?", "/[a]", "/{a,b}", "/a\\b", "/a\nb"] {
            #expect(!SparkJob.canRead(path), "\(path)")
        }
    }

    @Test("is refused to queries of what a lake has not")
    func limits() throws {
        let catalog = QueryCatalog()
        let alerts = try catalog.query("recent_alerts")
        #expect(LakeLimit(alerts) == .noView("alerts"))
        let arrivals = try catalog.query("arrivals_by_hour")
        #expect(LakeLimit(arrivals) == .otherEngine("sqlite"))
        #expect(catalog.queries.filter { LakeLimit($0) == nil }.count > 30)
    }
}
