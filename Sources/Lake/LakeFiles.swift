internal import Foundation
internal import NDJSON

/// Calls of the file system, with errors that name the path.
enum LakeFiles {
    static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(LakeError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure(path) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Appends to a file, down to the disk.
    static func append(
        _ path: String, mode: mode_t = 0o666, _ write: (Int32) throws(LakeError) -> Void
    ) throws(LakeError) {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        try write(file)
        try synchronise(file, path)
    }

    static func write(
        _ bytes: UnsafeBufferPointer<UInt8>, to file: Int32, _ path: String
    ) throws(LakeError) {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(
                file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            written += count
        }
    }

    static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(LakeError) {
        var failure: LakeError?
        bytes.withUnsafeBufferPointer { bytes in
            do throws(LakeError) {
                try write(bytes, to: file, path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Gives a whole file its name.
    static func rename(_ path: String, to name: String) throws(LakeError) {
        guard Glibc.rename(path, name) == 0 else { throw failure(name) }
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
        guard let directory = opendir(folder) else { throw failure(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        // The end has no number.
        guard errno == 0 else { throw failure(folder) }
        return names.sorted()
    }

    /// A file, or a folder with all that is inside, if it is there.
    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    static func failure(_ path: String) -> LakeError { .system(path: path, errno: errno) }
}

/// Appends gzip members to files.
struct GzipFiles {
    private let deflater: Deflater

    init(_ path: String) throws(LakeError) {
        guard let deflater = Deflater() else { throw .system(path: path, errno: ENOMEM) }
        self.deflater = deflater
    }

    /// One member, down to the disk.
    func append(_ bytes: [UInt8], to path: String) throws(LakeError) {
        try LakeFiles.append(path) { file throws(LakeError) in
            var failure: LakeError?
            bytes.withUnsafeBufferPointer { bytes in
                deflater.deflate(bytes, isLast: true) { made in
                    guard failure == nil else { return }
                    do throws(LakeError) {
                        try LakeFiles.write(made, to: file, path)
                    } catch {
                        failure = error
                    }
                }
            }
            if let failure { throw failure }
        }
    }
}
