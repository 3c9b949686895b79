extension FormatName {
    /// Whether a section that people see as a chart alone is in it: drawn, or with its rows.
    var drawsCharts: Bool { [.html, .json, .csv].contains(self) }
}

extension Report {
    /// The report in one of the formats; each ends with a line end.
    ///
    /// `templates` has the templates of the formats that people read.
    package func text(
        _ format: FormatName, style: TextStyle, templates: PageTemplates, isWhole: Bool = false
    ) throws -> String {
        switch format {
        case .json: json
        case .csv: csv
        case .text:
            try text(
                style, templates, isWhole: isWhole,
                further: isWhole ? nil : "more: --all, or --html -o report.html")
        case .markdown: try templates.text(name, .markdown, context(.markdown, style))
        case .html: try templates.text(name, .html, context(.html, style))
        }
    }

    // MARK: For people

    /// `further` is where to find more, the last line.
    func text(
        _ style: TextStyle, _ templates: PageTemplates, isWhole: Bool = false, further: String?
    ) throws(QueryError) -> String {
        var context = context(.text, style)
        context["all"] = isWhole
        context["further"] = further
        return try templates.text(name, .text, context)
    }

    /// What templates are given: see `reports/README.md`.
    private func context(_ format: TemplateFormat, _ style: TextStyle) -> [String: Any] {
        var context: [String: Any] = [
            "name": name,
            "title": format == .text ? style.bold(title) : title,
            "scope": shownScope.map { ["name": $0.name, "text": $0.text] },
            "scope_line": shownScope.map { "\($0.name) \($0.text)" }.joined(separator: " · "),
            "notes": notes.map { ["text": $0] },
        ]
        context["ways"] = ways?.context
        let shown = sections.filter { !isShort && ![.head, .data].contains($0.part) }
            .compactMap { section in section.context(format, style).map { (section.part, $0) } }
        context["sections"] = shown.map(\.1)
        if let day = DayPage(self) {
            context["day"] = format == .html ? day.html(shown) : day.text(style)
        }
        return context
    }

    private var shownScope: [(name: String, text: String)] {
        scope.compactMap { name, text in
            text.map { SafeText.visible($0) }.map { text in
                switch name {
                case "since", "until": (name, period.inUTC(text) + " UTC")
                case "time_zone": ("days of", text)
                default: (name.spaced, text)
                }
            }
        }
    }

    // MARK: For programs

    /// One object; `reports/README.md` describes it. The version is raised when a field changes
    /// its meaning or goes; new fields do not raise it.
    private var json: String {
        let scope = scope.map { ($0.name, $0.text.map(JSONFormat.quoted) ?? "null") }
        let sections = sections.map { ($0.name, $0.json) }
        return Report.object(
            [
                ("report", JSONFormat.quoted(name)), ("version", "3"),
                ("scope", Report.object(scope, indent: "  ")),
                ("notes", "[" + notes.map(JSONFormat.quoted).joined(separator: ", ") + "]"),
                ("sections", Report.object(sections, indent: "  ")),
            ], indent: "") + "\n"
    }

    static func object(_ members: [(String, String)], indent: String) -> String {
        guard !members.isEmpty else { return "{}" }
        let lines = members.map { "\(indent)  \(JSONFormat.quoted($0.0)): \($0.1)" }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }

    /// All sections in one table, whose first column names them; what a section does not have is
    /// empty.
    private var csv: String {
        let details = sections.map { ($0.name, $0.detail) }
        let names = details.flatMap { $0.1.columns.map(\.name) }.unique
        var table = ResultTable(columns: ["section"] + names)
        for (name, detail) in details {
            let places = names.map(detail.place)
            table.rows += detail.rows.map { row in
                [.text(name)] + places.map { $0.map { row[$0] } ?? .null }
            }
        }
        return CSVFormat().text(of: table)
    }
}

extension Report.Section {
    /// Nil where nothing of it is shown.
    fileprivate func context(_ format: TemplateFormat, _ style: TextStyle) -> [String: Any]? {
        var context: [String: Any] = [
            "name": format == .html ? HTMLText.identifier(name) : name,
            "title": format == .text ? style.bold(title) : title,
            "findings": findings.map { ["text": $0] }, "query": query, "command": command,
        ]
        if let about { context["about"] = format == .text ? style.dim(about) : about }
        if format == .html, let chart,
            let svg = svg(of: chart, table: drawn, title: title, id: name)
        {
            context["chart"] = svg
        }
        if format == .html, !pictures.isEmpty { context["pictures"] = drawings }
        if shownRows != 0 {
            context["table"] = String(shownText(format, style).trimmingLineEnd)
            if hiddenRows > 0 {
                context["more"] = "and \(hiddenRows) more: --json and --csv have all"
            }
        }
        return context["table"] == nil && context["chart"] == nil ? nil : context
    }

    private func shownText(_ format: TemplateFormat, _ style: TextStyle) -> String {
        switch format {
        case .text where chart == .steps: FunnelSteps(row: NamedCells.rows(drawn).first).text(style)
        case .text: TextFormat(style: style).text(of: shown)
        case .markdown: MarkdownFormat().text(of: shown)
        case .html: HTMLFormat.table(shownTable, caption: title)
        }
    }

    fileprivate var json: String {
        let parameters = parameters.map { ($0.name, JSONFormat.quoted($0.text)) }
        var members = [("title", JSONFormat.quoted(title)), ("query", JSONFormat.quoted(query))]
        if let derivation { members.append(("derivation", JSONFormat.quoted(derivation))) }
        members += [
            ("parameters", Report.object(parameters, indent: "      ")),
            ("command", JSONFormat.quoted(command)),
            ("findings", "[" + findings.map(JSONFormat.quoted).joined(separator: ", ") + "]"),
            ("rows", JSONFormat().array(detail, indent: "      ")),
        ]
        return Report.object(members, indent: "    ")
    }
}

extension String {
    /// Templates end lines themselves.
    fileprivate var trimmingLineEnd: Substring { hasSuffix("\n") ? dropLast() : self[...] }

    /// `time_zone` as `time zone`.
    var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
}
