import Delivery
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

    /// Writes a file whole, brings it to the disk, and only then gives it its name: whenever the
    /// program or the machine stops, the old file is there or the new one. What is no file, such
    /// as `/dev/stdout` or a pipe, is written to as it is.
    static func write(_ text: String, to path: String) throws {
        // It leads to wherever that goes, and a file there is not to be begun anew.
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
            throw Diagnostic(
                message: "\(path): cannot be written: \(error)", hint: error.hint,
                code: .inputOutput)
        }
    }

    /// Makes a folder where there is none, and those above it.
    static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name
            if mkdir(made, folderMode) != 0, errno != EEXIST {
                let error = SystemError()
                if !isFolder(made) {
                    throw Diagnostic(
                        message: "\(path): cannot be made: \(error)", hint: error.hint,
                        code: .inputOutput)
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
            throw Diagnostic(
                message: "\(folder): cannot be read: \(error)", hint: error.hint,
                code: .inputOutput)
        }
    }

    private static func writeThrough(_ text: String, to path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        try SystemError.write(text, to: descriptor)
    }

    /// Devices, pipes and sockets, also behind a link. Nothing in /dev is to be replaced, whatever
    /// it leads to.
    private static func isStream(_ path: String) -> Bool {
        if path.hasPrefix("/dev/") { return true }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
