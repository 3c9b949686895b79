internal import Mustache

/// The reports and their templates: those of the binary, and those of a folder, which win by name.
///
/// A file that cannot be understood does not hide the others; asking for it says what is wrong.
package struct ReportCatalog: Sendable {
    private static let templateSuffix = ".mustache"

    private var reports: [String: TextFile] = [:]
    /// By their names without the suffix: `_page.html`, `weekly.html`.
    private var templates: [String: TextFile] = [:]

    /// The built-in reports alone.
    package init() {
        for file in EmbeddedReports.files {
            add(TextFile(path: "reports/" + file.name, text: file.text))
        }
    }

    /// The built-in reports and those of a folder.
    package init(folder: String) throws(QueryError) {
        self.init()
        for path in try TextFile.paths(in: folder)
        where path.hasSuffix(ReportFile.suffix) || path.hasSuffix(ReportCatalog.templateSuffix) {
            add(try TextFile(path: path))
        }
    }

    private mutating func add(_ file: TextFile) {
        if file.path.hasSuffix(ReportFile.suffix) {
            reports[ReportFile.name(ofPath: file.path)] = file
        } else if file.path.hasSuffix(ReportCatalog.templateSuffix) {
            let name = file.path.split(separator: "/").last ?? ""
            templates[String(name.dropLast(ReportCatalog.templateSuffix.count))] = file
        }
    }

    /// All names, sorted; of broken files too.
    package var names: [String] { reports.keys.sorted() }

    package func contains(_ name: String) -> Bool { reports[name] != nil }

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

    // MARK: Templates

    /// Fills the template of this name and format: `NAME.html.mustache`, else the `_page` of the
    /// format. Throws `QueryError` with file and line for a broken template.
    func render(_ context: [String: Any], name: String, _ format: TemplateFormat) throws -> String {
        let library = try library(format)
        let own = templates[name + format.suffix] == nil ? "_page" : name
        return library.render(context, withTemplate: own) ?? ""
    }

    /// All templates of a format: partials are found by their names without it.
    private func library(_ format: TemplateFormat) throws -> MustacheLibrary {
        format.register()
        let files = templates.filter { $0.key.hasSuffix(format.suffix) }
        let names = files.keys.map { String($0.dropLast(format.suffix.count)) }.sorted()
        var library = MustacheLibrary()
        for name in names {
            guard let file = files[name + format.suffix] else { continue }
            try checkPartials(of: file, known: names)
            library.register(try ReportCatalog.template(file, format), named: name)
        }
        return library
    }

    private static func template(
        _ file: TextFile, _ format: TemplateFormat
    ) throws(QueryError) -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: format.pragma + file.text)
        } catch let error as MustacheTemplate.ParserError {
            throw QueryError(
                .badTemplate(problem: wording(error.error)),
                at: .init(path: file.path, line: error.context.lineNumber))
        } catch {
            throw QueryError(.badTemplate(problem: "\(error)"), at: .init(path: file.path))
        }
    }

    private static func wording(_ error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a section ends under another name than it began"
        case .unfinishedName: "a tag does not end"
        case .expectedSectionEnd: "a section does not end"
        case .invalidSetDelimiter: "expected {{=< >=}} to set delimiters"
        case .unrecognisedConfigVariable: "an unknown setting"
        default: "\(error)"
        }
    }

    /// The library leaves out what it does not know, without a word.
    private func checkPartials(of file: TextFile, known: [String]) throws(QueryError) {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            for part in line.split(separator: "{{>", omittingEmptySubsequences: false).dropFirst() {
                let name = part.prefix { $0 != "}" }.trimmed
                guard !known.contains(name) else { continue }
                throw QueryError(
                    .unknownPartial(name: name, known: known),
                    at: .init(path: file.path, line: index + 1))
            }
        }
    }
}

/// The formats that are made from templates.
enum TemplateFormat {
    case text
    case markdown
    case html

    var suffix: String {
        switch self {
        case .text: ".txt"
        case .markdown: ".md"
        case .html: ".html"
        }
    }

    /// How `{{name}}` is escaped, unless the template says it itself.
    var pragma: String {
        switch self {
        case .text: "{{% CONTENT_TYPE:TEXT}}"
        case .markdown: "{{% CONTENT_TYPE:MARKDOWN}}"
        case .html: "{{% CONTENT_TYPE:HTML}}"
        }
    }

    func register() {
        switch self {
        case .text: break
        case .markdown: MustacheContentTypes.register(MarkdownText(), named: "MARKDOWN")
        case .html: MustacheContentTypes.register(EscapedHTML(), named: "HTML")
        }
    }

    private struct MarkdownText: MustacheContentType {
        func escapeText(_ text: String) -> String { MarkdownFormat.escaped(text) }
    }
}
