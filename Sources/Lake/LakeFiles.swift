internal import Delivery
internal import Foundation
internal import NDJSON

/// Calls of the file system, with errors that name the path.
enum LakeFiles {
    static func makeFolder(_ path: String) throws(LakeError) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure(path) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Appends to a file, down to the disk.
    static func append(
        _ bytes: [UInt8], to path: String, mode: mode_t = 0o666
    ) throws(LakeError) {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            rest.removeFirst(count)
        }
        try synchronise(file, path)
    }

    /// Gives a whole file its name.
    static func move(_ path: String, to name: String) throws(LakeError) {
        guard rename(path, name) == 0 else { throw failure(name) }
    }

    /// A name is on the disk when its folder is.
    static func synchronise(folder: String) throws(LakeError) {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw failure(folder) }
        defer { close(opened) }
        try synchronise(opened, folder)
    }

    private static func synchronise(_ file: Int32, _ path: String) throws(LakeError) {
        while fsync(file) != 0 {
            // Some file systems see to it themselves, and have no such call.
            if errno == EINVAL { return }
            guard errno == EINTR else { throw failure(path) }
        }
    }

    /// All names in a folder, sorted.
    static func names(in folder: String) throws(LakeError) -> [String] {
        do throws(SystemError) {
            return try UnfinishedFile.names(in: folder).filter { $0 != "." && $0 != ".." }.sorted()
        } catch {
            throw .system(path: folder, errno: error.number)
        }
    }

    /// A file, or a folder with all that is inside, if it is there.
    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    static func failure(_ path: String) -> LakeError { .system(path: path, errno: errno) }
}
