internal import Delivery

extension QueryFile {
    /// Reads a file's text; `path` is for messages, its last part for the name.
    ///
    /// Throws every problem of the header, each with its line.
    package static func parse(_ text: String, path: String) throws(QueryError) -> QueryFile {
        var parser = QueryHeaderParser(path: path)
        for line in text.textLines {
            guard line.hasPrefix("--") else { break }
            parser.read(line.dropFirst(2))
        }
        return try parser.finish(text)
    }

    /// The name that the file should have in its first line.
    package static func name(ofPath path: String) -> String {
        TextFile.name(ofPath: path, without: ".sql")
    }
}

/// Reads the lines of a header, one after the other.
private struct QueryHeaderParser {
    private enum Section { case name, description, parameters, columns }

    private var file: QueryFile
    private var problems: [QueryError.Problem] = []
    private var section = Section.name
    private var line = 0

    init(path: String) {
        file = QueryFile(
            name: QueryFile.name(ofPath: path), summary: "", description: "", parameters: [],
            columns: [], path: path, text: "")
    }

    /// Reads a line without its `--`.
    mutating func read(_ content: Substring) {
        line += 1
        let words = content.trimmed
        if section == .name { return readName(words) }
        if words.isEmpty { return }
        let isEntry = content.hasPrefix("   ")
        switch (words, isEntry) {
        case ("parameters", false): section = .parameters
        case ("columns", false): section = .columns
        case (let text, false) where text.hasPrefix("example:"):
            file.example = text.dropFirst("example:".count).trimmed
        case (let text, false) where text.hasPrefix("engine:"):
            file.engine = text.dropFirst("engine:".count).trimmed
        case (let text, false) where text.hasPrefix("words:"):
            file.words = text.dropFirst("words:".count).trimmed
        case (let text, false) where text.hasPrefix("for:"):
            file.user = text.dropFirst("for:".count).trimmed
        case (let text, _): readContent(text, of: content)
        }
    }

    private mutating func readName(_ words: String) {
        section = .description
        if words != file.name { report(.nameDiffers(found: words, expected: file.name)) }
    }

    private mutating func readContent(_ text: String, of content: Substring) {
        let isContinued = content.hasPrefix("    ")
        switch section {
        case .name, .description:
            file.description += (file.description.isEmpty ? "" : " ") + text
        case .parameters where isContinued && !file.parameters.isEmpty:
            file.parameters[file.parameters.count - 1].meaning += " " + text
        case .parameters: readParameter(text)
        case .columns where isContinued && !file.columns.isEmpty:
            file.columns[file.columns.count - 1].meaning += " " + text
        case .columns: readColumn(text)
        }
    }

    /// `:name  type  default WORD  meaning`, or `required` in place of the default.
    private mutating func readParameter(_ text: String) {
        var rest = text[...]
        let name = rest.nextWord()
        let type = rest.nextWord()
        let rule = rest.nextWord()
        let value = rule == "default" ? rest.nextWord() : ""
        guard name.hasPrefix(":"), name.count > 1, rule == "required" || !value.isEmpty else {
            return report(
                .badLine(expected: "':name  type  default WORD  meaning' for a parameter"))
        }
        guard let known = QueryFile.ParameterType(type) else {
            return report(.unknownType(found: type))
        }
        guard !file.parameters.contains(where: { $0.name == name.dropFirst() }) else {
            return report(.describedTwice(name: name))
        }
        file.parameters.append(
            QueryFile.Parameter(
                name: String(name.dropFirst()), type: known,
                defaultValue: value.isEmpty || value == "null" ? nil : value,
                isRequired: rule == "required", meaning: rest.trimmed, line: line))
    }

    private mutating func readColumn(_ text: String) {
        var rest = text[...]
        let name = rest.nextWord()
        let type = QueryFile.ColumnType(rawValue: rest.nextWord())
        let parts = type == .rate || type == .share ? rest.nextParts() : nil
        guard let type, !rest.trimmed.isEmpty || parts != nil else {
            return report(
                .badLine(
                    expected: "'name  TYPE  meaning' for a column; types are "
                        + QueryFile.ColumnType.names))
        }
        guard type != .rate || parts != nil else {
            return report(.badLine(expected: "'PART / WHOLE', the columns that a rate divides"))
        }
        guard !file.columns.contains(where: { $0.name == name }) else {
            return report(.describedTwice(name: name))
        }
        file.columns.append(
            QueryFile.Column(
                name: name, type: type, parts: parts, meaning: rest.trimmed, line: line))
    }

    mutating func finish(_ text: String) throws(QueryError) -> QueryFile {
        if line == 0 {
            line = 1
            report(.noHeader(name: file.name))
        } else {
            if file.description.isEmpty { report(.noDescription) }
            if file.columns.isEmpty { report(.noColumns) }
            if file.example == nil { report(.noExample) }
        }
        guard problems.isEmpty else { throw QueryError(problems) }
        file.text = text
        file.summary = file.description.firstSentence
        return file
    }

    private mutating func report(_ kind: QueryError.Kind) {
        problems.append(.init(kind, at: .init(path: file.path, line: line)))
    }
}

extension String {
    var trimmed: String { self[...].trimmed }
}

extension Substring {
    /// Without spaces at both ends.
    var trimmed: String {
        guard let first = utf8.firstIndex(where: { !$0.isBlank }),
            let last = utf8.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(self[first..<utf8.index(after: last)])
    }

    /// Takes the next word away.
    fileprivate mutating func nextWord() -> String {
        let start = utf8.firstIndex { !$0.isBlank } ?? endIndex
        let end = utf8[start...].firstIndex(where: \.isBlank) ?? endIndex
        let word = self[start..<end]
        self = self[end...]
        return String(word)
    }

    /// Takes `PART / WHOLE` away; nil when something else comes next.
    fileprivate mutating func nextParts() -> QueryFile.Parts? {
        var rest = self
        let (part, line, whole) = (rest.nextWord(), rest.nextWord(), rest.nextWord())
        guard line == "/", !whole.isEmpty else { return nil }
        self = rest
        return QueryFile.Parts(part: part, whole: whole)
    }
}

extension UInt8 {
    /// Headers are read by bytes: whether a Character is a space takes ten times as long.
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
