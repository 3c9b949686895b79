internal import Delivery
internal import NDJSON

/// What stands at the top of a report of a day, as templates are given it: findings, key figures,
/// short tables and what there is to act on. All of it comes from the report's sections.
struct DayPage {
    static let mostCampaigns = 8

    let report: Report
    let facts: DayFacts
    private let words: FindingWords

    /// Nil of a report that does not lead with findings.
    init?(_ report: Report) {
        guard report.leadsWithFindings else { return nil }
        self.report = report
        facts = DayFacts(report)
        words = FindingWords(period: report.period)
    }

    // MARK: Findings

    struct ToldFinding {
        var label: String?
        var tone: Finding.Tone
        var sentence: FindingWords.Sentence
        /// All in one, where no label stands beside it.
        var text: String {
            let isNamed = tone == .plain
            return (isNamed ? label.map { "\($0): " } ?? "" : "") + sentence.text
        }

        /// The place of its incident among the pictures of alerts.
        var picture: Int?
        /// The day on which its incident began, if it is not the report's own.
        var day: String?
    }

    var findings: [ToldFinding] {
        let (findings, left) = Findings(facts: facts, notes: report.notes).told
        var told = findings.map { finding in
            ToldFinding(
                label: FindingWords.label(finding), tone: finding.tone,
                sentence: words.sentence(finding), picture: picture(finding),
                day: day(finding))
        }
        if left > 0, let last = told.lastIndex(where: { $0.tone != .plain }) {
            let more = "And \(NumberWords.count(left, "more finding")): see the tables below."
            told[last].sentence.detail =
                [told[last].sentence.detail, more].compactMap(\.self).joined(separator: " ")
        }
        return told
    }

    private func day(_ finding: Finding) -> String? {
        guard case .alert(let row, _) = finding,
            let start = row.word("starts_at").flatMap({ Timestamp($0) })
        else { return nil }
        let day = report.period.localDay(start.milliseconds)
        return report.period.isDay && report.period.contains(day: day) ? nil : day
    }

    private func picture(_ finding: Finding) -> Int? {
        guard case .alert(let row, _) = finding else { return nil }
        return facts.alerts.firstIndex {
            $0.text("starts_at") == row.text("starts_at") && $0.text("rule") == row.text("rule")
                && $0.text("slice") == row.text("slice")
        }
    }

    /// `final`, or until when opens come; and what the report is narrowed to.
    var line: String {
        ([report.period.maturity] + report.narrowedWords).joined(separator: " · ")
    }

    /// What is to be said of all of it, and is no finding.
    var notes: [String] {
        let noted = facts.notes.filter { report.period.contains(day: $0.day) }.map { note in
            let day = report.period.isDay ? "" : " of \(PeriodWords.day(note.day))"
            return "Note\(day): \(SafeText.visible(note.text))"
        }
        return Array(report.notes.dropFirst(facts.isEmpty ? 1 : 0)) + noted
    }

    // MARK: Key figures

    struct Figure {
        var name: String
        var number: String
        var remark: String
        var isOutside: Bool
        var measure: UsualMeasure
    }

    var figures: [Figure] {
        guard !facts.isEmpty else { return [] }
        return UsualMeasure.allCases.map(figure)
    }

    private func figure(_ measure: UsualMeasure) -> Figure {
        let usual = facts.usual(.all, measure)
        let number = usual.map { FindingWords.amount($0.amount, measure) } ?? CellText.null
        let isNarrow = measure == .shown && hasBlindPlatforms
        return Figure(
            name: measure.rawValue + (isNarrow ? " (no iOS)" : ""), number: number,
            remark: usual.map(remark) ?? unknown(isNarrow: isNarrow),
            isOutside: usual?.side != nil,
            measure: measure)
    }

    /// Why there is no number.
    private func unknown(isNarrow: Bool) -> String {
        if facts.isSilent { return "silent pushes only" }
        return isNarrow ? "other devices do not tell" : "no device tells"
    }

    /// Whether there are sends to iOS, which does not tell what it shows.
    private var hasBlindPlatforms: Bool {
        facts.usual.contains { $0.subject.isBlind }
    }

    private func remark(_ usual: DayFacts.Usual) -> String {
        let range = usual.range.map { "(\(FindingWords.range($0, usual.measure)))" } ?? ""
        let day = report.period.weekday
        switch usual.side {
        case .low: return "low \(day.map { "for a \($0) " } ?? "")\(range)"
        case .high: return "high \(day.map { "for a \($0) " } ?? "")\(range)"
        case nil: break
        }
        if usual.measure.isRate, usual.range != nil { return "as usual \(range)" }
        let other = day.map { "last \($0)" } ?? (report.period.isWeek ? "the week before" : nil)
        guard let other, let before = usual.weekBefore else {
            return usual.amount == nil ? "fewer than \(Proportion.fewestShown)" : ""
        }
        if usual.measure.isRate {
            let amount = FindingWords.amount(before, usual.measure)
            return "\(amount) \(day == nil ? "" : "on ")\(other)"
        }
        guard before > 0 else { return "none \(day == nil ? "in" : "on") \(other)" }
        let change = FindingWords.signed((Double(usual.events) - before) / before)
        return change == "0%" ? "as many as \(other)" : "\(change) on \(other)"
    }

    // MARK: Short tables

    /// A platform or a campaign.
    struct Line {
        var name: String
        /// Its page.
        var href: String?
        var opened: String
        var share: Double?
        var usual: String
        var received: String
        var shown: String
        var sent: String
        var side: UsualVerdict.Side?
    }

    var platforms: [Line] {
        rows(of: .platforms).filter { $0.count("sent") ?? 0 > 0 }
            .sorted { ($0.count("sent") ?? 0) > ($1.count("sent") ?? 0) }
            .map { line($0, .platform($0.text("platform"))) }
    }

    /// Those out of their usual range first, then those with most sends.
    var campaigns: [Line] {
        campaignRows.map { line($0, .campaign($0.text("campaign"))) }
    }

    var campaignNames: [String] { campaignRows.map { $0.text("campaign") } }

    private var campaignRows: [NamedCells] {
        let rows = rows(of: .campaigns).filter { $0.count("sent") ?? 0 > 0 }
        let isOut = { (row: NamedCells) in
            facts.usual(.campaign(row.text("campaign")), .opened)?.side != nil
        }
        return rows.filter(isOut) + rows.filter { !isOut($0) }
    }

    /// By topic: numbers, without a rate of sends. The share of what was received that
    /// was opened has the place of what is usual.
    var topics: [Line] {
        let topics = Dictionary(grouping: rows(of: .topics)) { $0.text("topic") }
            .mapValues { DayFacts.TopicSums($0) }
        return topics.sorted { a, b in
            (b.value.sent, b.value.received, a.key) < (a.value.sent, a.value.received, b.key)
        }.map { topic, sums in
            Line(
                name: shown(topic), opened: NumberWords.grouped(sums.opened),
                usual: sums.received < Proportion.fewestShown
                    ? CellText.null
                    : NumberWords.percent(Double(sums.opened) / Double(sums.received), places: 1),
                received: NumberWords.grouped(sums.received), shown: "–",
                sent: NumberWords.grouped(sums.requests))
        }
    }

    /// By project and dimensions, where the report counts by them. In place of what is usual, those
    /// of sends have the 95 % range of the open rate.
    var byWords: [(word: String, ofClients: Bool, lines: [Line])] {
        report.sections.compactMap { section in
            guard let word = section.countsBy else { return nil }
            let rows = NamedCells.rows(section.table.withoutSmallBases)
            let ofClients = section.isOfClients
            let line = ofClients ? lineOfReceived : lineOfSends
            let lines = rows.filter { $0.count("sent") ?? 1 > 0 }
                .map { line($0, $0.text(word)) }
            return (word, ofClients, lines)
        }
    }

    private func lineOfSends(_ row: NamedCells, named name: String) -> Line {
        Line(
            name: shown(name), opened: percent(row, "open_rate"), share: row.real("open_rate"),
            usual: openRange(row), received: percent(row, "received_rate"),
            shown: "–", sent: NumberWords.grouped(row.count("sent") ?? 0))
    }

    /// With shares of all that were opened and received in the place of the range and of the share
    /// of sends, and their number in the place of sends.
    private func lineOfReceived(_ row: NamedCells, named name: String) -> Line {
        Line(
            name: shown(name), opened: percent(row, "open_rate_of_received"),
            share: row.real("open_rate_of_received"), usual: percent(row, "share_of_opened"),
            received: percent(row, "share_of_received"), shown: "–",
            sent: NumberWords.grouped(row.count("received") ?? 0))
    }

    private func shown(_ name: String) -> String {
        name.isEmpty ? HTMLText.emptyName : SafeText.visible(name)
    }

    private func openRange(_ row: NamedCells) -> String {
        let range = Proportion(row.count("opened") ?? 0, of: row.count("open_base") ?? 0).interval
        return range.map { FindingWords.range($0, .opened) } ?? "–"
    }

    private func percent(_ row: NamedCells, _ column: String) -> String {
        row.real(column).map { NumberWords.percent($0, places: 1) } ?? "–"
    }

    private func rows(of source: DayFacts.Source) -> [NamedCells] {
        let section = report.sections.first {
            DayFacts.Source(query: $0.query, derivation: $0.derivation) == source
        }
        return section.map { NamedCells.rows($0.table.withoutSmallBases) } ?? []
    }

    private func line(_ row: NamedCells, _ subject: UsualSubject) -> Line {
        let opened = facts.usual(subject, .opened)
        let isBlind = subject.isBlind
        let name: String =
            switch subject {
            case .platform(let name): PlatformName.of(name)
            case .campaign(let name): shown(name)
            case .all: "all"
            }
        let impressions = facts.usual(subject, .shown)
        var href: String?
        if case .campaign(let name) = subject { href = report.links.campaign(name) }
        return Line(
            name: name, href: href, opened: percent(row, "open_rate"),
            share: row.real("open_rate"),
            usual: opened?.range.map { FindingWords.range($0, .opened) } ?? "–",
            received: percent(row, "received_rate"),
            shown: isBlind || impressions == nil
                ? CellText.null : FindingWords.amount(impressions?.amount, .shown),
            sent: NumberWords.grouped(row.count("sent") ?? 0), side: opened?.side)
    }
}
