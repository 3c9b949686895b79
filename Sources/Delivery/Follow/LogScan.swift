internal import Glibc
internal import NDJSON

/// The logs that stand under a user's arguments at this moment: files, folders with all that is
/// inside, patterns. What is not there yet may come, so it is no error.
///
/// The same names count in folders as for `InputPaths`. Empty files, pipes and devices do not.
struct LogScan {
    private(set) var files: [FileIdentity] = []
    /// What stands there and cannot be looked at.
    private(set) var problems: [InputError] = []
    /// What in folders is not read.
    private(set) var unread: [UnreadEntry] = []
    private let own: OwnFiles

    init(_ arguments: [String], own: OwnFiles = OwnFiles()) {
        self.own = own
        for argument in arguments { look(at: argument) }
    }

    private mutating func look(at argument: String, isMatch: Bool = false) {
        var status = stat()
        if stat(argument, &status) == 0 {
            add(argument, status)
        } else if argument.isRepaired {
            problems.append(InputError(path: argument, problem: .nameNotUTF8))
        } else if !isMatch, errno == ENOENT, InputPaths.isPattern(argument) {
            for match in InputPaths.glob(argument) { look(at: match, isMatch: true) }
        } else if !isMatch {
            note(argument, errno)
        }
    }

    private mutating func add(_ path: String, _ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: list(path)
        case S_IFREG where status.st_size > 0: files.append(FileIdentity(path: path, status))
        default: break
        }
    }

    /// Links to folders inside are not followed: they could lead back.
    private mutating func list(_ folder: String) {
        guard let directory = opendir(folder) else { return note(folder, errno) }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let found = FolderNames(directory)
        for name in found.notUTF8 {
            problems.append(InputError(path: prefix + name, problem: .nameNotUTF8))
        }
        for name in found.hidden {
            let reason = InputPaths.reason(ofHidden: name)
            unread.append(UnreadEntry(path: prefix + name, reason: reason))
        }
        let here = AbsolutePath.of(folder)
        for name in found.names {
            let path = prefix + name
            var status = stat()
            // A file may be gone by now; then it has another name, or comes to no good.
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            let isOwn = own.contains(name, in: here)
            switch InputPaths.entry(name, path, status, isOwn: isOwn) {
            case .folder: list(path)
            case .log where status.st_mode & S_IFMT == S_IFREG: add(path, status)
            case .log: if fstatat(descriptor, name, &status, 0) == 0 { add(path, status) }
            case .unread(let reason): unread.append(UnreadEntry(path: path, reason: reason))
            }
        }
    }

    private mutating func note(_ path: String, _ number: Int32) {
        guard number != ENOENT else { return }
        problems.append(InputError(path: path, problem: .cannotOpen(errno: number)))
    }
}
