internal import Glibc

/// What the file system tells of a store.
package struct StoreFiles: Sendable {
    /// Bytes of the database, and of its write-ahead log.
    package var databaseBytes: Int64 = 0
    package var logBytes: Int64 = 0
    /// Bytes that its user may still write on its disk.
    package var freeBytes: Int64 = 0
    /// Files that others than their owner may write, their group too.
    package var writable: [String] = []
    /// Those that others may read alone.
    package var readable: [String] = []
    /// The process that writes, and since when.
    package var writer: (process: Int32, since: Int64)?

    package init(_ path: String) {
        for file in [path, path + "-wal", path + "-shm", path + "-lock"] {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
                writable.append(file)
            } else if status.st_mode & (S_IRGRP | S_IROTH) != 0 {
                readable.append(file)
            }
            switch file {
            case path: databaseBytes = Int64(status.st_size)
            case path + "-wal": logBytes = Int64(status.st_size)
            case path + "-lock":
                let since = Int64(status.st_mtim.tv_sec) * 1000
                writer = StoreFiles.holder(of: UInt64(status.st_ino)).map { ($0, since) }
            default: break
            }
        }
        var disk = statvfs()
        if statvfs(path, &disk) == 0 { freeBytes = Int64(disk.f_bavail) * Int64(disk.f_frsize) }
    }

    /// The process that holds a lock on a file, from the kernel's list: to ask for the lock would
    /// keep others from it.
    private static func holder(of inode: UInt64) -> Int32? {
        guard let list = fopen("/proc/locks", "re") else { return nil }
        defer { fclose(list) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), list) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let text = String(decoding: bytes, as: UTF8.self)
            let words = text.split(separator: " ")
            // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:16475287 0 EOF
            guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]),
                words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode
            else { continue }
            return process
        }
        return nil
    }
}
