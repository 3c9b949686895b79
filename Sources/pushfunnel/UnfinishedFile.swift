import Foundation

/// A new file on its way to its name, in the folder where it will stand, under a name that nobody
/// can foresee. It is locked while it is made: one that nobody has locked is left of a run that
/// was killed, and goes when the next one is made in that folder.
struct UnfinishedFile: ~Copyable {
    private static let prefix = ".pushfunnel-"

    private let path: String
    private let folder: String
    private let descriptor: Int32

    init(in folder: String, mode: mode_t) throws(SystemError) {
        self.folder = folder
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
    func write(_ text: String, modeOf name: String) throws(SystemError) {
        var status = stat()
        if lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            fchmod(descriptor, status.st_mode & 0o777)
        }
        do throws(SystemError) {
            try SystemError.write(text, to: descriptor)
            while fsync(descriptor) != 0 { guard errno == EINTR else { throw SystemError() } }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Gives it its name, for good: a name is on the disk when its folder is.
    consuming func finish(as name: String) throws(SystemError) {
        guard rename(path, name) == 0 else {
            let error = SystemError()
            unlink(path)
            throw error
        }
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Who may write in a folder need not be allowed to read it.
        guard opened >= 0 else { return }
        defer { close(opened) }
        while fsync(opened) != 0 {
            // Some file systems see to it themselves, and have no such call.
            if errno == EINVAL { return }
            guard errno == EINTR else { throw SystemError() }
        }
    }

    // MARK: What killed runs leave

    private static func sweep(_ folder: String) {
        for name in (try? names(in: folder)) ?? [] where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let found = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard found >= 0 else { continue }
            defer { close(found) }
            var status = stat()
            guard fstat(found, &status) == 0, status.st_uid == geteuid(),
                flock(found, LOCK_EX | LOCK_NB) == 0, stands(found, path)
            else { continue }
            unlink(path)
        }
    }

    /// Whether the open file is the one of that name.
    private static func stands(_ descriptor: Int32, _ path: String) -> Bool {
        var file = stat()
        var named = stat()
        return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
            && file.st_ino == named.st_ino && file.st_dev == named.st_dev
    }

    /// All names in a folder.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let directory = opendir(folder) else { throw SystemError() }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        // The end has no number.
        if errno != 0 { throw SystemError() }
        return names
    }
}
