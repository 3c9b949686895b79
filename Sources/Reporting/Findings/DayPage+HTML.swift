internal import Alerts
internal import Delivery

extension DayPage {
    /// What `_report.html.mustache` is given as `day`: see `reports/README.md`.
    func html(_ sections: [(part: ReportFile.Part, context: [String: Any])]) -> [String: Any] {
        let remarks = Trust(report: report).remarks
        let findings = findings.enumerated().map { htmlFinding($1, place: $0) }
        let sparklines = sparklines
        var context: [String: Any] = [
            "line": line, "notes": notes.map { ["text": $0] }, "worst": Array(findings.prefix(1)),
            "others": Array(findings.dropFirst()),
            "figures": figures.map { figure in
                [
                    "name": figure.name, "number": figure.number, "remark": figure.remark,
                    "outside": figure.isOutside, "spark": sparklines[figure.measure] ?? "",
                ]
            },
            "usual_command": command(ofDerivation: "usual") as Any,
            "actions": actions,
            "trust": Trust.answer(remarks), "is_off": !remarks.isEmpty,
            "remarks": remarks.map { ["text": $0] },
        ]
        context["platforms"] = htmlLines(platforms, most: .max)
        context["campaigns"] = htmlLines(campaigns, most: DayPage.mostCampaigns)
        context["topics"] = htmlLines(topics, most: DayPage.mostCampaigns)
        if let effect = imageChart { context["images"] = effect }
        if let trend = trend { context["trend"] = trend }
        for part in ReportFile.Part.allCases {
            let own = sections.filter { $0.part == part }.map { folded($0.context) }
            if !own.isEmpty { context["\(part)_tables"] = ["sections": own] }
        }
        return context
    }

    private func htmlFinding(_ finding: ToldFinding, place: Int) -> [String: Any] {
        var context: [String: Any] = [
            "tone": finding.tone.rawValue, "lead": finding.sentence.lead,
            "rest": finding.sentence.rest,
        ]
        context["label"] = finding.label
        context["detail"] = finding.sentence.detail
        context["href"] = finding.day.flatMap(report.links.day)
        if place == 0, let picture = finding.picture, pictures.indices.contains(picture) {
            context["chart"] = svg(
                ofIncident: pictures[picture], report.period, id: "worst-finding")
        }
        return context
    }

    /// Without what is drawn above: the funnel, and the worst incident; others small.
    private func folded(_ section: [String: Any]) -> [String: Any] {
        var section = section
        if section["query"] as? String == "funnel_total" { section["chart"] = nil }
        guard section["pictures"] != nil else { return section }
        let isTold = findings.first?.picture
        section["pictures"] = pictures.enumerated().compactMap { place, series -> [String: Any]? in
            guard place != isTold else { return nil }
            return svg(ofIncident: series, report.period, id: "incident-\(place + 1)")
                .map { ["title": series.title, "chart": $0] }
        }
        return section
    }

    private var pictures: [AlertSeries] {
        report.sections.first { $0.query == "recent_alerts" }?.pictures ?? []
    }

    private var trendTable: ResultTable? {
        report.sections.first { $0.derivation == "trend" }?.table
    }

    private var trend: [String: Any]? {
        guard let table = trendTable,
            let chart = svg(
                ofTrend: table, notes: facts.notes, title: "The last days", id: "trend-chart")
        else { return nil }
        let isOpen = NamedCells.rows(table).contains { $0.word("mature") == "no" }
        return [
            "chart": chart, "days": table.rows.count,
            "note": isOpen ? "Dashed and hatched: opens are still arriving." : "",
            "has_usual": table.column("usual_opened_from")?.contains { $0 != .null } ?? false,
        ]
    }

    private var sparklines: [UsualMeasure: String] {
        guard let rows = trendTable.map({ NamedCells.rows($0) }) else { return [:] }
        return UsualMeasure.allCases.reduce(into: [:]) { charts, measure in
            let name = measure.rawValue
            let points = rows.compactMap { row -> Sparkline.Point? in
                guard let hour = row.word("day").flatMap(Period.hour) else { return nil }
                return Sparkline.Point(
                    day: hour / 24, value: row.real(measure.isRate ? "\(name)_rate" : name),
                    usual: row.range("usual_\(name)_from", "usual_\(name)_to"))
            }
            charts[measure] = Sparkline(points: points).svg
        }
    }

    func htmlLines(_ lines: [Line], most: Int) -> [String: Any]? {
        guard !lines.isEmpty else { return nil }
        let highest = lines.compactMap(\.share).max() ?? 0
        return [
            "rows": lines.prefix(most).map { line -> [String: Any] in
                var row: [String: Any] = [
                    "name": line.name, "opened": line.opened, "usual": line.usual,
                    "received": line.received, "shown": line.shown, "sent": line.sent,
                    "outside": line.side != nil,
                    "side": line.side.map { $0.rawValue } ?? "",
                    "bar": line.share.map { highest > 0 ? Int(($0 / highest * 100).rounded()) : 0 }
                        ?? 0,
                ]
                row["href"] = line.href
                return row
            },
            "is_cut": lines.count > most, "count": NumberWords.grouped(Int64(lines.count)),
        ]
    }

    /// The effect of images on all and on each platform: one drawing without empty rows.
    private var imageChart: [String: Any]? {
        guard
            let section = report.sections.first(where: { $0.derivation == "effect_by_stratum" })
        else { return nil }
        var table = section.table
        guard let ratio = table.place(of: "risk_ratio") else { return nil }
        let known = table.rows.filter { $0[ratio] != .null }
        table.rows = known.filter { $0.first?.word != "all, crude" }.prefix(4).map { row in
            row.first?.word == "all, stratified"
                ? [.text("all, alike compared")] + row.dropFirst() : row
        }
        guard
            let chart = smallSVG(
                of: .effect, table: table, title: section.title, id: "images-chart")
        else { return nil }
        return ["chart": chart, "command": section.command]
    }

    private var actions: [[String: Any]] {
        DayAction.all(facts).map { action in
            var context: [String: Any] = [
                "count": NumberWords.grouped(action.count), "noun": ActionWords.noun(action),
            ]
            let share = action.whole.flatMap { whole in
                whole >= Proportion.fewestShown
                    ? NumberWords.percent(Double(action.count) / Double(whole)) : nil
            }
            let base =
                switch action.kind {
                case .images: "of what was sent"
                case .lowered: "of those whose devices tell"
                default: "of all attempts"
                }
            let parts = [
                share.map { "\($0) \(base)." }, ActionWords.advice(action),
                action.place.map { "Most in \(SafeText.visible($0))." },
            ]
            context["detail"] = parts.compactMap(\.self).joined(separator: " ")
            context["command"] = command(of: action)
            return context
        }
    }

    private func command(ofDerivation name: String) -> String? {
        report.sections.first { $0.derivation == name }?.command
    }

    /// What lists the sends, or counts them in detail.
    private func command(of action: DayAction) -> String? {
        let code: String? =
            switch action.kind {
            case .deadTokens: "UNREGISTERED"
            case .refused(let code): code
            default: nil
            }
        if let code, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) {
            let hours = [
                report.period.period.sinceText.map { "send_hour >= '\($0)'" },
                report.period.period.untilText.map { "send_hour < '\($0)'" },
            ].compactMap(\.self)
            let words = report.narrowed.map { "\($0.name) = \(SQLSession.literal($0.text))" }
            let conditions = hours + words + ["error_code = '\(code)'"]
            return "pushfunnel sql "
                + ShellWord.quoted(
                    sql: "select sent_at, platform, campaign, target_hash from messages where "
                        + conditions.joined(separator: " and "))
        }
        let query =
            switch action.kind {
            case .images: "image_problems"
            case .lowered: "priority_lowered"
            default: "failures"
            }
        return report.sections.first { $0.query == query }?.command
    }
}
