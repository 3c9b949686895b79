import ArgumentParser
import Delivery
import Reporting
import SQLite

/// The Firebase projects that are judged, each by itself.
struct AlertProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Judge only the sends of this Firebase project; with several, each by itself.",
            valueName: "name"))
    var project: [String] = []

    /// Each once, in the order of the arguments. Throws for one that the database does not have.
    func known(in database: String) throws -> [String] {
        var known: [String] = []
        for name in project where !known.contains(name) {
            try AlertProjectOptions.expect(name, in: database, "--project")
            known.append(name)
        }
        return known
    }

    /// Any project may come into a database without records.
    static func expect(_ project: String, in database: String, _ option: String) throws {
        let known = try Store.reader(database).read(ProjectSends.names)
        if !known.isEmpty { try FilterOptions.expect(project, oneOf: known, option) }
    }
}
