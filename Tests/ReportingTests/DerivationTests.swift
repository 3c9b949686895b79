import Reporting
import Testing

/// What holds for every derivation.
@Suite("Derivations")
struct DerivationTests {
    private static let names = Derivation.all.map(\.name)

    @Test("have names of their own, in order")
    func order() {
        #expect(DerivationTests.names == Set(DerivationTests.names).sorted())
        #expect(!DerivationTests.names.isEmpty)
    }

    @Test("give the columns and types that they describe", arguments: names)
    func types(name: String) throws {
        let derivation = try Derivation.required(name)
        for query in QueryCatalog().names(givingColumns: derivation.needs) {
            let session = try TemporaryStore(rows: QueryCase.standardRows).session()
            let file = try QueryCatalog().query(query)
            // Earlier periods, which are none without a start.
            let starts = file.parameters.map(\.name).filter { $0.hasSuffix("_since") }
            let given = starts.map { ($0, Optional("2026-11-17")) }
            let table = try session.run(
                file, parameters: Dictionary(uniqueKeysWithValues: given))
            let derived = try derivation.apply(to: table).get()
            #expect(derived.columns.map(\.name) == derivation.columns.map(\.name))
            #expect(!derived.rows.isEmpty || table.rows.count < 2)
            for row in derived.rows {
                #expect(row.count == derivation.columns.count)
                for (cell, column) in zip(row, derivation.columns) {
                    #expect(cell == .null || type(of: cell) == column.type.stored, "\(column.name)")
                }
            }
        }
    }

    private func type(of cell: ResultTable.Cell) -> String? {
        switch cell {
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .null, .blob: nil
        }
    }

    @Test("are of a query of the program", arguments: names)
    func queries(name: String) throws {
        let needs = try Derivation.required(name).needs
        #expect(!QueryCatalog().names(givingColumns: needs).isEmpty)
    }

    @Test("stand in examples of queries that they fit")
    func examples() throws {
        for query in QueryCatalog().queries {
            let words = (query.example ?? "").split(separator: " ").map(String.init)
            for (flag, name) in zip(words, words.dropFirst()) where flag == "--derive" {
                let needs = try Derivation.required(name).needs
                #expect(QueryCatalog().names(givingColumns: needs).contains(query.name))
            }
        }
    }

    @Test("have units in the ends of names", arguments: names)
    func units(name: String) throws {
        for column in try Derivation.required(name).columns {
            if column.name.hasSuffix("_rate") { #expect(column.type == .share) }
            if column.name.contains("_change") {
                #expect(column.type == (column.name == "relative_change" ? .share : .change))
            }
            if column.name.contains("_ratio") { #expect(column.type == .real) }
        }
    }

    @Test("name every column that is missing")
    func missing() {
        let table = ResultTable(columns: ["platform", "send_day", "open_base"])
        let result = Derivation.named("effect")?.apply(to: table)
        let names = ["campaign", "value_name", "opened"]
        #expect(throws: Derivation.MissingColumns.self) { try result?.get() }
        guard case .failure(let missing)? = result else { return }
        #expect(missing.names == names)
    }

    @Test("are told by the names that come near")
    func unknown() {
        let error = #expect(throws: QueryError.self) { try Derivation.required("efect") }
        #expect(error?.description.contains("did you mean effect") == true)
    }
}
