/// Something in a folder that is not read, and why.
package struct UnreadEntry: Hashable, Sendable {
    package enum Reason: CaseIterable, Sendable {
        /// Its name is not that of a log.
        case otherName
        /// Its name begins with a dot.
        case hidden
        /// A link to a folder: it could lead back, or anywhere.
        case folderLink
        /// A pipe, a socket or a device.
        case notAFile
        /// It has the name of a log and is no file, or an untrusted link: see `FileLink`.
        case leftAlone
        /// A database, a map, a report's truth: a file of the program itself.
        case own
    }

    package var path: String
    package var reason: Reason

    /// Whether it may hold pushes that the user counts on.
    package var isNotable: Bool {
        switch reason {
        case .otherName, .folderLink, .notAFile, .leftAlone: true
        case .hidden: InputPaths.isLogName(path.split(separator: "/").last.map(String.init) ?? "")
        case .own: false
        }
    }
}

/// What stands in a folder under one name.
enum FolderEntry {
    case folder
    case log
    case unread(UnreadEntry.Reason)
}

/// Files of the program itself, which may stand among logs.
package struct OwnFiles: Sendable {
    private let paths: Set<String>

    /// The database, the map, the configuration: files that this run knows by their paths.
    package init(_ paths: [String] = []) {
        self.paths = Set(paths.map(AbsolutePath.of))
    }

    /// `folder` is a folder's absolute path.
    func contains(_ name: String, in folder: String) -> Bool {
        let path = (folder == "/" ? "" : folder) + "/" + name
        return paths.contains(path) || name == "truth.json"
            || UnfinishedFile.isName(name) || isDatabase(path)
    }

    private static let besideDatabases = ["-alert-lock", "-lock", "-wal", "-shm", "-journal"]
    private static let databases = [".db", ".sqlite", ".sqlite3"]

    /// A database by its name, or a file that belongs to one.
    private func isDatabase(_ path: String) -> Bool {
        let suffix = OwnFiles.besideDatabases.first { path.hasSuffix($0) } ?? ""
        let database = path.dropLast(suffix.count)
        return paths.contains(String(database))
            || OwnFiles.databases.contains { database.hasSuffix($0) }
    }
}
