internal import Glibc

/// A new file on its way to its name, in the folder where it will stand, under a name that nobody
/// can foresee. It is locked while it is made: one that nobody has locked is left of a run that
/// was killed, and goes when the next one is made in that folder.
///
/// What SQLite writes has locks of SQLite's own, which over NFS are of the same kind: such a file
/// stands beside one of these, named for it (`besideName`), and goes with it.
package struct UnfinishedFile: ~Copyable {
    private static let prefix = ".pushfunnel-"
    private static let beside = "-beside"

    private let path: String
    private let folder: String
    private let descriptor: Int32

    /// Whether a file of this name is one, or belongs to one.
    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// In the folder of the path, which is that of the finished file.
    package init(for finished: String, mode: UInt32) throws(SystemError) {
        folder = UnfinishedFile.folder(of: finished)
        UnfinishedFile.sweep(folder)
        while true {
            let number = String(UInt64.random(in: .min ... .max), radix: 36)
            let path = "\(folder)/\(UnfinishedFile.prefix)\(number)"
            let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            guard made >= 0 || errno == EEXIST else { throw SystemError() }
            guard made >= 0 else { continue }
            // Where files cannot be locked, nothing is swept.
            while flock(made, LOCK_EX) != 0, errno == EINTR {}
            // Another process may have swept it before it was locked.
            if UnfinishedFile.stands(made, path) {
                self.path = path
                descriptor = made
                return
            }
            close(made)
        }
    }

    deinit { close(descriptor) }

    /// Writes all, down to the disk; with the mode of what stands there.
    package func write(_ text: String, modeOf name: String) throws(SystemError) {
        var status = stat()
        if lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            fchmod(descriptor, status.st_mode & 0o777)
        }
        do throws(SystemError) {
            try SystemError.write(text, to: descriptor)
            try UnfinishedFile.synchronise(descriptor)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Gives it its name, for good: a name is on the disk when its folder is.
    package consuming func finish(as name: String) throws(SystemError) {
        guard rename(path, name) == 0 else {
            let error = SystemError()
            unlink(path)
            throw error
        }
        try UnfinishedFile.synchroniseFolder(folder)
    }

    // MARK: A file beside it

    /// A file that others write, and what they write beside it: all of this beginning.
    package var besideName: String { path + UnfinishedFile.beside }

    /// Gives what stands beside it its name, for good, and takes this file away.
    package func finishBeside(as name: String) throws(SystemError) {
        let opened = open(besideName, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw SystemError() }
        defer { close(opened) }
        try UnfinishedFile.synchronise(opened)
        guard rename(besideName, name) == 0 else { throw SystemError() }
        // Before the folder is synchronised, or a power cut may bring it back.
        unlink(path)
        try UnfinishedFile.synchroniseFolder(folder)
    }

    /// Takes it away, and what is left beside it.
    package consuming func remove() { UnfinishedFile.remove(path) }

    /// What stands beside a file goes first: without it, nobody would know it.
    private static func remove(_ path: String) {
        let folder = folder(of: path)
        let beginning = path.split(separator: "/").last.map { String($0) + beside } ?? ""
        for name in (try? names(in: folder)) ?? [] where name.hasPrefix(beginning) {
            unlink("\(folder)/\(name)")
        }
        unlink(path)
    }

    // MARK: Folders

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func synchroniseFolder(_ folder: String) throws(SystemError) {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Who may write in a folder need not be allowed to read it.
        guard opened >= 0 else { return }
        defer { close(opened) }
        do throws(SystemError) {
            try synchronise(opened)
        } catch {
            // Some file systems see to it themselves, and have no such call.
            guard error.number == EINVAL else { throw error }
        }
    }

    private static func synchronise(_ descriptor: Int32) throws(SystemError) {
        while fsync(descriptor) != 0 { guard errno == EINTR else { throw SystemError() } }
    }

    // MARK: What killed runs leave

    private static func sweep(_ folder: String) {
        for name in (try? names(in: folder)) ?? [] where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            if let end = name.firstRange(of: beside)?.lowerBound {
                // It is made after its owner and goes before it. A power cut may leave it alone.
                let owner = "\(folder)/\(name[..<end])"
                if access(owner, F_OK) != 0, errno == ENOENT { unlink(path) }
                continue
            }
            let found = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard found >= 0 else { continue }
            defer { close(found) }
            var status = stat()
            guard fstat(found, &status) == 0, status.st_uid == geteuid(),
                flock(found, LOCK_EX | LOCK_NB) == 0, stands(found, path)
            else { continue }
            remove(path)
        }
    }

    /// Whether the open file is the one of that name.
    package static func stands(_ descriptor: Int32, _ path: String) -> Bool {
        var file = stat()
        var named = stat()
        return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
            && file.st_ino == named.st_ino && file.st_dev == named.st_dev
    }

    /// All names in a folder.
    package static func names(in folder: String) throws(SystemError) -> [String] {
        guard let directory = opendir(folder) else { throw SystemError() }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            names.append(
                entry.withName { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        // The end has no number.
        if errno != 0 { throw SystemError() }
        return names
    }
}
