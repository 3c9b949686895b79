internal import Delivery
package import FCM

extension QueryCatalog {
    /// The funnel by project or by a dimension of sends.
    static func funnel(by name: String) -> String { "funnel_by_\(name)" }

    /// What was received, by platform or by a dimension that clients tell.
    static func received(by name: String) -> String { "received_by_\(name)" }

    /// Adds a query for each dimension of a database: of sends, the one by project with another
    /// column, and of clients, the one by platform. A query of the user's own with that name stays.
    package mutating func add(dimensions: [OwnDimension]) {
        for dimension in dimensions {
            switch dimension.source {
            case .sends: add(dimension.name, like: Self.ofSends, QueryCatalog.funnel)
            case .clients: add(dimension.name, like: Self.ofClients, QueryCatalog.received)
            }
        }
    }

    /// Why a dimension cannot have a name; nil if it can.
    package static func problem(withDimension name: String) -> String? {
        Dimensions.problem(with: name, taken: taken)
    }

    /// Columns beside the one of the dimension in its query, and words of queries that are there
    /// already, such as `funnel_by_hour`.
    private static let taken: Set<String> = {
        let catalog = QueryCatalog()
        let models = [funnel(by: ofSends), received(by: ofClients)]
        let columns = models.compactMap { try? catalog.query($0) }.flatMap(\.columns).map(\.name)
        let words = [funnel(by: ""), received(by: "")].flatMap { start in
            catalog.names.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        }
        return Set(columns + words)
    }()

    /// The columns whose queries are the models of those by dimensions.
    private static let ofSends = "project"
    private static let ofClients = "platform"

    private mutating func add(
        _ column: String, like known: String, _ name: (_ column: String) -> String
    ) {
        guard let model = builtIn[name(known)] else { return }
        let lines = model.text.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { line in
            // The parameter of this name stays.
            line.contains(":\(known)") ? line : line.replacing(known, with: column)
        }
        let path = model.path.replacing(known, with: column)
        addBuiltIn(TextFile(path: path, text: text.joined(separator: "\n")))
    }
}
