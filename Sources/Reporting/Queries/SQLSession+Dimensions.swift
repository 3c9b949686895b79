internal import Delivery
package import FCM
internal import SQLite

extension SQLSession {
    /// The dimensions that the database was given, by source and position.
    package func dimensions() throws(QueryError) -> [OwnDimension] {
        do {
            return try read(Dimensions.stored)
        } catch {
            throw (error as? SQLiteError).map { failure($0, sql: "") }
                ?? QueryError(.sqlite(code: 1, message: "\(error)"))
        }
    }

    /// Views whose rows are of sends: they have a column for each dimension.
    static let viewsOfSends: Set<String> = Set(
        ViewDocumentation.shared
            .filter { view in view.columns.contains { $0.name == "project" } }.map(\.name))

    /// Whether `narrow(to:)` narrows a statement that reads views with these names.
    package static func canNarrow(reading names: [String]) -> Bool {
        !viewsOfSends.isDisjoint(with: names)
    }

    /// Narrows the views of sends to the rows with these words of dimensions, until the snapshot
    /// ends.
    func narrow(to words: [String: String]) throws(QueryError) {
        narrowing = words.sorted { $0.key < $1.key }
            .map { " and \($0.key) = \(SQLSession.literal($0.value))" }.joined()
        guard !narrowing.isEmpty else { return }
        for view in SQLSession.viewsOfSends.sorted() {
            try executeOwn(
                "create temp view \(view) as select * from main.\(view) where true\(narrowing)")
        }
    }
}
