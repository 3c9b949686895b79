extension Report {
    /// The report as a whole mail: its text and a page of the same words, which needs no styles,
    /// images or scripts. `page` is where the whole report is. Nil of a report that does not lead
    /// with findings.
    package func mail(
        _ envelope: MailEnvelope, page: MailLink?, templates: PageTemplates
    ) throws(QueryError) -> String? {
        guard let day = DayPage(self) else { return nil }
        var context = day.mail
        context["title"] = title
        context["page"] = page?.text
        context["unsubscribe"] = envelope.unsubscribe?.text
        return MailMessage(
            envelope: envelope, subject: day.headline,
            text: try text(.plain, templates, further: page?.text),
            html: try templates.text("_mail", .html, context)
        ).source
    }
}

extension DayPage {
    /// The first sentence, and the day that it is about.
    var headline: String {
        guard let finding = findings.first else { return SafeText.visible(report.title) }
        let lead = finding.sentence.lead
        let sentence = (lead.hasSuffix(".") ? lead : finding.text).trimmingSuffix(".")
        return SafeText.visible("\(sentence) · \(report.period.date)")
    }

    /// What `_mail.html.mustache` is given.
    fileprivate var mail: [String: Any] {
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
            ("Platforms", platforms, Int.max), ("Campaigns", campaigns, DayPage.mostCampaigns),
        ]
        context["tables"] = tables.compactMap { title, lines, most in
            htmlLines(lines, most: most)?.merging([
                "title": title, "noun": title.dropLast().lowercased(),
                "more": max(0, lines.count - most),
            ]) { $1 }
        }
        return context
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}
