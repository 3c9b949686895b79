extension QueryFile {
    /// Compares the header with what SQLite says of the statement; throws all differences.
    func check(parameters used: [String], columns given: [String]) throws(QueryError) {
        var problems: [QueryError.Problem] = []
        for name in used where !parameters.contains(where: { $0.name == name }) {
            let line = lineUsing(":" + name)
            problems.append(problem(.parameterNotDescribed(name: name), line: line))
        }
        for parameter in parameters where !used.contains(parameter.name) {
            problems.append(problem(.parameterNotUsed(name: parameter.name), line: parameter.line))
        }
        for name in given where !columns.contains(where: { $0.name == name }) {
            problems.append(problem(.columnNotDescribed(name: name), line: nil))
        }
        for column in columns where !given.contains(column.name) {
            problems.append(problem(.columnNotGiven(name: column.name), line: column.line))
        }
        if problems.isEmpty, columns.map(\.name) != given {
            problems.append(problem(.columnOrder(given: given), line: columns.first?.line))
        }
        for column in columns {
            for name in [column.parts?.part, column.parts?.whole].compactMap(\.self)
            where !given.contains(name) {
                let kind = QueryError.Kind.noSuchPart(name: name, of: column.name)
                problems.append(problem(kind, line: column.line))
            }
        }
        guard problems.isEmpty else { throw QueryError(problems) }
    }

    private func problem(_ kind: QueryError.Kind, line: Int?) -> QueryError.Problem {
        .init(kind, at: .init(path: path, line: line))
    }

    /// The first line of the statement that holds a word.
    private func lineUsing(_ word: String) -> Int? {
        return text.textLines.firstIndex { !$0.hasPrefix("--") && $0.contains(word) }.map { $0 + 1 }
    }
}
