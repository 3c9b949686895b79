extension Report {
    /// The report as a whole mail: its text and a page of the same words, which needs no styles,
    /// images or scripts. `page` is where the whole report is. Nil of a report that does not lead
    /// with findings.
    package func mail(
        _ envelope: MailEnvelope, page: MailLink?, templates: PageTemplates
    ) throws(QueryError) -> String? {
        guard let day = DayPage(self) else { return nil }
        let text = try text(.plain, templates, further: page?.text)
        var source: String?
        for most in Report.mailedCampaigns {
            var context = day.mail(campaigns: most)
            context["title"] = title
            context["page"] = page?.text
            context["unsubscribe"] = envelope.unsubscribe?.text
            let mail = MailMessage(
                envelope: envelope, subject: day.headline, text: text,
                html: try templates.text("_mail", .html, context)
            ).source
            if mail.utf8.count <= Report.largestMail { return mail }
            source = mail
        }
        return source
    }

    /// Gmail shows no more than 102 KB.
    private static let largestMail = 90_000
    /// How many campaigns a mail lists: the first of these that is not too large.
    private static let mailedCampaigns = [50, 25, 12, DayPage.mostCampaigns]
}

extension DayPage {
    /// The first sentence, and the day that it is about.
    var headline: String {
        guard let finding = findings.first else { return SafeText.visible(report.title) }
        let lead = finding.sentence.lead
        let sentence = (lead.hasSuffix(".") ? lead : finding.text).trimmingSuffix(".")
        let words = [String(sentence), report.period.date] + report.narrowedWords
        return SafeText.visible(words.joined(separator: " · "))
    }

    /// What `_mail.html.mustache` is given.
    fileprivate func mail(campaigns most: Int) -> [String: Any] {
        let findings = findings.map { finding -> [String: Any] in
            var context: [String: Any] = [
                "lead": finding.sentence.lead, "rest": finding.sentence.rest,
                "is_bad": finding.tone == .bad, "is_notable": finding.tone == .notable,
                "is_plain": finding.tone == .plain,
            ]
            context["label"] = finding.label
            context["detail"] = finding.sentence.detail
            return context
        }
        var context: [String: Any] = [
            "subject": headline, "line": line, "notes": notes,
            "worst": Array(findings.prefix(1)), "others": Array(findings.dropFirst()),
            "figures": figures.map {
                [
                    "name": $0.name, "number": $0.number, "remark": $0.remark,
                    "outside": $0.isOutside,
                ]
            },
        ]
        let tables = [
            ("Platforms", platforms, Int.max), ("Campaigns", campaigns, most),
        ]
        context["tables"] = tables.compactMap { title, lines, most in
            mailLines(lines, most: most)?.merging([
                "title": title, "noun": title.dropLast().lowercased(),
                "more": max(0, lines.count - most),
            ]) { $1 }
        }
        return context
    }

    /// With names that break without styles, too.
    private func mailLines(_ lines: [Line], most: Int) -> [String: Any]? {
        guard var context = htmlLines(lines, most: most),
            let rows = context["rows"] as? [[String: Any]]
        else { return nil }
        context["rows"] = zip(rows, lines).map { row, line in
            row.merging(["breakable": HTMLText.breakable(line.name)]) { $1 }
        }
        return context
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}
