import Alerts
import Delivery
import Reporting

/// A file that a user writes is taken, or refused with problems that stand in lines it has: a
/// query, a report, a table of counts or of cohorts, as the first byte chooses.
func fuzzFiles(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let kind = input.choice(4)
    let text = String(decoding: input.data(limit: 4096), as: UTF8.self)
    let lines = text.utf8.count { $0 == 0x0a } + 1
    switch kind {
    case 0: try fuzzQuery(text, lines)
    case 1: try fuzzReport(text, lines)
    case 2: try expectRefused(lines) { () throws(AlertFileError) in _ = try SeriesTable(csv: text) }
    default:
        try expectRefused(lines) { () throws(AlertFileError) in
            _ = try CohortTable.cohorts(csv: text)
        }
    }
}

private func fuzzQuery(_ text: String, _ lines: Int) throws {
    let file: QueryFile
    do throws(QueryError) {
        file = try QueryFile.parse(text, path: "queries/q.sql")
    } catch {
        return try expectProblems(error, lines)
    }
    try expectEqual(file.text, text, "the text of a query")
    try expectUnique(file.parameters.map(\.name), "parameters")
    try expectUnique(file.columns.map(\.name), "columns")
    let given = file.parameters.filter(\.isRequired).map { ($0.name, Optional("1")) }
    do {
        let values = try file.bindings(Dictionary(uniqueKeysWithValues: given))
        try expectEqual(values.count, file.parameters.count, "values of parameters")
    } catch let error as QueryError {
        try expect(!error.problems.isEmpty, "arguments are refused for nothing")
    }
}

private func fuzzReport(_ text: String, _ lines: Int) throws {
    do {
        let report = try ReportFile.parse(text, path: "reports/r.report")
        try expect(!report.title.isEmpty && !report.sections.isEmpty, "an empty report")
        try expectUnique(report.sections.map(\.name), "sections")
        for section in report.sections {
            try expect(!section.query.isEmpty, "section \(section.name) without a query")
        }
    } catch let error as QueryError {
        try expectProblems(error, lines)
    }
}

private func expectUnique(_ names: [String], _ what: String) throws(Broken) {
    try expectEqual(Set(names).count, names.count, "different \(what) of \(names)")
}

func expectProblems(_ error: QueryError, _ lines: Int) throws(Broken) {
    try expect(!error.problems.isEmpty, "a file is refused for nothing")
    for problem in error.problems {
        guard let line = problem.place?.line else { continue }
        try expect((1...max(1, lines)).contains(line), "line \(line) of \(lines)")
    }
}

private func expectRefused(_ lines: Int, _ body: () throws(AlertFileError) -> Void) throws {
    do throws(AlertFileError) {
        try body()
    } catch {
        guard let line = error.line else { return }
        // A line may end in a carriage return alone.
        try expect(line >= 1, "line \(line) of \(lines)")
    }
}
