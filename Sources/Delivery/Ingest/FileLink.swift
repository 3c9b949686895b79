internal import Glibc

/// Links among the files of a folder that somebody else may write in.
///
/// Whoever may make a link there could have this program read, and show in excerpts of rejected
/// lines, a file that only this program may read. So a link counts when its maker is trusted:
/// this user, root, or the owner of the file itself, as the kernel's `protected_symlinks` has it.
package enum FileLink {
    /// Whether this is a regular file, or a link to one that may be followed.
    static func leadsToFile(_ path: String) -> Bool {
        var link = stat()
        var file = stat()
        guard lstat(path, &link) == 0, stat(path, &file) == 0,
            file.st_mode & S_IFMT == S_IFREG
        else { return false }
        guard link.st_mode & S_IFMT == S_IFLNK else { return true }
        return mayFollow(linkOf: link.st_uid, toFileOf: file.st_uid, as: geteuid())
    }

    package static func mayFollow(
        linkOf maker: UInt32, toFileOf owner: UInt32, as user: UInt32
    ) -> Bool {
        maker == user || maker == 0 || maker == owner
    }
}
