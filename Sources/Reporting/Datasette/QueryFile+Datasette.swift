extension QueryFile {
    /// The query as Datasette has it: a page with a form for its parameters.
    /// https://docs.datasette.io/en/stable/sql_queries.html#canned-queries
    var datasetteQuery: JSONTree {
        .object([
            ("description", .text(summary)), ("description_html", .text(manual)),
            ("params", .list(parameters.map { .text($0.name) })), ("sql", .text(datasetteSQL)),
        ])
    }

    /// The statement, with a default in the place of what is left empty: Datasette binds an empty
    /// text to a parameter that is not given, and knows no defaults.
    var datasetteSQL: String {
        let statement = text.textLines.drop { $0.hasPrefix("--") }.joined(separator: "\n")
        // Texts, names in quotes and comments are passed over, for what they hold is no parameter.
        let words = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*(?s:.*?)\*\/|:(?<name>\w+)/
        return statement.trimmed.replacing(words) { match in
            let named = match.output.name.map(String.init)
            guard let parameter = parameters.first(where: { $0.name == named }) else {
                return String(match.output.0)
            }
            let given = "nullif(:\(parameter.name), '')"
            guard let value = parameter.defaultValue else { return given }
            return "coalesce(\(given), '\(value.replacing("'", with: "''"))')"
        }
    }

    /// What it answers, takes and gives, in HTML.
    private var manual: String {
        let takes = parameters.map { parameter in
            let value = parameter.defaultValue ?? "null"
            let rule = parameter.isRequired ? "required" : "default \(value)"
            return (":\(parameter.name)", "\(parameter.meaning) (\(parameter.type.name), \(rule))")
        }
        let gives = columns.map { ($0.name, $0.description) }
        return "<p>\(HTMLText.escaped(description))</p>"
            + QueryFile.list("Parameters", takes) + QueryFile.list("Columns", gives)
    }

    private static func list(
        _ title: String, _ entries: [(name: String, meaning: String)]
    ) -> String {
        guard !entries.isEmpty else { return "" }
        let items = entries.map { entry in
            "<dt><code>\(HTMLText.escaped(entry.name))</code></dt>"
                + "<dd>\(HTMLText.escaped(entry.meaning))</dd>"
        }
        return "<details><summary>\(title)</summary><dl>\(items.joined())</dl></details>"
    }
}
