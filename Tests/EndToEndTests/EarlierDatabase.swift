import Foundation
import TestSupport
import Testing

/// Databases that earlier versions left, of `Tests/Schemas`.
enum EarlierDatabase {
    private static let sqlite = "/usr/bin/sqlite3"
    static let canBeMade = FileManager.default.isExecutableFile(atPath: sqlite)
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../Schemas").standardized.path

    /// As the program of that time made it.
    static func make(_ file: String, at path: String) throws {
        let made = try Program.run(
            executable: sqlite,
            [
                path, "pragma page_size = 8192", "pragma journal_mode = wal",
                ".read '\(folder)/\(file)'",
            ])
        #expect(made == Finished(output: "wal\n", errors: "", code: 0))
    }
}
