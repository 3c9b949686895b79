extension QueryCatalog {
    /// The funnel by project or by a dimension.
    static func funnel(by name: String) -> String { "funnel_by_\(name)" }

    /// Adds the funnel by each dimension of a database: the query by project, with another column.
    /// A query of the user's own with that name stays.
    package mutating func add(dimensions: [String]) {
        guard let model = builtIn[QueryCatalog.funnel(by: "project")] else { return }
        for dimension in dimensions {
            let lines = model.text.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.map { line in
                // The parameter of this name stays.
                let isParameter = line.contains(":project")
                return isParameter ? line : line.replacing("project", with: dimension)
            }
            let path = model.path.replacing("project", with: dimension)
            addBuiltIn(TextFile(path: path, text: text.joined(separator: "\n")))
        }
    }
}
