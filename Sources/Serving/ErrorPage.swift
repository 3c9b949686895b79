internal import Delivery
internal import Reporting
internal import SQLite

/// An error as an answer: its words, in the form that was asked for.
enum ErrorPage {
    static func answer(_ error: any Error, _ page: any Page, _ site: Site) -> Response {
        if let refusal = error as? Refusal { return Response(refusal) }
        let status = status(of: error)
        let text = (error as? WebProblem).map { "error: \($0)\n" } ?? site.settings.wording(error)
        guard page.form == .html else { return Response(.text, text, status: status) }
        var shown = WebPage(status.phrase)
        shown.notes = text.split(separator: "\n").map(String.init)
        guard var response = try? site.html(shown, nil, asOf: nil) else {
            return Response(.text, text, status: status)
        }
        response.status = status
        return response
    }

    private static func status(of error: any Error) -> Status {
        switch error {
        case let error as QueryError: status(of: error)
        case is WebProblem: .badRequest
        case is StoreError, is SQLiteError: .unavailable
        default: .failed
        }
    }

    private static func status(of error: QueryError) -> Status {
        let codes = Set(error.problems.map(\.code))
        if !codes.isDisjoint(with: ["busy", "disk", "time_limit", "memory_limit"]) {
            return .unavailable
        }
        return codes.isDisjoint(with: ["unknown_query", "unknown_campaign", "unknown_project"])
            ? .badRequest : .notFound
    }
}
