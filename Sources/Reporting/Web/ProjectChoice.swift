internal import Delivery

/// The Firebase project that a page is of. A database with one project has no words about it.
package struct ProjectChoice {
    static let name = "project"

    /// The projects of the database; nil if it has one alone.
    private let several: ProjectSends?
    package let chosen: String?

    /// Of an address. Throws `QueryError`, also for a project that no record names.
    package init(_ address: WebAddress, _ session: SQLSession) throws {
        try self.init(address[Self.name], session)
    }

    init(_ chosen: String?, _ session: SQLSession) throws {
        if let chosen, let problem = try session.unknownProject(chosen) {
            throw QueryError([problem])
        }
        several = try session.read(ProjectSends.several)
        self.chosen = chosen
    }

    var isAsked: Bool { several != nil || chosen != nil }

    var field: WebForm.Field {
        let names = several?.projects.map(\.name) ?? [chosen].compactMap(\.self)
        return .choice(
            name: Self.name, label: Self.name,
            options: [("", "all")] + names.map { ($0, SafeText.visible($0)) }, chosen ?? "")
    }
}
