/// How much a query may take.
package struct SQLLimits: Equatable, Sendable {
    /// More rows than these are left out, and the result says so. Nil: all.
    package var rows: Int?
    /// After this the query is stopped with an error. Nil: never.
    package var time: Duration?

    package init(rows: Int? = nil, time: Duration? = nil) {
        self.rows = rows
        self.time = time
    }

    package static let none = SQLLimits()
    /// For a person who asks at a terminal.
    package static let standard = SQLLimits(rows: 100_000, time: .seconds(60))
}
