import Glibc

/// The folder of a sample.
struct OutputFolder: Sendable {
    let path: String

    private static let parts = ["sends", "events", "export", "ga4"]

    /// Makes the folder.
    ///
    /// Throws for a folder that is not empty. With `force` it accepts a folder with a sample and
    /// deletes its logs, so that no old line contradicts the new truth.
    init(_ path: String, force: Bool) throws {
        self.path = path
        let names = try Self.names(in: path)
        if names == nil {
            try Self.make(path)
        } else if names?.isEmpty == false {
            guard force else { throw SampleError.folderNotEmpty(path: path) }
            guard names?.contains("truth.json") == true else {
                throw SampleError.notASample(path: path)
            }
            try removeLogs()
        }
        for part in Self.parts {
            try Self.make("\(path)/\(part)")
        }
    }

    private func removeLogs() throws {
        for part in Self.parts {
            for name in try Self.names(in: "\(path)/\(part)") ?? []
            where name.hasSuffix(".ndjson.gz") || name.hasSuffix(".ndjson") {
                guard unlink("\(path)/\(part)/\(name)") == 0 else {
                    throw SampleError.failed("unlink", "\(path)/\(part)/\(name)")
                }
            }
        }
    }

    /// The names in a folder; nil if it does not exist.
    private static func names(in path: String) throws -> [String]? {
        guard let directory = opendir(path) else {
            switch errno {
            case ENOENT: return nil
            case ENOTDIR: throw SampleError.notAFolder(path: path)
            default: throw SampleError.failed("opendir", path)
            }
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder and its parents.
    private static func make(_ path: String) throws {
        for end in path.indices.dropFirst() where path[end] == "/" {
            mkdir(String(path[..<end]), 0o755)  // the last call shows failures
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw SampleError.failed("mkdir", path)
        }
    }
}
