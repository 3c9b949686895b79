import Foundation
import TestSupport
import Testing

/// Files of one platform that are missing look like a drop, and are none; files that came and
/// hold nothing are one.
@Suite("Alerts and missing files")
struct AlertMissingFileTests {
    private static let last = "2025-10-22"
    private static let hours = (9...11).map { "2025-10-22T" + ($0 < 10 ? "0" : "") + "\($0)" }

    private static let logs = Result { try split(hostsOfIOS: 1) }
    private static let logsOfHosts = Result { try split(hostsOfIOS: 2) }

    /// Seventeen days of logs, with a folder of event files for each platform; in that of ios,
    /// several hosts have a file each, and the last word of its name is the host's number.
    private static func split(hostsOfIOS hosts: Int) throws -> Sample {
        let sample = try Sample([
            "--sends", "140000", "--days", "17", "--start", "2025-10-06", "--plain",
        ])
        let split = #"""
            cd "$0" && mkdir android ios web rest && awk -v hosts="$1" '
                FNR == 1 { for (name in open) close(name); n = split(FILENAME, parts, "/") }
                {
                    kind = "rest"
                    if (index($0, "\"platform\":\"ios\"")) kind = "ios"
                    else if (index($0, "\"platform\":\"android\"")) kind = "android"
                    else if (index($0, "\"platform\":\"web\"")) kind = "web"
                    name = kind "/" parts[n]
                    if (kind == "ios" && hosts > 1)
                        sub(/\.ndjson$/, ".host-" FNR % hosts + 1 "&", name)
                    open[name] = 1
                    print > name
                }' events/*.ndjson && rm -r events && gzip -1 -r .
            """#
        let made = try Program.run(executable: "/bin/sh", ["-c", split, sample.folder, "\(hosts)"])
        guard made.code == 0 else { throw Sample.SampleFailure(errors: made.errors) }
        return sample
    }

    /// How files of ios are named.
    private enum Naming {
        case plain
        /// Two files an hour.
        case hosts
        /// By the time of a place that is so many hours ahead.
        case ahead(Int)
        /// A file a day, which comes three hours after it, up to a day.
        case days(until: String)
        /// Beside each file of ios one that is always empty.
        case empty
        /// Beside all a shop, whose files have conversions of messages from hours ago.
        case shop
    }

    /// The logs up to noon in a folder of their own, and a database of all but the files of ios and
    /// web of three hours.
    private struct Watched {
        let store: WatchedStore
        private let naming: Naming
        private let folder: String

        /// - Parameter isBusy: in the last hour, Android has many times its usual lines.
        init(_ naming: Naming = .plain, isBusy: Bool = false) throws {
            self.naming = naming
            store = try WatchedStore(empty: ())
            folder = store.file("logs")
            let logs =
                if case .hosts = naming { AlertMissingFileTests.logsOfHosts } else {
                    AlertMissingFileTests.logs
                }
            let sample = try logs.get()
            let made = try Program.run(
                executable: "/bin/cp", ["-al", sample.folder, folder])
            try #require(made.code == 0)
            var paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".ndjson.gz") }.sorted()
            try FileManager.default.createDirectory(
                atPath: folder + "/ios-there", withIntermediateDirectories: false)
            for path in paths where named(path) != path {
                try FileManager.default.moveItem(
                    atPath: folder + "/" + path, toPath: folder + "/" + named(path))
            }
            let hours = AlertMissingFileTests.hours
            switch naming {
            case .days(let last):
                paths = try joined(paths, until: last)
            case .empty:
                for path in paths where path.hasPrefix("ios/") {
                    let other = path.prefix(17) + ".trace.ndjson.gz"
                    try Data(gzip([])).write(to: URL(filePath: "\(folder)/\(other)"))
                    paths.append(String(other))
                }
            case .shop:
                for day in 6...22 {
                    for hour in 0..<24 { try paths.append(addOrders(day: day, hour: hour)) }
                }
            default: break
            }
            if isBusy { try repeatLines(of: "android/\(hours[1])", in: "android/\(hours[2])") }
            try store.ingest(
                paths.filter { path in
                    let hour = String(path.split(separator: "/").last?.prefix(13) ?? "")
                    let isHeldBack = path.hasPrefix("ios/") || path.hasPrefix("web/")
                    let isOver = hour < AlertMissingFileTests.last + "T12"
                    return path.contains(/T\d\d\.|\.ios\./) && isOver
                        && !(isHeldBack && hours.contains(hour))
                }.map { folder + "/" + named($0) })
        }

        /// The file of a shop's orders; the newest message in it was sent 3 to 13 hours before.
        private func addOrders(day: Int, hour: Int) throws -> String {
            let text = String(format: "2025-10-%02dT%02d", day, hour)
            let moment = try #require(ISO8601DateFormatter().date(from: text + ":30:00Z"))
            let seconds = Int(moment.timeIntervalSince1970)
            let lines = (0..<150).map { order in
                let sent = seconds - (3 + hour * 7 % 11 + order % 24) * 3600
                let id = "0:\(sent)\(100_000 + order)%31bd1c9631bd1c96"
                return #"{"ts":\#(seconds),"event":"converted","messageId":"\#(id)"}"# + "\n"
            }
            let path = "shop/\(text).ndjson.gz"
            let url = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(gzip(Array(lines.joined().utf8))).write(to: url)
            return path
        }

        /// With one file of ios for each day, up to `last`.
        private func joined(_ paths: [String], until last: String) throws -> [String] {
            let ios = paths.filter { $0.hasPrefix("ios/") && $0.contains(/T\d\d\./) }
            let days = Dictionary(grouping: ios) { String($0.dropFirst(4).prefix(10)) }
                .filter { $0.key <= last }
            for (day, hours) in days {
                let file = "\(folder)/\(day).ios.ndjson.gz"
                // Members of gzip can be joined.
                try hours.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
                    .reduce(Data(), +).write(to: URL(filePath: file))
                let midnight = try #require(ISO8601DateFormatter().date(from: day + "T00:00:00Z"))
                try FileManager.default.setAttributes(
                    [.modificationDate: midnight + 27 * 3600], ofItemAtPath: file)
            }
            return paths.filter { !ios.contains($0) }
                + days.keys.sorted().map { "\($0).ios.ndjson.gz" }
        }

        /// In a copy: the file of the sample is linked.
        private func repeatLines(of file: String, in other: String) throws {
            let paths = [file, other].map { URL(filePath: "\(folder)/\($0).ndjson.gz") }
            let added = try Data(contentsOf: paths[0])
            let whole = try Data(contentsOf: paths[1]) + (0..<9).flatMap { _ in added }
            try FileManager.default.removeItem(at: paths[1])
            try whole.write(to: paths[1])
        }

        /// The name that a file has, by the one of its hour in UTC.
        private func named(_ path: String) -> String {
            guard case .ahead(let hours) = naming, path.hasPrefix("ios/") else { return path }
            let parser = ISO8601DateFormatter()
            guard let date = parser.date(from: path.dropFirst(4).prefix(13) + ":00:00Z") else {
                return path
            }
            let there = parser.string(from: date + Double(hours) * 3600)
            return "ios-there/" + there.prefix(13) + path.dropFirst(17)
        }

        /// The files of the three hours, or of some of them; of one host alone.
        func bring(_ kind: String, _ hours: Range<Int> = 0..<3, host: Int? = nil) throws {
            try store.ingest(files(kind, hours, host: host))
        }

        /// The same, as they would be had nothing happened on a platform.
        func bringEmpty(_ kind: String) throws {
            for file in files(kind, 0..<3) {
                try FileManager.default.removeItem(atPath: file)
                try Data(gzip([])).write(to: URL(fileURLWithPath: file))
            }
            try bring(kind)
        }

        private func files(_ kind: String, _ hours: Range<Int>, host: Int? = nil) -> [String] {
            var words = [""]
            if case .hosts = naming, kind == "ios" {
                words = [1, 2].filter { host ?? $0 == $0 }.map { ".host-\($0)" }
            }
            return AlertMissingFileTests.hours[hours].flatMap { hour in
                words.map { "\(folder)/" + named("\(kind)/\(hour)\($0).ndjson.gz") }
            }
        }

        /// Settings with another lag.
        func lag(_ hours: Int) throws -> String {
            let path = store.file("lag.json")
            try #"{"lag": "\#(hours)h"}"#.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        func alert(_ arguments: String...) throws -> Finished {
            try Program.run(["alert", "-q", "--db", store.path] + arguments)
        }
    }

    @Test("missing: no drop; reported as missing when they are late; over when they arrive")
    func missing() throws {
        let watched = try Watched()
        try watched.bring("web")
        let early = try watched.alert("--config", watched.lag(4), "--now", "2025-10-22T12:10")
        #expect(early == Finished(output: "", errors: "", code: 0))
        let late = try watched.alert("--now", "2025-10-22T12:10")
        #expect(late.code == 2)
        #expect(
            late.output.contains("files are missing since 2025-10-22 09:00 UTC"), "\(late.output)")
        #expect(late.output.contains("/ios/####-##-##T##.ndjson.gz"), "\(late.output)")
        #expect(!late.output.contains("deliveries"))
        try watched.bring("ios")
        let whole = try watched.alert("--now", "2025-10-22T12:20")
        #expect(whole.code == 0)
        #expect(whole.output.matches(of: /RESOLVED|FIRING/).count == 1)
        #expect(
            try watched.store.cells("select rule, state from alerts")
                == [["freshness", "resolved"]])
    }

    @Test("files that came with nothing in them: a drop, and nothing is missing")
    func stop() throws {
        let watched = try Watched()
        try watched.bring("web")
        try watched.bringEmpty("ios")
        let alert = try watched.alert("--now", "2025-10-22T12:10")
        #expect(alert.code == 1)
        #expect(alert.output.contains("iOS deliveries down "), "\(alert.output)")
        #expect(!alert.output.contains("files are missing"))
    }

    @Test("a source whose records are of messages from hours ago is not missing, and hides no drop")
    func shop() throws {
        let watched = try Watched(.shop)
        try watched.bring("web")
        try watched.bringEmpty("ios")
        let alert = try watched.alert("--now", "2025-10-22T12:10")
        #expect(alert.code == 1)
        #expect(alert.output.contains("iOS deliveries down "), "\(alert.output)")
        #expect(!alert.output.contains("files are missing"))
    }

    @Test("a drop elsewhere is reported although files are missing")
    func other() throws {
        let watched = try Watched()
        try watched.bringEmpty("web")
        let alert = try watched.alert("--now", "2025-10-22T12:10")
        #expect(alert.code == 2)
        #expect(alert.output.contains("web deliveries down "), "\(alert.output)")
        #expect(alert.output.contains("files are missing since"))
        #expect(!alert.output.contains("iOS deliveries"))
    }

    @Test("some of the files have come: no drop then, and none when the others come")
    func some() throws {
        let watched = try Watched()
        try watched.bring("web")
        try watched.bring("ios", 2..<3)
        let some = try watched.alert("--config", watched.lag(6), "--now", "2025-10-22T12:10")
        #expect(some == Finished(output: "", errors: "", code: 0))
        try watched.bring("ios")
        let whole = try watched.alert("--now", "2025-10-22T12:20")
        #expect(whole == Finished(output: "", errors: "", code: 0))
        #expect(try watched.store.cells("select rule from alerts") == [])
    }

    @Test("a busy platform does not hide that the file of another is on its way")
    func busy() throws {
        let watched = try Watched(isBusy: true)
        try watched.bring("web")
        try watched.bring("ios", 0..<2)
        let alert = try watched.alert("--now", "2025-10-22T12:10")
        #expect(alert == Finished(output: "", errors: "", code: 0))
    }

    /// The newest file may be on its way, too: the two are no gap from the first to the last.
    @Test("one late file is no news, whatever else is on its way", arguments: [1..<3, 1..<2])
    func one(arrived: Range<Int>) throws {
        let watched = try Watched()
        try watched.bring("web")
        try watched.bring("ios", arrived)
        let alert = try watched.alert("--now", "2025-10-22T12:40")
        #expect(alert == Finished(output: "", errors: "", code: 0))
    }

    @Test("a platform with a file a day is judged when that has come, beside hourly ones")
    func days() throws {
        let watched = try Watched(.days(until: "2025-10-21"))
        try watched.bring("web")
        for now in ["2025-10-22T01:10", "2025-10-22T06:10", "2025-10-22T12:10"] {
            let alert = try watched.alert("--now", now)
            #expect(alert == Finished(output: "", errors: "", code: 0), "\(now)")
        }
    }

    @Test("a file of a day is missing when it is later than usual")
    func day() throws {
        let watched = try Watched(.days(until: "2025-10-20"))
        try watched.bring("web")
        let early = try watched.alert("--now", "2025-10-22T02:40")
        #expect(early == Finished(output: "", errors: "", code: 0))
        let late = try watched.alert("--now", "2025-10-22T03:40")
        #expect(late.code == 2)
        #expect(
            late.output.contains("files are missing since 2025-10-21 00:00 UTC"), "\(late.output)")
        #expect(!late.output.contains("deliveries"))
    }

    @Test("files that are always empty are not missing")
    func empty() throws {
        let watched = try Watched(.empty)
        try watched.bring("web")
        try watched.bring("ios", 0..<2)
        let alert = try watched.alert("--now", "2025-10-22T12:40")
        #expect(alert == Finished(output: "", errors: "", code: 0))
    }

    /// Every host has a file in every hour; the numbers of hosts are digits as those of hours are.
    @Test("of one of two hosts: no drop; reported as missing; over when they arrive")
    func host() throws {
        let watched = try Watched(.hosts)
        try watched.bring("web")
        try watched.bring("ios", host: 1)
        let late = try watched.alert("--now", "2025-10-22T12:10")
        #expect(late.code == 2)
        #expect(
            late.output.contains("files are missing since 2025-10-22 09:00 UTC"), "\(late.output)")
        #expect(late.output.contains("/ios/####-##-##T##.host-#.ndjson.gz"), "\(late.output)")
        #expect(!late.output.contains("deliveries"))
        try watched.bring("ios", host: 2)
        let whole = try watched.alert("--now", "2025-10-22T12:20")
        #expect(whole.code == 0)
        #expect(whole.output.contains("RESOLVED"))
    }

    /// The hours in names are those of a place; which one, the records tell.
    @Test("named by a time that is not UTC's", arguments: [9, -7])
    func ahead(hours: Int) throws {
        let watched = try Watched(.ahead(hours))
        try watched.bring("web")
        let late = try watched.alert("--now", "2025-10-22T12:10")
        #expect(late.code == 2)
        #expect(
            late.output.contains("files are missing since 2025-10-22 09:00 UTC"), "\(late.output)")
        #expect(!late.output.contains("deliveries"))
        try watched.bring("ios")
        let whole = try watched.alert("--now", "2025-10-22T12:20")
        #expect(whole.code == 0)
        #expect(whole.output.contains("RESOLVED"))
    }
}
