internal import Glibc

/// What stands in a folder.
struct FolderNames {
    /// In no order.
    private(set) var names: [String] = []
    /// Names that begin with a dot, as they can be shown.
    private(set) var hidden: [String] = []
    /// Logs and folders that cannot be opened by a text: their names are no UTF-8. As they can be
    /// shown.
    private(set) var notUTF8: [String] = []
    /// Why they are not all; 0 when they are.
    private(set) var errno: Int32 = 0

    /// Of an open folder, from where it stands.
    init(_ directory: OpaquePointer) {
        while true {
            Glibc.errno = 0
            guard let entry = readdir(directory) else { break }
            entry.withName { add($0.prefix { $0 != 0 }, entry, dirfd(directory)) }
        }
        // The end has no number.
        errno = Glibc.errno
    }

    private mutating func add(
        _ bytes: some Collection<UInt8>, _ entry: UnsafeMutablePointer<dirent>,
        _ folder: Int32
    ) {
        let shown = String(decoding: bytes, as: UTF8.self)
        guard shown != ".", shown != ".." else { return }
        if shown.hasPrefix(".") { return hidden.append(shown) }
        if let name = String(validating: bytes, as: UTF8.self) { return names.append(name) }
        if InputPaths.isLogName(shown) || isFolder(entry, folder) { notUTF8.append(shown) }
    }

    private func isFolder(_ entry: UnsafeMutablePointer<dirent>, _ folder: Int32) -> Bool {
        var status = stat()
        let code = entry.withName { bytes in
            bytes.withMemoryRebound(to: CChar.self) { name in
                name.baseAddress.map { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
            }
        }
        return code == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
