internal import Delivery
internal import FCM

extension ReportFile {
    /// Reads a file's text; `path` is for messages, its last part for the name.
    ///
    /// Throws every problem at once, each with its line.
    package static func parse(_ text: String, path: String) throws(QueryError) -> ReportFile {
        var parser = ReportParser(path: path)
        for line in text.textLines {
            parser.read(line)
        }
        return try parser.finish()
    }

    /// The name that the file should have in its first line.
    static func name(ofPath path: String) -> String {
        TextFile.name(ofPath: path, without: suffix)
    }
}

/// Reads the lines of a report file, one after the other.
private struct ReportParser {
    private static let topKeys = ["title", "requires"]
    private static let sectionKeys = [
        "title", "query", "derive", "about", "chart", "pictures", "columns", "optional", "rows",
        "needs", "finding", "part", "period",
    ]

    private var file: ReportFile
    private var problems: [QueryError.Problem] = []
    private var line = 0
    /// The key whose value goes on in indented lines.
    private var key: String?
    private var isInComment = true

    init(path: String) {
        file = ReportFile(
            name: ReportFile.name(ofPath: path), summary: "", description: "", title: "",
            path: path)
    }

    mutating func read(_ text: Substring) {
        line += 1
        let words = text.trimmed
        if text.hasPrefix("#") { return readComment(words.dropFirst().trimmed) }
        isInComment = false
        if words.isEmpty { return }
        if text.first?.isWhitespace == true, let key { return set(key, words, continues: true) }
        if words.hasPrefix("["), words.hasSuffix("]") {
            return open(String(words.dropFirst().dropLast()))
        }
        guard let equals = words.firstIndex(of: "=") else {
            return report(.badLine(expected: "'[section]' or 'key = value'"))
        }
        let name = words[..<equals].trimmed
        key = name
        set(name, words[words.index(after: equals)...].trimmed, continues: false)
    }

    /// The comment at the top is the file's name and description; others are for its writers.
    private mutating func readComment(_ words: String) {
        guard isInComment else { return }
        if line == 1 {
            if words != file.name {
                report(.nameDiffers(found: words, expected: file.name))
            }
        } else {
            file.description += (file.description.isEmpty ? "" : " ") + words
        }
    }

    private mutating func open(_ name: String) {
        key = nil
        if file.sections.contains(where: { $0.name == name }) {
            report(.describedTwice(name: "[\(name)]"))
        }
        file.sections.append(
            ReportFile.Section(name: name, title: name, query: "", lines: ["section": line]))
    }

    private mutating func set(_ key: String, _ value: String, continues: Bool) {
        if file.sections.isEmpty {
            setTop(key, value)
        } else {
            setInSection(file.sections.count - 1, key, value, continues)
        }
    }

    private mutating func setTop(_ key: String, _ value: String) {
        switch key {
        case "title": file.title = value
        case "requires":
            file.requires = value.words
            for word in file.requires where !ReportFile.required.contains(word) {
                report(.unknownWord(word, known: ReportFile.required))
            }
        default: report(.unknownWord(key, known: ReportParser.topKeys))
        }
    }

    private mutating func setInSection(
        _ index: Int, _ key: String, _ value: String, _ continues: Bool
    ) {
        if !continues {
            if file.sections[index].lines[key] != nil { report(.describedTwice(name: key)) }
            file.sections[index].lines[key] = line
        }
        switch key {
        case "title": file.sections[index].title = value
        case "query": file.sections[index].query = value
        case "derive": file.sections[index].derivation = value
        case "about": file.sections[index].about.append(value, " ")
        case "finding": file.sections[index].finding.append(value, "\n")
        case "columns": file.sections[index].columns += value.words
        case "optional": file.sections[index].optional += value.words
        case "needs": file.sections[index].needs += value.words
        case "chart":
            file.sections[index].chart = ChartKind(rawValue: value)
            let known = ChartKind.allCases.map(\.rawValue)
            if !known.contains(value) { report(.unknownWord(value, known: known)) }
        case "part":
            if let part = ReportFile.Part(rawValue: value) {
                file.sections[index].part = part
            } else {
                report(.unknownWord(value, known: ReportFile.Part.allCases.map(\.rawValue)))
            }
        case "pictures":
            file.sections[index].drawsAlerts = value == "alerts"
            if value != "alerts" { report(.unknownWord(value, known: ["alerts"])) }
        case "period":
            file.sections[index].isOfWeeks = value == "week"
            if value != "week" { report(.unknownWord(value, known: ["week"])) }
        case "rows":
            file.sections[index].rows = Int(value)
            if file.sections[index].rows ?? -1 < 0 {
                report(.badLine(expected: "a number of rows, 0 or more"))
            }
        case _ where key.hasPrefix(":"):
            file.sections[index].parameters[String(key.dropFirst())] = value.kept
        default: report(.unknownWord(key, known: ReportParser.sectionKeys))
        }
    }

    mutating func finish() throws(QueryError) -> ReportFile {
        if line < 1 { line = 1 }
        if file.description.isEmpty { report(.noDescription, line: 1) }
        if file.title.isEmpty { report(.missingKey("title"), line: 1) }
        if file.sections.isEmpty { report(.missingKey("[section]"), line: line) }
        for section in file.sections where section.query.isEmpty {
            report(.missingKey("query"), line: section.lines["section"])
        }
        guard problems.isEmpty else { throw QueryError(problems) }
        file.summary = file.description.firstSentence
        return file
    }

    private mutating func report(_ kind: QueryError.Kind, line: Int? = nil) {
        problems.append(.init(kind, at: .init(path: file.path, line: line ?? self.line)))
    }
}

extension String? {
    fileprivate mutating func append(_ text: String, _ separator: String) {
        self = map { $0 + separator + text } ?? text
    }
}

extension String {
    fileprivate var words: [String] {
        split { $0.isWhitespace || $0 == "," }.map(String.init)
    }
}
