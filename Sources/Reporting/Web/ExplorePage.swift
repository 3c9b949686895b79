internal import Delivery

/// The page `explore`: a form, and the answer as a title in words, a chart, a table, and SQL.
package struct ExplorePage {
    package static let path = "/explore"

    private let answer: ExploreAnswer
    private let question: ExploreQuestion

    package init(_ answer: ExploreAnswer) {
        self.answer = answer
        question = answer.question
    }

    package var page: WebPage {
        var page = WebPage(title)
        page.form = form
        page.notes = notes
        page.sections = answer.table.rows.isEmpty ? [] : [overTime, byWord]
        page.sections.append(code)
        return page
    }

    // MARK: Words

    private var title: String {
        let by = question.grouping == .all ? "" : " by \(question.grouping.rawValue)"
        let title = question.measure.title
        return title.prefix(1).uppercased() + title.dropFirst() + by + filterWords + ", "
            + period.title
    }

    private var filterWords: String {
        let words = question.filter.words
        let parts = [
            words["campaign"].map { " of \(SafeText.visible($0))" },
            words["project"].map { " of the project \(SafeText.visible($0))" },
            words["platform"].map { " on \(PlatformName.of($0))" },
            words["image"].flatMap { Self.imageWords[$0] }.map { " \($0)" },
        ]
        return parts.compactMap(\.self).joined()
    }

    private static let imageWords = [
        "image": "with an image", "no_image": "without an image",
        "unknown": "of which it is unknown whether they had an image",
    ]

    private var clock: HourClock { question.days.clock }

    private var period: PeriodWords {
        PeriodWords(
            question.period, zone: question.days.zoneName, clock: question.days.clock,
            window: answer.windowHours, asOf: answer.asOf)
    }

    private var notes: [String] {
        guard !answer.table.rows.isEmpty else {
            let newest = answer.asOf.map { question.days.day(at: $0) }
            return [
                "Nothing was sent then." + (newest.map { " The records reach until \($0)." } ?? "")
            ]
        }
        return ["\(NumberWords.grouped(answer.sent)) sent · \(period.maturity)"]
    }

    // MARK: Sections

    private var overTime: WebPage.Section {
        var section = WebPage.Section("over-time")
        let chart = svg(of: .series, table: answer.times, title: title, id: "over-time")
        if let chart {
            section.charts = [(nil, chart)]
        } else {
            section.about =
                "No step of \(answer.step.rawValue) has \(Proportion.fewestShown) sends: "
                + "choose longer ones to see rates."
        }
        section.downloads = WebPage.Link.downloads(question.address, at: Self.path + "/times")
        return section
    }

    private var byWord: WebPage.Section {
        let name = question.grouping == .all ? "All" : "By \(question.grouping.rawValue)"
        var section = WebPage.Section("by", title: name)
        section.downloads = WebPage.Link.downloads(question.address, at: Self.path)
        let sorted = SortedTable(
            rows, question.address, usual: "-\(question.measure.rate ?? "sent")")
        section.table = sorted.shown(shown.compactMap(rows.place)) { row, place in
            place == 0 ? row.first?.word.flatMap(href) : nil
        }
        section.more = sorted.more
        return section
    }

    /// For people.
    private var rows: ResultTable {
        var table = answer.table
        for measure in ExploreQuestion.Measure.allCases {
            guard let place = measure.rate.flatMap(table.place) else { continue }
            table.columns[place].title = measure.heading
        }
        if question.measure != .failed, let sent = table.place(of: "sent") {
            table.rows.removeAll { $0[sent] == .integer(0) }
        }
        return table
    }

    private var shown: [String] {
        let rates = ExploreQuestion.Measure.allCases.compactMap(\.rate)
        let first = question.measure.rate.map { [$0] } ?? []
        return [question.columnName] + first + rates.filter { !first.contains($0) } + ["sent"]
    }

    /// The same for one word, by another.
    private func href(_ word: String) -> String? {
        let other: ExploreQuestion.Grouping
        switch question.grouping {
        case .all: return nil
        case .platform, .image, .project: other = .campaign
        case .campaign: other = .platform
        }
        return question.address.with(question.columnName, word).with("by", other.rawValue)
            .with("sort", nil).text
    }

    private var code: WebPage.Section {
        var section = WebPage.Section("sql")
        let link = WebPage.Link("open in SQL", QueryPage.address(ofSQL: question.sql))
        section.code = ("The same as SQL", question.sql, link)
        return section
    }

    // MARK: The form

    private var form: WebForm {
        let words = question.filter.words
        let others = asksForProject ? [answer.project.field] : []
        return WebForm(
            Self.path,
            [
                .day(name: "from", label: "from", question.first),
                .day(name: "to", label: "to", question.last),
                .choice(
                    name: "show", label: "show",
                    options: ExploreQuestion.Measure.allCases.map {
                        ($0.rawValue, $0.title)
                    }, question.measure.rawValue),
                .choice(
                    name: "by", label: "by",
                    options: ExploreQuestion.Grouping.allCases
                        .filter { $0 != .project || asksForProject }
                        .map { ($0.rawValue, $0.rawValue) },
                    question.grouping.rawValue),
                .choice(
                    name: "platform", label: "platform", options: Self.options("platform"),
                    words["platform"] ?? ""),
                .text(
                    name: "campaign", label: "campaign", words["campaign"] ?? "", hint: "all"),
                .choice(
                    name: "image", label: "image", options: Self.options("image"),
                    words["image"] ?? ""),
            ] + others + [
                .choice(
                    name: "every", label: "every",
                    options: [("", "auto")]
                        + ExploreQuestion.Step.allCases.map { ($0.rawValue, $0.rawValue) },
                    question.askedStep?.rawValue ?? ""),
                .text(
                    name: "tz", label: "time zone", question.address["tz"] ?? "",
                    hint: question.days.zoneName),
            ], button: "Show")
    }

    private var asksForProject: Bool {
        answer.project.isAsked || question.grouping == .project
    }

    private static func options(_ name: String) -> [(value: String, text: String)] {
        [("", "all")] + (FunnelFilter.knownWords(name) ?? []).map { ($0, $0.spaced) }
    }
}
