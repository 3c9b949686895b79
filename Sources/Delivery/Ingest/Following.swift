internal import Glibc

/// A file that stays open, so that it can be read to its end though it lose its name.
package final class HeldFile: Sendable {
    let descriptor: Int32

    /// Nil when it cannot be opened.
    package init?(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// What it is now, and whether it has a name anywhere.
    func status(path: String) -> (identity: FileIdentity, isLinked: Bool)? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return (FileIdentity(path: path, status), status.st_nlink > 0)
    }
}

/// How a file is read that may go on at any time.
package struct Following: Sendable {
    /// Read instead of what stands at the path by now.
    package var held: HeldFile?
    /// It has been quiet for long enough to take what it has for all that it has, and a last line
    /// without its end if it can be read.
    package var isSettled: Bool
    /// It has been looked at for so long that it no longer is to be waited with.
    package var isOld: Bool
}

/// A file that is to be read, as it was when it was looked at.
package struct InputFile: Sendable {
    package var identity: FileIdentity
    /// Bytes that have come since it was looked at before.
    package var newBytes: Int64
    package var following: Following?
}
