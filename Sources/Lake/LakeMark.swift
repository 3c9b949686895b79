internal import FCM
internal import Glibc
internal import NDJSON

/// What a lake holds, and what this version counts of it, as one text: while it stays, so do all
/// answers. It is made of the names, sizes and times of its files: only those of a database are
/// ever written again, and then their times change.
package struct LakeMark {
    let text: String

    package init(_ lake: Lake) throws(LakeError) {
        var files: [String] = []
        for part in Lake.Part.allCases {
            let folder = lake.folder(part)
            guard LakeFiles.exists(folder) else { continue }
            for name in try LakeFiles.names(in: folder) {
                let path = "\(folder)/\(name)"
                guard name.hasPrefix("day=") else {
                    files.append(path)
                    continue
                }
                for file in try LakeFiles.names(in: path) { files.append("\(path)/\(file)") }
            }
        }
        text = LakeMark.text(of: [try LakeMark.of(files, in: lake), LakeMark.version(lake)])
    }

    /// Of some files of a lake.
    static func of(_ files: [String], in lake: Lake) throws(LakeError) -> String {
        var hash = SHA256()
        for path in files {
            var status = stat()
            guard stat(path, &status) == 0 else { throw LakeFiles.failure(path) }
            let (size, time) = (status.st_size, status.st_mtim)
            hash.append(
                "\(path.dropFirst(lake.path.count)) \(size) \(time.tv_sec).\(time.tv_nsec)\n")
        }
        return hash.finish()
    }

    /// What this version counts of a lake.
    static func version(_ lake: Lake) -> String {
        text(
            of: LakeSQL.sources(of: "", literal: { $0 }) + LakeSQL.viewsByDay(of: lake).map(\.body)
                + LakeCounts.questions.map(\.sql))
    }

    private static func text(of parts: [String]) -> String {
        var hash = SHA256()
        for part in parts { hash.append(part) }
        return hash.finish()
    }
}

/// Rows that Spark wrote for queries, kept in the lake while nothing of it changes.
package struct KeptRows {
    private static let secondsOfOthers = 86_400

    private let root: String
    private let folder: String

    package init(_ lake: Lake) throws(LakeError) {
        root = lake.path + "/.answers"
        folder = "\(root)/\(try LakeMark(lake).text)"
    }

    /// The folder of a query's rows.
    package func path(_ sql: String, _ bindings: [String: String?]) -> String {
        var hash = SHA256()
        hash.append(sql)
        for (name, value) in bindings.sorted(by: { $0.key < $1.key }) {
            // No value has this character.
            hash.append("\u{0}\(name)\u{0}\(value ?? "\u{0}")")
        }
        return "\(folder)/\(hash.finish())"
    }

    package static func exists(_ path: String) -> Bool { LakeFiles.exists(path) }

    /// Takes over what Spark wrote. What another process has put there is the same.
    package func keep(_ written: String, as path: String) throws(LakeError) {
        try LakeFiles.makeFolder(root)
        try LakeFiles.makeFolder(folder)
        do throws(LakeError) {
            try LakeFiles.move(written, to: path)
        } catch {
            guard LakeFiles.exists(path) else { throw error }
        }
        try sweep()
    }

    /// Rows of the lake as it was: another process may read those of this day.
    private func sweep() throws(LakeError) {
        for name in try LakeFiles.names(in: root) where "\(root)/\(name)" != folder {
            var status = stat()
            guard stat("\(root)/\(name)", &status) == 0,
                time(nil) - status.st_mtim.tv_sec > KeptRows.secondsOfOthers
            else { continue }
            LakeFiles.remove("\(root)/\(name)")
        }
    }
}
