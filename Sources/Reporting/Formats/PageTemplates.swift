internal import Mustache

/// The templates of pages. Those of a format include each other by their names without format and
/// `.mustache`: `{{> _style}}`.
package struct PageTemplates: Sendable {
    static let suffix = ".mustache"

    /// By their file names without `.mustache`.
    private var files: [String: TextFile] = [:]
    /// Those that are not in the binary.
    private var added: Set<String> = []

    /// Those of `reports/` that are in the binary.
    package init() {
        for file in EmbeddedReports.files where file.name.hasSuffix(PageTemplates.suffix) {
            add(TextFile(path: "reports/" + file.name, text: file.text))
        }
        added = []
    }

    /// All texts, in the order of their names.
    var texts: [String] { files.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.text] } }

    /// In place of the one that has the same name.
    package mutating func add(_ file: TextFile) {
        let name = TextFile.name(ofPath: file.path, without: PageTemplates.suffix)
        files[name] = file
        added.insert(name)
    }

    /// Whether all templates of a format are those in the binary.
    package func areBuiltIn(_ format: TemplateFormat) -> Bool {
        !added.contains { $0.hasSuffix(format.suffix) }
    }

    /// Fills the template of this name and format, else the `_page` of the format.
    ///
    /// Throws `QueryError` with file and line for a broken template.
    package func text(
        _ name: String, _ format: TemplateFormat, _ context: [String: Any]
    ) throws(QueryError) -> String {
        let page = files[name + format.suffix] == nil ? "_page" : name
        return try library(format).render(context, withTemplate: page) ?? ""
    }

    /// Templates of one format: parsing those of others would take longer than a report.
    private func library(_ format: TemplateFormat) throws(QueryError) -> MustacheLibrary {
        format.register()
        let own = files.filter { $0.key.hasSuffix(format.suffix) }
            .map { (name: String($0.key.dropLast(format.suffix.count)), file: $0.value) }
            .sorted { $0.name < $1.name }
        try checkInclusions(of: own)
        var library = MustacheLibrary()
        for (name, file) in own { library.register(try template(file, format), named: name) }
        return library
    }

    private func template(
        _ file: TextFile, _ format: TemplateFormat
    ) throws(QueryError) -> MustacheTemplate {
        do {
            let pragma = file.text.hasPrefix("{{%") ? "" : format.pragma
            return try MustacheTemplate(string: pragma + file.text)
        } catch let error as MustacheTemplate.ParserError {
            throw QueryError(
                .badTemplate(problem: PageTemplates.wording(error.error)),
                at: .init(
                    path: file.path, line: PageTemplates.line(error.context, of: file.text)))
        } catch {
            throw QueryError(.badTemplate(problem: "\(error)"), at: .init(path: file.path))
        }
    }

    /// The library counts whatever Unicode takes for the end of a line, a form feed too.
    private static func line(_ context: MustacheParserContext, of text: String) -> Int {
        let lines = text.split(
            maxSplits: context.lineNumber - 1, omittingEmptySubsequences: false,
            whereSeparator: \.isNewline)
        return text[..<(lines.last?.startIndex ?? text.startIndex)].textLines.count
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

    /// All that a template includes must be there, and nothing may include itself.
    private func checkInclusions(
        of templates: [(name: String, file: TextFile)]
    ) throws(QueryError) {
        let names = templates.map(\.name)
        var inclusions: [String: [String]] = [:]
        for (name, file) in templates {
            let included = TemplateTags.inclusions(in: file.text)
            if let unknown = included.first(where: { !names.contains($0.name) }) {
                throw QueryError(
                    .unknownPartial(name: unknown.name, known: names),
                    at: .init(path: file.path, line: unknown.line))
            }
            inclusions[name] = included.map(\.name)
        }
        guard let circle = TemplateTags.circle(in: inclusions),
            let first = templates.first(where: { $0.name == circle.first })
        else { return }
        throw QueryError(.partialInItself(names: circle), at: .init(path: first.file.path))
    }
}

/// The formats that are made from templates.
package enum TemplateFormat: String, Sendable {
    case text = "txt"
    case markdown = "md"
    case html

    var suffix: String { "." + rawValue }

    /// How `{{name}}` is escaped, unless the template says it itself.
    var pragma: String { "{{% CONTENT_TYPE:\(contentType)}}" }

    private var contentType: String { "\(self)".uppercased() }

    /// The library's own escaping of HTML goes by Character, and lets a quote with an accent pass.
    func register() {
        switch self {
        case .text: break
        case .markdown: MustacheContentTypes.register(EscapedMarkdown(), named: contentType)
        case .html: MustacheContentTypes.register(EscapedHTML(), named: contentType)
        }
    }

    private struct EscapedMarkdown: MustacheContentType {
        func escapeText(_ text: String) -> String {
            MarkdownFormat.escaped(SafeText.visible(text))
        }
    }

    private struct EscapedHTML: MustacheContentType {
        func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
    }
}
