/// A named calculation on the rows of a query: what SQL that runs on every engine cannot say, such
/// as intervals of a stratified ratio.
///
/// A pure function from rows to rows, so `pushfunnel sql QUERY --derive NAME` prints just what a
/// report shows.
package struct Derivation: Sendable {
    /// Its name on the command line and in report files.
    package var name: String
    /// What it gives, in one sentence.
    package var summary: String
    /// The columns that the query's rows must have.
    package var needs: [String]
    /// The columns of its result, described as in the header of a query.
    package var columns: [QueryFile.Column]
    /// `needs` holds for the table that it is given.
    package var rows: @Sendable (ResultTable) -> [[ResultTable.Cell]]

    package static let all = [
        change, compare, effect, effectByStratum, projection, trend,
        usual, weekGrid,
    ]

    package static func named(_ name: String) -> Derivation? { all.first { $0.name == name } }

    /// The derivation of this name, or a `QueryError` with the names that come near.
    package static func required(_ name: String) throws(QueryError) -> Derivation {
        guard let derivation = named(name) else {
            let near = NearNames.of(name, in: all.map(\.name))
            throw QueryError(.unknownDerivation(name: name, near: near))
        }
        return derivation
    }

    /// The derived table, or the columns that `table` lacks.
    package func apply(to table: ResultTable) -> Result<ResultTable, MissingColumns> {
        let missing = needs.filter { table.place(of: $0) == nil }
        guard missing.isEmpty else { return .failure(MissingColumns(names: missing)) }
        return .success(ResultTable(columns: columns, rows: rows(table)))
    }

    package struct MissingColumns: Error, Equatable {
        package var names: [String]
    }
}
