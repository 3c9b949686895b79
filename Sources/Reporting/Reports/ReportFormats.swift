extension Report {
    /// The report in one of the formats; each ends with a line end.
    package func text(_ format: FormatName, style: TextStyle) -> String {
        switch format {
        case .text: terminalText(style)
        case .markdown: markdown
        case .json: json
        case .csv: csv
        case .html:
            HTMLFormat().text(
                of: sections.map { TitledTable(title: $0.title, table: $0.shown) })
        }
    }

    /// The scope that was asked for, in one line.
    private var scopeLine: String {
        scope.compactMap { name, text in
            text.map { SafeText.visible($0) }.map { text in
                switch name {
                case "since", "until": "\(name) \(text) UTC"
                case "time_zone": "days of \(text)"
                default: "\(name.words) \(text)"
                }
            }
        }.joined(separator: " · ")
    }

    // MARK: For people

    private func terminalText(_ style: TextStyle) -> String {
        let format = TextFormat(style: style)
        var blocks = [style.bold(title) + "\n" + scopeLine + "\n"]
        for section in sections where !section.rows.isEmpty {
            let body =
                section.name == "overall"
                ? FunnelSteps(section).text(style) : format.text(of: section.shown)
            blocks.append(style.bold(section.title) + "\n" + body + more(section))
        }
        for (title, notes) in notesByKind {
            let lines = notes.map { [ResultTable.Cell.integer($0.count), .text($0.meaning)] }
            let table = ResultTable(columns: ["count", "what"], rows: lines)
            blocks.append(style.bold(title) + "\n" + format.text(of: table))
        }
        return blocks.joined(separator: "\n")
    }

    private var markdown: String {
        let format = MarkdownFormat()
        var blocks = ["# \(title)\n\n\(scopeLine)\n"]
        for section in sections where !section.rows.isEmpty {
            blocks.append(
                "## \(section.title)\n\n" + format.text(of: section.shown) + more(section))
        }
        for (title, notes) in notesByKind {
            let lines = notes.map { [ResultTable.Cell.integer($0.count), .text($0.meaning)] }
            let table = ResultTable(columns: ["count", "what"], rows: lines)
            blocks.append("## \(title)\n\n" + format.text(of: table))
        }
        return blocks.joined(separator: "\n")
    }

    private func more(_ section: Section) -> String {
        section.hiddenRows > 0
            ? "\nand \(section.hiddenRows) more: --json and --csv have all\n" : ""
    }

    /// Notes that count something; those on the ledger always, since none rejected is news.
    private var notesByKind: [(title: String, notes: [Note])] {
        [
            ("Apart from the funnel", notes.filter { !$0.isLedger && $0.count > 0 }),
            ("Ledger, whole store", notes.filter(\.isLedger)),
        ].filter { !$0.1.isEmpty }
    }

    // MARK: For programs

    /// One object:
    ///
    ///     {"report": "funnel", "version": 1, "scope": {"since": …, "as_of": …, "platform": null},
    ///      "sections": {"overall": [{…}], "platform": [{…}], …}, "notes": {"orphans": …}}
    ///
    /// The version is raised when a field changes its meaning or goes; new fields do not raise it.
    private var json: String {
        let scope = scope.map { ($0.name, $0.text.map(JSONFormat.quoted) ?? "null") }
        let sections = sections.map { section in
            let array = JSONFormat().text(of: section.detail)
            return (section.name, array.split(separator: "\n").joined(separator: "\n    "))
        }
        let notes = notes.map { ($0.name, String($0.count)) }
        return Report.object(
            [
                ("report", JSONFormat.quoted(name)), ("version", "1"),
                ("scope", Report.object(scope, indent: "  ")),
                ("sections", Report.object(sections, indent: "  ")),
                ("notes", Report.object(notes, indent: "  ")),
            ], indent: "") + "\n"
    }

    private static func object(_ members: [(String, String)], indent: String) -> String {
        guard !members.isEmpty else { return "{}" }
        let lines = members.map { "\(indent)  \(JSONFormat.quoted($0.0)): \($0.1)" }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }

    /// All breakdowns in one table, whose first column names them.
    private var csv: String {
        let words = ["platform", "campaign", "image"]
        let funnels = sections.filter { $0.detail.column("attempted") != nil }
        let measures =
            funnels.first?.detail.columns.map(\.name).filter { !words.contains($0) } ?? []
        var table = ResultTable(columns: ["breakdown"] + words + measures)
        for section in funnels {
            let detail = section.detail
            let places = (words + measures).map { name in
                detail.columns.firstIndex { $0.name == name }
            }
            table.rows += detail.rows.map { row in
                [.text(section.name)] + places.map { $0.map { row[$0] } ?? .null }
            }
        }
        return CSVFormat().text(of: table)
    }
}

extension String {
    /// `time_zone` as `time zone`.
    fileprivate var words: String { String(map { $0 == "_" ? " " : $0 }) }
}
