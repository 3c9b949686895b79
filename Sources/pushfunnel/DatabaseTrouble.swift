import GRDB

/// Why SQLite gave up, as far as somebody can do something about it.
enum DatabaseTrouble {
    case busy
    case full
    /// The disk or its file system fails.
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

    /// What to tell of it.
    static func diagnostic(_ error: DatabaseError, path: String?) -> Diagnostic {
        let trouble = DatabaseTrouble(error.resultCode.primaryResultCode)
        // What is being done is of use to whoever mends the program.
        let text =
            trouble == .other
            ? "\(error)"
            : "\(error.message ?? "it failed") (SQLite error \(error.extendedResultCode.rawValue))"
        return Diagnostic(
            message: "\(path ?? "database"): \(text)", hint: trouble.hint, code: trouble.code)
    }

    private var code: ExitStatus { self == .busy ? .busy : .inputOutput }

    private var hint: String {
        switch self {
        case .busy: "run the same command again"
        case .full:
            "make room on the disk and run the same command again; "
                + "what was committed before is kept"
        case .disk:
            "look after the disk and run the same command again; "
                + "what was committed before is kept"
        case .notPermitted: "check the permissions of the database and of its folder"
        case .corrupt: "take a copy of it from before, or read the logs into a new database"
        case .other: "what was committed before is kept"
        }
    }
}
