import Foundation

/// Files that the program makes for others to read.
///
/// They are for everybody to read and for their owner to change, less what the umask takes away;
/// a file that is replaced hands its mode on. Somebody else who may write in the folder can
/// neither choose where the text goes, by a link in the place of the file or of the temporary one,
/// nor see that it is written over: links are replaced, and temporary files are always new ones.
enum OutputFile {
    private static let mode: mode_t = 0o644
    private static let folderMode: mode_t = 0o755

    /// Writes a file first under another name and then renames it, so that nobody ever reads half
    /// of it. What is no file, such as `/dev/stdout` or a pipe, is written to as it is.
    static func write(_ text: String, to path: String) throws {
        do throws(SystemError) {
            if isStream(path) {
                try fill(open(path, O_WRONLY | O_CLOEXEC), with: text)
            } else {
                try replace(path, with: text)
            }
        } catch {
            throw Diagnostic(
                message: "\(path): cannot be written: \(error.text)",
                hint: "check the folder and its permissions", code: .inputOutput)
        }
    }

    /// Makes a folder where there is none, and those above it.
    static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name
            if mkdir(made, folderMode) != 0, errno != EEXIST, !isFolder(made) {
                throw Diagnostic(
                    message: "\(path): cannot be made: \(SystemError().text)",
                    hint: "check the folder above it and its permissions", code: .inputOutput)
            }
            made += "/"
        }
    }

    private static func replace(_ path: String, with text: String) throws(SystemError) {
        let (temporary, descriptor) = try temporary(beside: path)
        do throws(SystemError) {
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                fchmod(descriptor, status.st_mode & 0o777)
            }
            try fill(descriptor, with: text)
            guard rename(temporary, path) == 0 else { throw SystemError() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// A new file of a name that nobody can foresee.
    private static func temporary(
        beside path: String
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        for _ in 0..<16 {
            let name = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (name, descriptor) }
            guard errno == EEXIST else { throw SystemError() }
        }
        throw SystemError()
    }

    /// Writes all and closes.
    private static func fill(_ descriptor: Int32, with text: String) throws(SystemError) {
        guard descriptor >= 0 else { throw SystemError() }
        var error: SystemError?
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    error = SystemError()
                    return
                }
                written += count
            }
        }
        if close(descriptor) != 0, error == nil { error = SystemError() }
        if let error { throw error }
    }

    /// Devices, pipes and sockets, also behind a link.
    private static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What the system said last.
    private struct SystemError: Error {
        var text = String(cString: strerror(errno))
    }
}
