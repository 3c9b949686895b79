/// A Firebase project, which has an ID and a number.
enum Project: UInt8, CaseIterable {
    case first, second

    var id: StaticString { self == .first ? "shop-prod" : "outlet-prod" }
    var number: StaticString { self == .first ? "482910374655" : "739104882213" }

    /// What names a project in the lines of a send.
    enum Naming: UInt8, CaseIterable {
        case none, id, number
    }

    /// The name under which sends count.
    func name(_ naming: Naming) -> String {
        switch naming {
        case .none: "(none)"
        case .id: "\(id)"
        case .number: "\(number)"
        }
    }
}

extension Service {
    /// Whether its requests, and so FCM's answers, have the project's number.
    var namesProjectByNumber: Bool { self == .growth || self == .exportOnly }
}

extension Send {
    /// How its lines name the project. An error of FCM names none, but a row of the export does,
    /// and so do accepted sends of the same batch.
    var projectNaming: Project.Naming {
        let service = message.service
        guard failure == nil || isBesideAccepted || service == .exportOnly else { return .none }
        return service.namesProjectByNumber ? .number : .id
    }
}
