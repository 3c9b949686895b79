internal import Alerts
internal import Delivery
internal import Mustache

/// Runs the queries of a report over one state of the database.
package struct ReportMaker {
    private let queries: QueryCatalog
    private let session: SQLSession
    package let request: ReportRequest
    /// Where the rows of its sections come from; the database, unless another is given.
    package var rows: any QueryRows

    package init(_ request: ReportRequest, _ queries: QueryCatalog, _ session: SQLSession) {
        self.request = request
        self.queries = queries
        self.session = session
        rows = session
    }

    /// What the report asks of single messages.
    package func questionsOfMessages(
        _ file: ReportFile, for formats: [FormatName]
    ) throws -> [QueryQuestion] {
        try session.snapshot {
            let context = try ReportContext(request, session)
            return try makers(file, context, formats).map(\.question)
                .filter(\.query.readsMessages)
        }
    }

    /// Throws `QueryError` with file and line for whatever in the report's file cannot be.
    ///
    /// Sections that no `formats` shows are not asked for: those of a chart alone in text.
    package func make(_ file: ReportFile, for formats: [FormatName]) throws -> Report {
        try session.snapshot {
            let context = try ReportContext(request, session)
            let missing = file.requires.filter { context.texts[$0] == nil }
            guard missing.isEmpty else {
                throw QueryError(missing.map { .init(.missingWord($0, report: file.name)) })
            }
            try session.narrow(to: request.filter.dimensions)
            let absence = ReportAbsence(context: context, session: session)
            try absence.expectKnownWords()
            let projects = try ReportProjects(context: context, session: session)
            let ofProjects = projects.areSeveral && file.isOfCampaigns ? ["project"] : []
            let file = try file.counting(
                by: (request.by + ofProjects).unique, session.dimensions())
            let absent = try absence.note()
            var notes = try [
                noteOfCut, absent, noteOfDeletion(context), projects.note(),
            ].compactMap(\.self)
            let makers = try makers(file, context, formats)
            let readers = makers.filter(\.readsHours)
            if !readers.isEmpty {
                let asksOthers = readers.contains(where: \.hasOwnPeriod)
                try session.showHours(in: context.zone, asksOthers ? nil : context.hours)
            }
            var sections = try sections(makers, context)
            ReportMaker.endFunnels(&sections)
            if absent == nil { notes += file.notesOfEffect(in: sections, context.texts) }
            if formats.contains(.html) { try draw(&sections, file) }
            let words = context.words
            return Report(
                name: file.name, title: try file.title(of: words, context.texts),
                wordsOfTitle: file.wordsOfTitle, scope: context.scope, notes: notes,
                sections: sections, isFinal: context.isFinal,
                leadsWithFindings: file.leadsWithFindings, isShort: file.isShort, period: words)
        }
    }

    /// What `CutStore` cannot leave out.
    private var noteOfCut: String? {
        request.cutAt.map {
            "Without records from after \($0). What those told of earlier messages stays: "
                + "platform, campaign, and whether Android showed them. Counts of files and lines "
                + "are of all."
        }
    }

    /// A sentence about a period that begins before the first counts that are kept.
    private func noteOfDeletion(_ context: ReportContext) throws(QueryError) -> String? {
        guard let first = try session.texts("select counts_day from retention").first,
            context.texts["since"] ?? "" < first
        else { return nil }
        return "Counts from before \(first) were deleted: of later days alone."
    }

    private func makers(
        _ file: ReportFile, _ context: ReportContext, _ formats: [FormatName]
    ) throws -> [SectionMaker] {
        let drawsCharts = formats.contains { $0.drawsCharts }
        let isForPrograms = formats.contains { [.json, .csv].contains($0) }
        let shown = file.sections.filter {
            (drawsCharts || $0.rows != 0 || $0.part == .head)
                && (isForPrograms || $0.part != .data)
        }
        return try shown.filter { !$0.isOfWeeks || context.isOfWeek }
            .map { try SectionMaker($0, file, context, queries) }
            .filter { !context.isFinal || $0.isOfPeriod }
            .filter { !$0.readsHours || context.hasWholeHours }
    }

    /// Conversions are the last step of a funnel that has some.
    private static func endFunnels(_ sections: inout [Report.Section]) {
        let totals = sections.first { $0.query == "conversion_total" && $0.derivation == nil }
        let converted = totals.flatMap { NamedCells.rows($0.table).first?.count("converted") }
        for place in sections.indices where sections[place].chart == .steps {
            sections[place].converted = converted
        }
    }

    /// On pages alone: the series of incidents are made from the counts of a month.
    private func draw(_ sections: inout [Report.Section], _ file: ReportFile) throws {
        guard let pictures = request.pictures else { return }
        let drawn = Set(file.sections.filter(\.drawsAlerts).map(\.name))
        for place in sections.indices where drawn.contains(sections[place].name) {
            sections[place].pictures = try session.read {
                try pictures.series(of: sections[place].incidents, $0)
            }
        }
    }

    /// In the order of the file. Those that summaries of the hours answer come after the others,
    /// which those would mislead.
    private func sections(
        _ makers: [SectionMaker], _ context: ReportContext
    ) throws -> [Report.Section] {
        var sections: [Int: Report.Section] = [:]
        let rows = RememberedRows(rows)
        let readers = makers.map(\.summaryReader)
        for ofSummary in [false, true] {
            if ofSummary { try session.summarize(for: readers.compactMap(\.self)) }
            for (place, maker) in makers.enumerated() where (readers[place] != nil) == ofSummary {
                sections[place] = try maker.make(rows)
            }
        }
        return sections.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Makes one section.
private struct SectionMaker {
    private let section: ReportFile.Section
    private let file: ReportFile
    private let context: ReportContext
    private let query: QueryFile
    var readsHours: Bool { query.readsHours }
    /// Whether the report's file or `--param` sets hours that its query asks for.
    var hasOwnPeriod: Bool {
        query.parameters.contains {
            $0.type == .hour
                && (section.parameters[$0.name] != nil
                    || context.request.parameters[$0.name] != nil)
        }
    }

    init(
        _ section: ReportFile.Section, _ file: ReportFile, _ context: ReportContext,
        _ queries: QueryCatalog
    ) throws(QueryError) {
        self.section = section
        self.file = file
        self.context = context
        query = try SectionMaker.find(section, file, queries)
    }

    /// Nil unless a summary of the report's own periods answers it.
    var summaryReader: SummaryReader? {
        guard SummaryReader.parameters.allSatisfy({ section.parameters[$0] == nil })
        else { return nil }
        return SummaryReader(query, arguments)
    }

    /// Whether its rows are of the period alone. A final report has no others: it would change with
    /// every day.
    var isOfPeriod: Bool { query.parameters.contains { $0.type == .hour } }

    /// Nil when there is nothing to say.
    func make(_ rows: any QueryRows) throws -> Report.Section? {
        let answer = try rows.answer(query, arguments)
        let table = try derived(answer.table)
        let needed = try section.needs.map { try place(of: $0, in: table, key: "needs") }
        guard !table.rows.isEmpty, says(table, needed) else { return nil }
        let shown = try shownColumns(table)
        return Report.Section(
            name: section.name, title: section.title,
            about: about(messagesSince: answer.messagesSince), query: query.name,
            derivation: section.derivation, parameters: named,
            dimensions: isOfSends ? dimensions : [], table: table, part: section.part,
            chart: section.chart, findings: try findings(table), shownColumns: shown,
            shownRows: section.rows,
            zone: readsHours && context.request.timeZone != "UTC" ? context.request.timeZone : nil)
    }

    // MARK: Its query

    var question: QueryQuestion { QueryQuestion(query, arguments) }

    /// Whether words of dimensions narrow its rows.
    private var isOfSends: Bool { SQLSession.canNarrow(reading: query.namesRead) }

    private var dimensions: [(name: String, text: String)] {
        context.request.filter.dimensions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func find(
        _ section: ReportFile.Section, _ file: ReportFile, _ queries: QueryCatalog
    ) throws(QueryError) -> QueryFile {
        guard queries.contains(section.query) else {
            let near = NearNames.of(section.query, in: queries.names)
            throw file.problem(.unknownQuery(name: section.query, near: near), "query", section)
        }
        let query = try queries.query(section.query)
        let known = query.parameters.map(\.name)
        for name in section.parameters.keys.sorted() where !known.contains(name) {
            let near = NearNames.of(name, in: known)
            throw file.problem(
                .unknownParameter(name: name, near: near, known: known), ":" + name, section)
        }
        return query
    }

    private var arguments: [String: String?] {
        var arguments: [String: String?] = [:]
        for parameter in query.parameters {
            let name = parameter.name
            guard let text = section.parameters[name] ?? context.texts[name] else { continue }
            arguments[name] = text
        }
        return arguments
    }

    private var named: [(name: String, text: String)] {
        let arguments = arguments
        return query.parameters.compactMap { parameter in
            (arguments[parameter.name] ?? nil).map { (parameter.name, $0) }
        }
    }

    /// A reader must not take a section for narrower than it is.
    private func about(messagesSince day: String?) -> String? {
        let wide = context.request.filter.words.keys.sorted().filter { name in
            !query.parameters.contains { $0.name == name }
        }
        let own = isOfSends ? [] : dimensions.map(\.name)
        var sentences = [section.about].compactMap { $0 }
        if !(wide + own).isEmpty {
            sentences.append("Not narrowed by \((wide + own).joined(separator: " and ")).")
        }
        if let day, (context.texts["since"] ?? "") < day {
            sentences.append("Messages from before \(day) were pruned: of later ones alone.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    // MARK: Its rows

    /// What the section's derivation makes of the rows, if it has one.
    private func derived(_ table: ResultTable) throws(QueryError) -> ResultTable {
        guard let name = section.derivation else { return table }
        guard let derivation = Derivation.named(name) else {
            let near = NearNames.of(name, in: Derivation.all.map(\.name))
            throw problem(.unknownDerivation(name: name, near: near), key: "derive")
        }
        switch derivation.apply(to: table) {
        case .success(let derived): return derived
        case .failure(let missing):
            let kind = QueryError.Kind.columnsToDerive(
                derivation: name, missing: missing.names, fitting: [])
            throw problem(kind, key: "derive")
        }
    }

    private func place(
        of name: String, in table: ResultTable, key: String
    ) throws(QueryError) -> Int {
        if let place = table.place(of: name) { return place }
        let near = NearNames.of(name, in: table.columns.map(\.name))
        throw problem(.noSuchShownColumn(name: name, near: near), key: key)
    }

    /// Places of the columns that people are shown.
    private func shownColumns(_ table: ResultTable) throws(QueryError) -> [Int] {
        let asked = try section.columns.map { name throws(QueryError) in
            try place(of: name, in: table, key: "columns")
        }
        let shown = asked.isEmpty ? Array(table.columns.indices) : asked
        let optional = try section.optional.map { name throws(QueryError) in
            try place(of: name, in: table, key: "optional")
        }
        let known = table.withoutSmallBases.rows
        return shown.filter { place in
            !optional.contains(place) || known.contains { $0[place] != .null }
        }
    }

    private func says(_ table: ResultTable, _ needed: [Int]) -> Bool {
        needed.isEmpty
            || table.rows.contains { row in
                needed.contains { row[$0] != .null && row[$0] != .integer(0) }
            }
    }

    /// What the template makes of each row, without blanks and empty lines; each sentence once.
    private func findings(_ table: ResultTable) throws(QueryError) -> [String] {
        guard let text = section.finding else { return [] }
        let template: MustacheTemplate
        do {
            template = try MustacheTemplate(string: TemplateFormat.text.pragma + text)
        } catch {
            throw problem(.badTemplate(problem: "a tag or section does not end"), key: "finding")
        }
        let table = table.withoutSmallBases
        return table.rows.map { row in
            var words: [String: String] = [:]
            for (column, cell) in zip(table.columns, row) where cell != .null {
                words[column.name] = CellText.cell(cell, in: column, isHuman: true)
            }
            return template.render(words).split { $0.isWhitespace }.joined(separator: " ")
        }.filter { !$0.isEmpty }.unique
    }

    private func problem(_ kind: QueryError.Kind, key: String) -> QueryError {
        file.problem(kind, key, section)
    }
}

extension ReportFile {
    /// The title of a report of a period, and of what it requires.
    fileprivate func title(
        of period: PeriodWords, _ texts: [String: String]
    ) throws(QueryError) -> String {
        do {
            let template = try MustacheTemplate(string: TemplateFormat.text.pragma + title)
            var words = texts.mapValues { SafeText.visible($0) }
            words["period"] = period.title
            return template.render(words)
        } catch {
            let kind = QueryError.Kind.badTemplate(problem: "a tag or section does not end")
            throw QueryError(kind, at: .init(path: path, line: 1))
        }
    }

    fileprivate func problem(
        _ kind: QueryError.Kind, _ key: String, _ section: Section
    ) -> QueryError {
        let line = section.lines[key] ?? section.lines["section"]
        return QueryError(kind, at: .init(path: path, line: line))
    }
}
