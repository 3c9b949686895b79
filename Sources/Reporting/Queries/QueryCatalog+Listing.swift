internal import Delivery

/// What there is to ask, as tables that every format can print.
extension QueryCatalog {
    /// All listings, with the rows whose manual has this phrase. If there are none, with the rows
    /// that have each of its words.
    package func listings(of phrase: String?) -> [TitledTable] {
        let listings = [
            TitledTable(title: "views", table: QueryCatalog.viewListing),
            TitledTable(title: "queries", table: listing),
            TitledTable(title: "inputs of commands", table: inputListing),
            TitledTable(title: "derivations", table: derivationListing),
        ]
        guard let phrase = phrase?.lowercased() else { return listings }
        let whole = rows(of: listings, with: [phrase])
        return whole.isEmpty
            ? rows(of: listings, with: phrase.split(separator: " ").map(String.init)) : whole
    }

    private func rows(of listings: [TitledTable], with words: [String]) -> [TitledTable] {
        listings.compactMap { listing in
            var found = listing
            found.table.rows.removeAll { row in
                let text = searched(row).lowercased()
                return !words.allSatisfy { text.contains($0) }
            }
            return found.table.rows.isEmpty ? nil : found
        }
    }

    /// What a line of a listing stands for: its texts, and of a query or view also what its manual
    /// says.
    private func searched(_ row: [ResultTable.Cell]) -> String {
        let name = row.first?.word ?? ""
        let query = queries.first { $0.name == name }
        let view = ViewDocumentation.named(name)
        let columns =
            query?.columns.map { "\($0.name) \($0.meaning)" }
            ?? view?.columns.map { "\($0.name) \($0.meaning)" } ?? []
        let manual = [query?.words, query?.description, view?.description].compactMap(\.self)
        return (row.compactMap(\.word) + manual + columns).joined(separator: "\n")
    }

    /// The queries for people, one line each. In Markdown it is a table of `queries/README.md`.
    package var listing: ResultTable {
        ResultTable(
            columns: ["query", "answers"],
            rows: queries.filter { $0.user == nil }.map { [.text($0.name), .text($0.summary)] })
    }

    /// The queries that commands and derivations ask, likewise.
    package var inputListing: ResultTable {
        ResultTable(
            columns: ["input", "of", "gives"],
            rows: queries.compactMap { query in
                query.user.map { [.text(query.name), .text($0), .text(query.summary)] }
            })
    }

    /// The derivations, one line each, with the queries whose rows they can be had of. In Markdown
    /// it is a table of `queries/README.md`.
    package var derivationListing: ResultTable {
        ResultTable(
            columns: ["derivation", "of", "gives"],
            rows: Derivation.all.map { derivation in
                [.text(derivation.name), .text(sources(of: derivation)), .text(derivation.summary)]
            })
    }

    private func sources(of derivation: Derivation) -> String {
        let names = names(givingColumns: derivation.needs)
        return names.count > 5
            ? "any with \(derivation.needs.joined(separator: ", "))" : names.joined(separator: ", ")
    }

    /// The queries that give all of these columns.
    package func names(givingColumns needed: [String]) -> [String] {
        queries.filter { Set(needed).isSubset(of: $0.columns.map(\.name)) }.map(\.name)
    }

    /// The views, one line each.
    package static var viewListing: ResultTable {
        ResultTable(
            columns: ["view", "holds"],
            rows: ViewDocumentation.all.map { [.text($0.name), .text($0.summary)] })
    }

}

extension ViewDocumentation {
    /// The columns of the view, with those of its key.
    package var columnListing: ResultTable {
        ResultTable(
            columns: ["column", "type", "key", "meaning"],
            rows: columns.map {
                [
                    .text($0.name), .text($0.type.rawValue),
                    .text(key.contains($0.name) ? "key" : ""), .text($0.meaning),
                ]
            })
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
    package var columnListing: ResultTable { QueryFile.listing(of: columns) }

    static func listing(of columns: [Column]) -> ResultTable {
        ResultTable(
            columns: ["column", "type", "meaning"],
            rows: columns.map { [.text($0.name), .text($0.type.rawValue), .text($0.description)] })
    }
}

extension Derivation {
    /// The columns that it is made of.
    package var needListing: ResultTable {
        ResultTable(columns: ["needs"], rows: needs.map { [.text($0)] })
    }

    /// What it gives.
    package var columnListing: ResultTable { QueryFile.listing(of: columns) }
}
