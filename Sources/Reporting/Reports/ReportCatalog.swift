/// The reports and their templates: those of the binary, and those of a folder, which win by name.
///
/// A file that cannot be understood does not hide the others; asking for it says what is wrong.
package struct ReportCatalog: Sendable {
    private var reports: [String: TextFile] = [:]
    package private(set) var templates = PageTemplates()

    /// The built-in reports alone.
    package init() {
        for file in EmbeddedReports.files where file.name.hasSuffix(ReportFile.suffix) {
            add(TextFile(path: "reports/" + file.name, text: file.text))
        }
    }

    /// The built-in reports and those of a folder, if one is given.
    package init(folder: String?) throws(QueryError) {
        self.init()
        guard let folder else { return }
        for path in try TextFile.paths(in: folder)
        where path.hasSuffix(ReportFile.suffix) || path.hasSuffix(PageTemplates.suffix) {
            add(try TextFile(path: path))
        }
    }

    private mutating func add(_ file: TextFile) {
        if file.path.hasSuffix(ReportFile.suffix) {
            reports[ReportFile.name(ofPath: file.path)] = file
        } else {
            templates.add(file)
        }
    }

    /// All names, sorted; of broken files too.
    package var names: [String] { reports.keys.sorted() }

    package func contains(_ name: String) -> Bool { reports[name] != nil }

    /// The texts that the pages of a report depend on: its file, its queries and all templates.
    package func texts(of report: ReportFile, _ queries: QueryCatalog) throws(QueryError)
        -> [String]
    {
        var texts = [reports[report.name]?.text ?? ""] + templates.texts
        for section in report.sections { texts.append(try queries.query(section.query).text) }
        return texts
    }

    package func report(_ name: String) throws(QueryError) -> ReportFile {
        guard let file = reports[name] else {
            throw QueryError(.unknownReport(name: name, near: NearNames.of(name, in: names)))
        }
        return try ReportFile.parse(file.text, path: file.path)
    }

    /// What each report is for, and the problems of those that cannot be understood.
    package var listing: (table: ResultTable, problems: [QueryError.Problem]) {
        var table = ResultTable(columns: ["report", "summary"])
        var problems: [QueryError.Problem] = []
        for name in names {
            do throws(QueryError) {
                table.rows.append([.text(name), .text(try report(name).summary)])
            } catch {
                problems += error.problems
            }
        }
        return (table, problems)
    }
}
