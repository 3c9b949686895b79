#if canImport(Glibc)
    internal import Glibc
#endif

/// The queries that have names: those of the binary, and those of a folder, which win by name.
///
/// A file that cannot be understood does not hide the others; asking for it says what is wrong.
package struct QueryCatalog: Sendable {
    private var files: [String: Result<QueryFile, QueryError>] = [:]

    /// The built-in queries alone.
    package init() {
        for file in EmbeddedQueries.files { add(file.text, path: "queries/" + file.name) }
    }

    /// The built-in queries and the `.sql` files of a folder.
    package init(folder: String) throws(QueryError) {
        self.init()
        for name in try QueryCatalog.fileNames(in: folder) where name.hasSuffix(".sql") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            do throws(QueryError) {
                add(try QueryCatalog.contents(ofFile: path), path: path)
            } catch {
                files[QueryFile.name(ofPath: path)] = .failure(error)
            }
        }
    }

    private mutating func add(_ text: String, path: String) {
        files[QueryFile.name(ofPath: path)] = Result { () throws(QueryError) in
            try QueryFile.parse(text, path: path)
        }
    }

    /// All names, sorted; of broken files too.
    package var names: [String] { files.keys.sorted() }

    /// All queries that can be understood, by name.
    package var queries: [QueryFile] { names.compactMap { try? files[$0]?.get() } }

    /// What is wrong with the others.
    package var problems: [QueryError.Problem] {
        names.flatMap { name -> [QueryError.Problem] in
            guard case .failure(let error)? = files[name] else { return [] }
            return error.problems
        }
    }

    package func contains(_ name: String) -> Bool { files[name] != nil }

    package func query(_ name: String) throws(QueryError) -> QueryFile {
        guard let file = files[name] else {
            throw QueryError(.unknownQuery(name: name, near: NearNames.of(name, in: names)))
        }
        return try file.get()
    }

    /// The text of a file, which must be UTF-8.
    package static func contents(ofFile path: String) throws(QueryError) -> String {
        guard let file = fopen(path, "r") else {
            throw QueryError(.cannotRead(errno: errno), at: .init(path: path))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            bytes += buffer[..<count]
            if count < buffer.count { break }
        }
        guard ferror(file) == 0 else {
            throw QueryError(.cannotRead(errno: errno), at: .init(path: path))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw QueryError(.notUTF8, at: .init(path: path))
        }
        return text
    }

    private static func fileNames(in folder: String) throws(QueryError) -> [String] {
        guard let directory = opendir(folder) else {
            throw QueryError(.cannotRead(errno: errno), at: .init(path: folder))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }
}
