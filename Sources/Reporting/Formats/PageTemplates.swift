internal import Mustache

/// The templates of pages by their file names without `.mustache`, which is how they include each
/// other: `{{> _style.html}}`.
package struct PageTemplates: Sendable {
    /// Those of `reports/` that are in the binary.
    package static let builtIn: PageTemplates = {
        do {
            return try PageTemplates(files: [])
        } catch {
            preconditionFailure("a built-in template cannot be parsed: \(error)")
        }
    }()

    private var library = MustacheLibrary()

    /// The built-in templates, and `files` in place of those that have the same names.
    package init(files: [(name: String, text: String)]) throws {
        // What escapes everything else that a page holds; templates find it by its name.
        MustacheContentTypes.register(EscapedHTML(), named: "HTML")
        for file in EmbeddedReports.files + files where file.name.hasSuffix(".mustache") {
            try library.register(file.text, named: String(file.name.dropLast(9)))
        }
    }

    package func contains(_ name: String) -> Bool { library.getTemplate(named: name) != nil }

    /// The page; there must be a template of that name.
    package func text(_ name: String, _ context: [String: Any]) -> String {
        guard let text = library.render(context, withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }

    private struct EscapedHTML: MustacheContentType {
        func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
    }
}
