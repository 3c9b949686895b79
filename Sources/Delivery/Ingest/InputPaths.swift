internal import Glibc
package import NDJSON

/// The files that a user's arguments stand for: files as they are, folders with all that is
/// inside, patterns, `-` for standard input.
///
/// In folders only names of logs count: `.ndjson`, `.jsonl`, `.json`, `.log`, rotated `.log.1`,
/// `.log-20251120` or `.log.2025-11-20_10`, any `.gz`, and those of logs that other programs have
/// compressed, such as `.log.zst`. A file that is named itself is read whatever its name. All other
/// entries of a folder are reported.
///
/// Files come in the order of the numbers in their names, which are dates nearly everywhere, and
/// then of their paths: sends and events of one hour close together are cheapest to join.
package enum InputPaths {
    /// Throws `InputError` for a path that is not there and a pattern that matches nothing.
    /// `onUnread` gets the entries of folders that are not read; `onProblem` those that cannot be
    /// looked at. The result is the rest.
    package static func expand(
        _ arguments: [String], own: OwnFiles = OwnFiles(),
        onUnread: (UnreadEntry) -> Void = { _ in }, onProblem: (InputError) -> Void = { _ in }
    ) throws(InputError) -> [String] {
        var paths: [String] = []
        var known: Set<String> = []
        for argument in arguments {
            for path in try expand(argument, own, onUnread, onProblem)
            where known.insert(path).inserted {
                paths.append(path)
            }
        }
        return inOrder(paths, \.self)
    }

    /// By the numbers in the paths, then by the paths.
    static func inOrder<Item>(_ items: [Item], _ path: (Item) -> String) -> [Item] {
        items.map { (numbers(in: path($0)), path($0), $0) }
            .sorted { a, b in
                a.0 == b.0 ? a.1 < b.1 : a.0.lexicographicallyPrecedes(b.0)
            }
            .map(\.2)
    }

    private static func numbers(in path: String) -> [Int] {
        path.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? Int.max }
    }

    private static func expand(
        _ argument: String, _ own: OwnFiles, _ onUnread: (UnreadEntry) -> Void,
        _ onProblem: (InputError) -> Void
    ) throws(InputError) -> [String] {
        if argument == ByteSource.standardInput { return [argument] }
        if let isFolder = isFolder(argument) {
            return isFolder ? files(in: argument, own, onUnread, onProblem) : [argument]
        }
        // What a shell gives of a pattern: the other files are to be read.
        if argument.isRepaired {
            onProblem(InputError(path: argument, problem: .nameNotUTF8))
            return []
        }
        let matches = isPattern(argument) ? glob(argument) : []
        guard !matches.isEmpty else {
            throw InputError(path: argument, problem: .cannotOpen(errno: ENOENT))
        }
        var paths: [String] = []
        // A file may be called as standard input is.
        for match in matches {
            paths += try expand(match == "-" ? "./-" : match, own, onUnread, onProblem)
        }
        return paths
    }

    /// Nil when there is nothing of this name.
    private static func isFolder(_ path: String) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    static func isPattern(_ argument: String) -> Bool {
        argument.contains { "*?[".contains($0) }
    }

    static func glob(_ pattern: String) -> [String] {
        var result = glob_t()
        defer { globfree(&result) }
        guard Glibc.glob(pattern, GLOB_BRACE | GLOB_TILDE, nil, &result) == 0 else { return [] }
        return (0..<Int(result.gl_pathc)).compactMap { index in
            // A name that is no UTF-8 is mended here, and then told of where it is looked for.
            result.gl_pathv[index].map { String(cString: $0) }
        }
    }

    /// Links to folders inside are not followed: they could lead back, or anywhere. Of what is
    /// there only files are read: opening a pipe or a device may never end. See `FileLink`.
    private static func files(
        in folder: String, _ own: OwnFiles, _ onUnread: (UnreadEntry) -> Void,
        _ onProblem: (InputError) -> Void
    ) -> [String] {
        guard let directory = opendir(folder) else {
            onProblem(InputError(path: folder, problem: .cannotOpen(errno: errno)))
            return []
        }
        defer { closedir(directory) }
        let found = FolderNames(directory)
        if found.errno != 0 {
            onProblem(InputError(path: folder, problem: .cannotRead(errno: found.errno)))
        }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        for name in found.notUTF8.sorted() {
            onProblem(InputError(path: prefix + name, problem: .nameNotUTF8))
        }
        for name in found.hidden.sorted() {
            onUnread(UnreadEntry(path: prefix + name, reason: reason(ofHidden: name)))
        }
        let here = AbsolutePath.of(folder)
        var paths: [String] = []
        for name in found.names.sorted() {
            let path = prefix + name
            var status = stat()
            guard lstat(path, &status) == 0 else {
                // A log that was rotated meanwhile is read by its new name, now or the next time.
                if errno != ENOENT {
                    onProblem(InputError(path: path, problem: .cannotOpen(errno: errno)))
                }
                continue
            }
            let isOwn = own.contains(name, in: here)
            switch entry(name, path, status, isOwn: isOwn) {
            case .folder: paths += files(in: path, own, onUnread, onProblem)
            case .log: paths.append(path)
            case .unread(let reason): onUnread(UnreadEntry(path: path, reason: reason))
            }
        }
        return paths
    }

    static func reason(ofHidden name: String) -> UnreadEntry.Reason {
        UnfinishedFile.isName(name) ? .own : .hidden
    }

    /// What stands under a name that is not hidden; `status` is of a link itself.
    static func entry(
        _ name: String, _ path: String, _ status: stat, isOwn: Bool
    ) -> FolderEntry {
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR { return .folder }
        if isOwn { return .unread(.own) }
        if isLogName(name) {
            let isFile = kind == S_IFREG || FileLink.leadsToFile(path)
            return isFile ? .log : .unread(.leftAlone)
        }
        switch kind {
        case S_IFREG: return .unread(.otherName)
        case S_IFLNK: return .unread(isFolder(path) == true ? .folderLink : .otherName)
        default: return .unread(.notAFile)
        }
    }

    private static let kinds: Set = ["ndjson", "jsonl", "json", "log"]
    /// Logs under these names are errors that name a command: see `FileFormat`.
    private static let compressed: Set = ["zst", "xz", "bz2", "lz4", "z", "zip", "7z"]

    static func isLogName(_ name: String) -> Bool {
        var parts = name.lowercased().split(separator: ".").dropFirst()
        guard let last = parts.last else { return false }
        if last == "gz" { return true }
        if compressed.contains(String(last)) {
            return isLogName(String(name.dropLast(last.count + 1)))
        }
        // A rotated log ends in numbers or a time: app.log.1, app.log.2025-11-20_10,
        // app.log-20251120, app.log.2025-11-20T10-00-00.000.
        while let last = parts.last, isNumberOrTime(last) { parts.removeLast() }
        guard let kind = parts.last else { return false }
        let end = kind.firstIndex { !$0.isLetter } ?? kind.endIndex
        let rest = kind[end...]
        return kinds.contains(String(kind[..<end]))
            && (rest.isEmpty || "-_".contains(rest.prefix(1)) && isNumberOrTime(rest))
    }

    private static func isNumberOrTime(_ text: Substring) -> Bool {
        text.contains(where: \.isNumber)
            && text.allSatisfy { $0.isNumber || "-_:+tz".contains($0) }
    }
}

extension String {
    /// Whether something stands in it for bytes that were no UTF-8.
    var isRepaired: Bool { contains("\u{fffd}") }
}
