/// The queries that have names: those of the binary, and those of a folder, which win by name.
///
/// A file that cannot be understood does not hide the others; asking for it says what is wrong.
package struct QueryCatalog: Sendable {
    private var files: [String: Result<TextFile, QueryError>] = [:]
    private(set) var builtIn: [String: TextFile] = [:]

    /// The built-in queries alone.
    package init() {
        for file in EmbeddedQueries.files {
            addBuiltIn(TextFile(path: "queries/" + file.name, text: file.text))
        }
    }

    /// A file of the same name stays.
    mutating func addBuiltIn(_ file: TextFile) {
        builtIn[QueryFile.name(ofPath: file.path)] = file
        if !contains(QueryFile.name(ofPath: file.path)) { add(file) }
    }

    /// The built-in queries and the `.sql` files of a folder, if one is given.
    package init(folder: String?) throws(QueryError) {
        self.init()
        guard let folder else { return }
        for path in try TextFile.paths(in: folder) where path.hasSuffix(".sql") {
            do throws(QueryError) {
                add(try TextFile(path: path))
            } catch {
                files[QueryFile.name(ofPath: path)] = .failure(error)
            }
        }
    }

    private mutating func add(_ file: TextFile) {
        files[QueryFile.name(ofPath: file.path)] = .success(file)
    }

    /// All names, sorted; of broken files too.
    package var names: [String] { files.keys.sorted() }

    /// All queries that can be understood, by name.
    package var queries: [QueryFile] { names.compactMap { try? query($0) } }

    /// What is wrong with the others.
    package var problems: [QueryError.Problem] {
        names.flatMap { name -> [QueryError.Problem] in
            do throws(QueryError) {
                _ = try query(name)
                return []
            } catch {
                return error.problems
            }
        }
    }

    package func contains(_ name: String) -> Bool { files[name] != nil }

    /// Headers are read when somebody asks: a report needs some of them.
    package func query(_ name: String) throws(QueryError) -> QueryFile {
        guard let file = files[name] else {
            throw QueryError(.unknownQuery(name: name, near: NearNames.of(name, in: names)))
        }
        let text = try file.get()
        var query = try QueryFile.parse(text.text, path: text.path)
        query.isBuiltIn = text == builtIn[name]
        return query
    }
}
