import GRDB

/// The kinds of SQLite errors that need different hints.
enum DatabaseErrorKind {
    case busy
    case full
    /// The disk or its file system failed.
    case disk
    case notPermitted
    case corrupt
    case other

    init(_ code: ResultCode) {
        self =
            switch code {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_FULL: .full
            case .SQLITE_IOERR, .SQLITE_PROTOCOL: .disk
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .notPermitted
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
            default: .other
            }
    }

    static func diagnostic(_ error: DatabaseError, path: String?) -> Diagnostic {
        let kind = DatabaseErrorKind(error.resultCode.primaryResultCode)
        // For a report of a bug, the text has the SQL statement, too.
        let text =
            kind == .other
            ? "\(error)"
            : "\(error.message ?? "failed") (SQLite error \(error.extendedResultCode.rawValue))"
        return Diagnostic(
            message: "\(path ?? "database"): \(text)", hint: kind.hint, code: kind.code)
    }

    private var code: ExitStatus { self == .busy ? .busy : .inputOutput }

    private var hint: String {
        switch self {
        case .busy: "run the same command again"
        case .full:
            "free some disk space and run the same command again; all commits are kept"
        case .disk:
            "check the disk and run the same command again; all commits are kept"
        case .notPermitted: "check the permissions of the database and of its folder"
        case .corrupt: "restore a backup, or ingest the logs into a new database"
        case .other: "all commits are kept"
        }
    }
}
