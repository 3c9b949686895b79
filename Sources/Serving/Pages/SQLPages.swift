internal import Foundation
internal import Reporting

/// `/sql`, and `/sql?q=select …`: one statement that reads.
struct SQLAnswerPage: Page {
    let address: WebAddress
    let form: Form

    var isQuestion: Bool { address[QueryPage.word] != nil }

    func answer(_ site: Site) throws -> Response {
        let sql = address[QueryPage.word]
        let session = try site.session(site.settings.limits.ofQuestions)
        let result = try sql.map { try session.run(sql: $0) }
        if form != .html {
            guard let result else { throw Refusal(.badRequest, "expected q=SQL") }
            return Response(result, form)
        }
        let page = QueryPage(site.settings.queries, address).page(ofSQL: sql ?? "", result)
        return try site.html(page, .sql, asOf: session.asOf())
    }
}

/// `/sql/latency?by=campaign`: a named query.
struct NamedQueryPage: Page {
    let name: String
    let address: WebAddress
    let form: Form

    var isQuestion: Bool { true }

    func answer(_ site: Site) throws -> Response {
        let query = try site.settings.queries.query(name)
        let session = try site.session(site.settings.limits.ofQuestions)
        let arguments = query.arguments(of: address)
        if form != .html {
            return Response(try session.runSummarized(query, parameters: arguments ?? [:]), form)
        }
        let result = try arguments.map { try session.runSummarized(query, parameters: $0) }
        let page = QueryPage(site.settings.queries, address).page(of: query, result)
        return try site.html(page, .sql, asOf: session.asOf())
    }
}

extension SQLLimits {
    /// For statements of people: texts so short that no call of a function takes long.
    fileprivate var ofQuestions: SQLLimits {
        var limits = self
        limits.rows = 10_000
        limits.textBytes = 256 * 1024
        return limits
    }
}
