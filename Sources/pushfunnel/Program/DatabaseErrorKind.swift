import SQLite

/// The kinds of SQLite errors that need different hints.
enum DatabaseErrorKind {
    case busy
    case full
    /// The disk or its file system failed.
    case disk
    case notPermitted
    case corrupt
    case other

    init(_ code: SQLiteError.Code) {
        self =
            switch code {
            case .busy, .locked: .busy
            case .full: .full
            case .inputOutput, .lockProtocol: .disk
            case .readOnly, .cannotOpen, .perm: .notPermitted
            case .corrupt, .mismatch, .notADatabase: .corrupt
            default: .other
            }
    }

    static func diagnostic(_ error: SQLiteError, path: String?) -> Diagnostic {
        let kind = DatabaseErrorKind(error.code)
        // For a report of a bug, the text has the SQL statement, too.
        let text =
            kind == .other
            ? "\(error)"
            : "\(error.message) (SQLite error \(error.extendedCode))"
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
