internal import Delivery

/// What there is to ask, as tables that every format can print.
extension QueryCatalog {
    /// The queries, one line each. In Markdown it is the index of `queries/README.md`.
    package var listing: ResultTable {
        ResultTable(
            columns: ["query", "answers"],
            rows: queries.map { [.text($0.name), .text($0.summary)] })
    }

    /// The views, one line each.
    package static var viewListing: ResultTable {
        ResultTable(
            columns: ["view", "holds"],
            rows: ViewDocumentation.all.map { [.text($0.name), .text($0.summary)] })
    }

    /// The columns of a view, or nil when there is none of this name.
    package static func columns(ofView name: String) -> ResultTable? {
        guard let view = ViewDocumentation.all.first(where: { $0.name == name }) else { return nil }
        return ResultTable(
            columns: ["column", "meaning"],
            rows: view.columns.map { [.text($0.name), .text($0.meaning)] })
    }
}

extension QueryFile {
    /// What the query can be asked with.
    package var parameterListing: ResultTable {
        ResultTable(
            columns: ["parameter", "type", "default", "meaning"],
            rows: parameters.map { parameter in
                [
                    .text(":" + parameter.name), .text(parameter.type.name),
                    .text(parameter.isRequired ? "required" : parameter.defaultValue ?? "none"),
                    .text(parameter.meaning),
                ]
            })
    }

    /// What it answers with.
    package var columnListing: ResultTable {
        ResultTable(
            columns: ["column", "type", "meaning"],
            rows: columns.map { [.text($0.name), .text($0.type), .text($0.meaning)] })
    }
}
