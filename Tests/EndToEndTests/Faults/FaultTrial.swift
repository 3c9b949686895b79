import Foundation
import TestSupport

/// A folder in which a job is spoilt: `root` with the database and what is written beside it, and
/// a stash for what a power cut may bring back.
final class FaultTrial {
    let root: String
    let database: Database
    let job: FaultJob
    private let folder: TemporaryFolder
    private let inside: TemporaryFolder

    init(_ job: FaultJob) throws {
        self.job = job
        folder = try TemporaryFolder()
        inside = try job.before.copy(to: folder.file("root"))
        root = inside.path
        database = Database(in: inside)
        try FileManager.default.createDirectory(
            atPath: folder.file("stash"), withIntermediateDirectories: false)
    }

    /// Runs the job, spoilt.
    func run(_ fault: Fault, isQuiet: Bool = true) throws -> Finished {
        let environment = fault.environment(
            root: fault.calls == .reads ? job.inputs : root, stash: folder.file("stash"))
        let arguments = job.arguments(root).filter { isQuiet || $0 != "-q" }
        return try Program.run(arguments, in: folder.path, environment: environment)
    }

    /// Runs the job to its end, and gives what is not as it should be.
    /// In another order, files may have come that a run could not read.
    func finish(inOrder: Bool = true) throws -> [String] {
        var problems: [String] = []
        let finished = try Program.run(job.arguments(root), in: folder.path)
        if finished != job.finished { problems.append("the run after it: \(finished)") }
        return try problems + lookAtEnd().filter { inOrder || !Content.ofDelivery.contains($0) }
    }

    /// What differs from the end of the job, with nothing run once more.
    ///
    /// Files are read side by side, in blocks, and a run that goes on has others: of a line that
    /// stands in two files, it may find the other one first. What a file holds is the same.
    func lookAtEnd() throws -> [String] {
        try Aftermath(inside, database, readsContent: job.changesContent)
            .differences(from: job.aftermath).filter { $0 != "files" }
    }

    /// What a spoilt run must not leave: a store that does not add up, half of an output.
    func look() throws -> [String] {
        var problems: [String] = []
        if FileManager.default.fileExists(atPath: database.path), try database.isStore {
            let found = try database.run("verify", "-q")
            if found.code != 0 || found.errors != "" { problems.append("verify: \(found)") }
        }
        let before = try Aftermath.files(in: job.before)
        let after = job.aftermath.files
        for (name, data) in try Aftermath.files(in: inside) where data != before[name] {
            if data != after[name] { problems.append("\(name) is neither old nor new") }
        }
        return problems
    }

    /// Lines in the ledger; nil while there is none.
    var lines: Int? { database.number("select lines from ledger") }
}

extension Database {
    /// Whether it has come to have tables.
    var isStore: Bool {
        get throws { number("select count(*) from ledger") != nil }
    }
}

/// What a job leaves behind.
struct Aftermath: Sendable {
    var content: Content?
    /// All but the database, and the temporary files whose names begin with a dot.
    var files: [String: Data]
    /// What is left of files that were to be temporary.
    var leftovers: [String]

    init(_ folder: TemporaryFolder, _ database: Database, readsContent: Bool) throws {
        leftovers = try Self.paths(in: folder).filter { $0.contains(/(?:^|\/)\.|tmp|journal/) }
        files = try Self.files(in: folder)
        guard readsContent else { return }
        let found = try database.run("verify", "-q")
        if found.code != 0 || found.errors != "" { leftovers.append("verify: \(found)") }
        content = try Content(database)
    }

    func differences(from other: Aftermath) -> [String] {
        var differences = leftovers
        if let content, let wanted = other.content {
            differences += content.differences(from: wanted)
        }
        let names = Set(files.keys).union(other.files.keys)
        return differences + names.filter { files[$0] != other.files[$0] }.sorted()
    }

    static func files(in folder: TemporaryFolder) throws -> [String: Data] {
        try paths(in: folder).reduce(into: [:]) { files, path in
            guard !path.hasPrefix("push.db"), !path.contains(/(?:^|\/)\.|tmp/) else { return }
            files[path] = content(folder.file(path), in: folder.path)
        }
    }

    /// Of a file, without the name of the folder: commands in alerts name the database.
    static func content(_ path: String, in root: String) -> Data? {
        FileManager.default.contents(atPath: path)?.replacing(Data(root.utf8), with: Data())
    }

    private static func paths(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    }
}
