internal import Reporting

/// `/explore`, and its rows and numbers over time for programs.
struct ExploreAnswerPage: Page {
    let address: WebAddress
    let form: Form
    /// Whether the numbers over time are asked for, not the table.
    let isOverTime: Bool

    func answer(_ site: Site) throws -> Response {
        let session = try site.session()
        let question = try ExploreQuestion(
            address, site.settings.days, asOf: session.asOf())
        let answer = try ExploreAnswer(question, session)
        guard form == .html else {
            return Response(isOverTime ? answer.times : answer.table, form)
        }
        let place: Navigation.Place = address["by"] == "campaign" ? .campaigns : .explore
        return try site.html(ExplorePage(answer).page, place, asOf: answer.asOf)
    }
}

extension Response {
    /// Rows for programs.
    init(_ table: ResultTable, _ form: Form) {
        if form == .csv {
            self.init(.csv, CSVFormat().text(of: table))
        } else {
            self.init(.json, JSONFormat().text(of: table))
        }
    }
}
