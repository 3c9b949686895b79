internal import Delivery
internal import Foundation

/// The days of a lake, with the counts that are kept of them in `.counts`.
///
/// All records of a message whose key holds a time are in one day, and every count is a sum over
/// messages. So the counts of such messages of a day change only with its files, and are kept until
/// then. UUIDs and IDs of other shapes hold no time, and several days may have their records: of
/// each day, these states are kept, and counted from all days together.
///
/// One process counts a lake at a time, and no compaction exchanges files meanwhile.
package final class LakeDays {
    private struct Day {
        var name: String
        var mark: String
        var id: String { "\(name).\(mark)" }
    }

    private let lake: Lake
    private let claim: LakeClaim
    private let reading: LakeReading
    /// Counts of another version are others.
    private let root: String
    private let days: [Day]
    /// Days that were never counted, or whose files have changed since.
    package let changed: [String]

    /// Waits for the end of another count.
    package init(_ lake: Lake) throws(LakeError) {
        self.lake = lake
        guard let claim = try LakeClaim("counts", lake, waits: true) else {
            throw .system(path: lake.unfinished, errno: EWOULDBLOCK)
        }
        self.claim = claim
        reading = try LakeReading(lake)
        let all = LakeDays.folder(of: lake)
        let root = "\(all)/\(LakeMark.version(lake).prefix(32))"
        self.root = root
        for folder in [all, root, root + "/cells", root + "/keyless"] {
            try LakeFiles.makeFolder(folder)
        }
        let days = try LakeDays.days(of: lake)
        self.days = days
        changed = days.filter { !LakeFiles.exists(LakeDays.cells(root, $0.id)) }.map(\.name)
    }

    private static func folder(of lake: Lake) -> String { lake.path + "/.counts" }

    private static func cells(_ root: String, _ id: String) -> String {
        "\(root)/cells/\(id).ndjson"
    }

    private static func keyless(_ root: String, _ id: String) -> String {
        "\(root)/keyless/states=\(id)"
    }

    private static func days(of lake: Lake) throws(LakeError) -> [Day] {
        var names: Set<String> = []
        for part in [Lake.Part.states, .merged] {
            let folders = try LakeFiles.names(in: lake.folder(part))
            names.formUnion(
                folders.filter { $0.hasPrefix("day=") }.map { String($0.dropFirst("day=".count)) })
        }
        var days: [Day] = []
        for name in names.sorted() {
            let files = try lake.files(of: name)
            if !files.isEmpty { days.append(Day(name: name, mark: try mark(of: files, in: lake))) }
        }
        return days
    }

    static func mark(of files: [String], in lake: Lake) throws(LakeError) -> String {
        String(try LakeMark.of(files, in: lake).prefix(32))
    }

    // MARK: What Spark reads and writes

    /// Where the states without a day are kept, by `kept`.
    package var keylessRoot: String { root + "/keyless" }
    package var kept: [String] { days.filter { !changed.contains($0.name) }.map(\.id) }

    /// Where Spark writes such states of the changed days.
    package static func keyless(in folder: String) -> String { folder + "/keyless" }

    /// Returns the files with the counts of all days: what Spark wrote into a folder now, and what
    /// was kept earlier. What Spark wrote is kept, too, except for days whose files changed while
    /// Spark ran.
    package func takeCounts(from folder: String) throws -> [String] {
        let made = try CountsByDay(folder, days: Set(changed))
        let now = Dictionary(
            uniqueKeysWithValues: try LakeDays.days(of: lake).map { ($0.name, $0.mark) })
        var files: [String] = []
        for day in days {
            guard changed.contains(day.name) else {
                files.append(LakeDays.cells(root, day.id))
                continue
            }
            let path = made.path(of: day.name)
            guard now[day.name] == day.mark else {
                files.append(path)
                continue
            }
            try keep(day, path, LakeDays.keyless(in: folder) + "/day=\(day.name)")
            files.append(LakeDays.cells(root, day.id))
        }
        try LakeFiles.synchronise(folder: root + "/cells")
        try sweep()
        return files + [made.pathOfKeyless]
    }

    /// The counts come last: who has them has all.
    private func keep(_ day: Day, _ cells: String, _ keyless: String) throws(LakeError) {
        if LakeFiles.exists(keyless) {
            for name in try LakeFiles.names(in: keyless) {
                try LakeFiles.append([], to: "\(keyless)/\(name)")
            }
            let target = LakeDays.keyless(root, day.id)
            // One that was killed may have left it.
            LakeFiles.remove(target)
            try LakeFiles.move(keyless, to: target)
            try LakeFiles.synchronise(folder: keylessRoot)
        }
        try LakeFiles.move(cells, to: LakeDays.cells(root, day.id))
    }

    /// Removes what is kept of days that are gone or have changed, and of other versions.
    private func sweep() throws(LakeError) {
        let own = Set(
            days.flatMap { [LakeDays.cells(root, $0.id), LakeDays.keyless(root, $0.id)] })
        for folder in ["cells", "keyless"].map({ "\(root)/\($0)" }) {
            for name in try LakeFiles.names(in: folder) where !own.contains("\(folder)/\(name)") {
                LakeFiles.remove("\(folder)/\(name)")
            }
        }
        let all = LakeDays.folder(of: lake)
        for name in try LakeFiles.names(in: all) where "\(all)/\(name)" != root {
            LakeFiles.remove("\(all)/\(name)")
        }
    }

    // MARK: Compaction

    /// Keeps the counts of a day whose files a compaction has replaced: under the mark of the new
    /// files. If the day has others besides, its mark is another, and it is counted again.
    static func passOn(
        _ lake: Lake, _ day: String, from mark: String, to files: [String]
    ) throws(LakeError) {
        let all = folder(of: lake)
        guard LakeFiles.exists(all) else { return }
        let (old, new) = ("\(day).\(mark)", "\(day).\(try self.mark(of: files, in: lake))")
        for root in try LakeFiles.names(in: all).map({ "\(all)/\($0)" })
        where LakeFiles.exists(cells(root, old)) {
            if LakeFiles.exists(keyless(root, old)) {
                try LakeFiles.move(keyless(root, old), to: keyless(root, new))
            }
            try LakeFiles.move(cells(root, old), to: cells(root, new))
        }
    }
}
