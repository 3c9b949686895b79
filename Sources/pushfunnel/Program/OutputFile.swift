import Delivery
import Foundation

/// Files that the program writes for other users.
///
/// A new file has mode 0644 less the umask; a replaced file keeps its mode. Other users with
/// write access to the folder cannot redirect the text by a link: links are replaced, and
/// temporary files are always new.
enum OutputFile {
    private static let mode: mode_t = 0o644
    private static let folderMode: mode_t = 0o755

    /// Writes and syncs a temporary file, then renames it: after a crash at any point, the path
    /// holds the old file or the new one. Writes to devices and pipes directly.
    static func write(_ text: String, to path: String) throws {
        // Standard output may be a file that must not be truncated.
        if path == "/dev/stdout" { return try Terminal.print(text) }
        do throws(SystemError) {
            if isStream(path) {
                try writeThrough(text, to: path)
            } else {
                let file = try UnfinishedFile(for: path, mode: mode)
                try file.write(text, modeOf: path)
                try file.finish(as: path)
            }
        } catch {
            throw Diagnostic("\(path): cannot be written", error)
        }
    }

    /// Writes to the file of an option; to standard output without one, and to `-`.
    static func write(_ text: String, toOption path: String?) throws {
        guard let path, path != "-" else { return try Terminal.print(text) }
        try write(text, to: path)
    }

    /// Creates a folder and its parents if they do not exist.
    static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name
            if mkdir(made, folderMode) != 0, errno != EEXIST {
                let error = SystemError()
                guard kind(of: made) == S_IFDIR else {
                    throw Diagnostic("\(path): cannot be created", error)
                }
            }
            made += "/"
        }
    }

    /// The names in a folder.
    static func names(in folder: String) throws -> [String] {
        do throws(SystemError) {
            return try UnfinishedFile.names(in: folder)
        } catch {
            throw Diagnostic("\(folder): cannot be read", error)
        }
    }

    private static func writeThrough(_ text: String, to path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        try SystemError.write(text, to: descriptor)
    }

    /// Devices, pipes and sockets, also behind a link. Nothing in /dev is ever replaced.
    private static func isStream(_ path: String) -> Bool {
        if path.hasPrefix("/dev/") { return true }
        return ![nil, S_IFREG, S_IFDIR].contains(kind(of: path))
    }

    /// `S_IFREG`, `S_IFDIR` or another, also behind a link; nil if nothing is there.
    static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
