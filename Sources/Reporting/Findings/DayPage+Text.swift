/// The same for a terminal of 80 columns.
extension DayPage {
    private static let width = 78

    /// What `_report.txt.mustache` and `_page.md.mustache` are given as `day`.
    func text(_ style: TextStyle) -> [String: Any] {
        var context: [String: Any] = [
            "line": line, "notes": notes,
            "findings": findings.map {
                ["text": text($0, style), "sentence": $0.text]
            },
            "figures": figures.map {
                ["text": text($0), "name": $0.name, "number": $0.number, "remark": $0.remark]
            },
        ]
        let blocks =
            [
                table("platform", platforms, .max, style, ["opened", "shown", "received", "sent"]),
                cut("campaign", campaigns, style, ["opened", "usual", "received", "sent"]),
                cut("topic", topics, style, ["opened", "open share", "received", "requests"]),
            ].compactMap(\.self) + tablesOfWords(style)
        context["blocks"] = blocks.map { ["text": $0] }
        return context
    }

    /// `! iOS opens fell …`; `~` for a change.
    private func text(_ finding: ToldFinding, _ style: TextStyle) -> String {
        let mark =
            switch finding.tone {
            case .bad: "!"
            case .notable: "~"
            case .plain: " "
            }
        let lines = DayPage.lines(finding.text, width: DayPage.width - 2)
        let first = finding.tone == .plain ? lines : lines.map { style.bold($0) }
        let detail = finding.sentence.detail.map { DayPage.lines($0, width: DayPage.width - 2) }
        let all = first + (detail ?? []).map { style.dim($0) }
        return all.enumerated().map { ($0 == 0 ? mark : " ") + " " + $1 }.joined(separator: "\n")
    }

    private func text(_ figure: Figure) -> String {
        let remark = figure.remark.isEmpty ? "" : "   " + figure.remark
        return "  \(figure.name.padded(to: 16))\(right(figure.number, 9))\(remark)"
    }

    private func table(
        _ name: String, _ lines: [Line], _ most: Int, _ style: TextStyle, _ heads: [String]
    ) -> String? {
        guard !lines.isEmpty else { return nil }
        let head = "  " + name.padded(to: 24) + heads.map { right($0, 12) }.joined()
        let rows = lines.prefix(most).map { line in
            let cells = [
                line.opened, heads.contains("shown") ? line.shown : line.usual, line.received,
                line.sent,
            ].map { right($0, 12) }.joined()
            let name = DayPage.cut(line.name, to: 23)
            let space = String(repeating: " ", count: max(0, 24 - DisplayWidth.of(name)))
            return "  " + name + space + cells + (line.side.map { "  \($0.rawValue)" } ?? "")
        }
        return ([style.dim(head)] + rows).joined(separator: "\n")
    }

    /// The first lines, and how many more there are.
    private func cut(
        _ name: String, _ lines: [Line], _ style: TextStyle, _ heads: [String]
    ) -> String? {
        table(name, lines, DayPage.mostCampaigns, style, heads).map { table in
            let more = lines.count - DayPage.mostCampaigns
            return more > 0 ? table + "\n  and \(more) more" : table
        }
    }

    /// By project and dimensions, where the report counts by them.
    private func tablesOfWords(_ style: TextStyle) -> [String] {
        byWords.compactMap { word, ofClients, lines in
            cut(
                word.spaced, lines, style,
                ofClients
                    ? ["opened", "of opens", "of all", "received"]
                    : ["opened", "95 % range", "received", "sent"])
        }
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text
    }

    private static func cut(_ text: String, to width: Int) -> String {
        guard DisplayWidth.of(text) > width else { return text }
        var kept = ""
        for character in text where DisplayWidth.of(kept + String(character)) < width {
            kept.append(character)
        }
        return kept + "…"
    }

    /// Words broken into lines.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last,
                DisplayWidth.of(last) + 1 + DisplayWidth.of(String(word)) <= width
            {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
