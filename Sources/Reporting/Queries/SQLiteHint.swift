package import SQLite

extension SQLiteError.Code {
    /// What to do when the disk, its file system or a database itself is the trouble; nil for other
    /// codes.
    package var diskHint: String? {
        switch self {
        case .full: "free some disk space and run the same command again; all commits are kept"
        case .inputOutput, .lockProtocol:
            "check the disk and run the same command again; all commits are kept"
        case .readOnly, .cannotOpen, .perm:
            "check the permissions of the database and of its folder"
        case .corrupt, .mismatch, .notADatabase:
            "restore a backup, or ingest the logs into a new database"
        default: nil
        }
    }
}
