import Foundation
import TestSupport

extension FaultJob {
    /// A few commits, though there are few messages.
    private static let manyCommits = ["--batch", "150"]

    private static let small = Result {
        try Sample([
            "--sends", "500", "--days", "1", "--dirty", "0.02", "--duplicates", "0.05",
        ])
    }

    /// The database is made, and filled in several commits.
    static let firstIngest = Result {
        let logs = try small.get().folder
        return try FaultJob("first ingest", inputs: logs, before: TemporaryFolder()) { root in
            ["ingest", "-q", "--db", root + "/push.db", logs] + manyCommits
        }
    }

    /// Some of the files are known, some are new, and messages of old files get more records.
    static let nextIngest = Result {
        let sample = try small.get()
        let known = sample.files.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        return try FaultJob("next ingest", inputs: sample.folder, before: store(known)) { root in
            ["ingest", "-q", "--db", root + "/push.db", sample.folder] + manyCommits
        }
    }

    /// So much is written that the write-ahead log is brought into the database on the way.
    static let longIngest = Result {
        let sample = try Sample([
            "--sends", "9000", "--days", "3", "--dirty", "0.02", "--duplicates", "0.05",
        ])
        return try FaultJob("long ingest", inputs: sample.folder, before: TemporaryFolder()) {
            ["ingest", "-q", "--db", $0 + "/push.db", "--batch", "200", sample.folder]
        }
    }

    /// A report takes the place of an older one.
    static let report = Result {
        try FaultJob(
            "report", inputs: small.get().folder, before: reported(), changesContent: false
        ) { ["report", "--db", $0 + "/push.db", "-o", $0 + "/report.html"] }
    }

    /// Pages and an index take the place of older ones.
    static let reportFolder = Result {
        try FaultJob(
            "report folder", inputs: small.get().folder, before: reported(), changesContent: false
        ) {
            [
                "report", "--db", $0 + "/push.db", "--each-day", "--since", "2025-11-17",
                "--until", "2025-11-19", "-o", $0 + "/pages/",
            ]
        }
    }

    /// A copy takes the place of an older one.
    static let backup = Result {
        try FaultJob(
            "backup", inputs: small.get().folder, before: reported(), changesContent: false
        ) { ["backup", "-q", "--force", "--db", $0 + "/push.db", $0 + "/copy.db"] }
    }

    static let names = ["first ingest", "next ingest", "report", "report folder", "backup"]

    /// One of `names`.
    static func named(_ name: String) throws -> FaultJob {
        let jobs = [firstIngest, nextIngest, report, reportFolder, backup]
        return try jobs[names.firstIndex(of: name) ?? 0].get()
    }

    private static func store(_ files: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let made = try Program.run(
            ["ingest", "-q", "--db", folder.file("push.db")] + manyCommits + files)
        guard made.code == 0 else { throw JobFailure(job: "store", run: made) }
        return folder
    }

    /// A store, and outputs from when it was another.
    private static func reported() throws -> TemporaryFolder {
        let folder = try store(small.get().files)
        try folder.write(lines: ["an old report"], to: "report.html")
        try folder.write(lines: ["an old copy"], to: "copy.db")
        try FileManager.default.createDirectory(
            atPath: folder.file("pages"), withIntermediateDirectories: false)
        for name in ["2025-11-16.html", "2025-11-17.html", "2025-11-17.json", "index.html"] {
            try folder.write(lines: ["an old page"], to: "pages/" + name)
        }
        return folder
    }
}
