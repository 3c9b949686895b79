/// The files of SQL that make views of a database.
package enum ViewText {
    /// What each message counts as, over `base_messages`: for a database and a lake.
    package static let counted = file("counted.sql")
    /// The views for people that a database and a lake have.
    package static let shared = file("views.sql")
    /// What they read in a database, and the views for people that only a database has.
    package static let database = file("database.sql")
    /// All views of a database.
    package static let ofDatabase = SQLNames.filled(
        [database, counted, shared].joined(separator: "\n"))

    private static func file(_ name: String) -> String {
        guard let file = EmbeddedViews.files.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not embedded")
        }
        return file.text
    }
}
