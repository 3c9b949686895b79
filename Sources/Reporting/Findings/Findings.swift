/// One thing that a reader has to know of a period. `FindingWords` makes the sentence.
enum Finding {
    /// A drop, or another alert; `isOver` when events came as expected again.
    case alert(NamedCells, isOver: Bool)
    /// A number outside its usual range.
    case change(DayFacts.Usual)
    /// What images do, like compared with like: a ratio, and its interval.
    case images(ratio: Double, interval: ClosedRange<Double>)
    /// What there is to act on.
    case actions([DayAction])
    /// Everything that can be judged is as usual.
    case ordinary
    /// Too few final days tell what is usual.
    case unknown(historyDays: Int64)
    /// No alert touches several days.
    case quiet
    /// What was sent to topics, which is in no rate.
    case topics(DayFacts.TopicSums)
    /// Nothing was sent to single devices.
    case empty(note: String)

    enum Tone: String {
        case bad
        case notable
        case plain
    }

    var tone: Tone {
        switch self {
        case .alert: .bad
        case .change: .notable
        default: .plain
        }
    }
}

/// Decides what is told of a period: at most five things, the worst first.
struct Findings {
    static let most = 5

    let facts: DayFacts
    /// Sentences of the report about all of it.
    let notes: [String]

    /// Those that are told, and how many changes are left to the tables.
    var told: (findings: [Finding], left: Int) {
        if facts.isEmpty {
            let note = notes.first ?? "Nothing was sent to single devices."
            return (alerts + [.empty(note: note)] + topics, 0)
        }
        let worst = alerts + changes
        let others = images + actions
        let room = max(Findings.most - others.count, 1)
        let first = worst.isEmpty ? calm : Array(worst.prefix(room))
        let told = first + others
        // Topics have a table of their own, and take the place of nothing.
        let last = told.count < Findings.most ? topics : []
        return (told + last, max(worst.count - room, 0))
    }

    private var alerts: [Finding] {
        let all = facts.alerts.filter { !["silenced", "inhibited"].contains($0.text("state")) }
        let firing = all.filter { $0.word("ends_at") == nil }
        let over = all.filter { $0.word("ends_at") != nil }
        return [(firing, false), (over, true)].flatMap { rows, isOver in
            Findings.worst(rows).map { .alert($0, isOver: isOver) }
        }
    }

    private static func worst(_ rows: [NamedCells]) -> [NamedCells] {
        rows.enumerated().sorted { a, b in
            func order(_ row: (offset: Int, element: NamedCells)) -> (Int, Double, Int) {
                let isCritical = row.element.text("severity") == "critical"
                return (
                    isCritical ? 0 : 1, -(row.element.real("worst_drop") ?? 0), row.offset
                )
            }
            return order(a) < order(b)
        }.map(\.element)
    }

    /// Numbers that fell before those that rose, those of all sends first, then by how many events
    /// these are.
    private var changes: [Finding] {
        facts.usual.enumerated().filter { $0.element.side != nil && !isAlone($0.element) }
            .sorted { a, b in
                let (x, y) = (a.element, b.element)
                func order(_ usual: DayFacts.Usual) -> (Int, Int, Double) {
                    (
                        usual.side == .low ? 0 : 1, usual.subject == .all ? 0 : 1, -usual.impact
                    )
                }
                return order(x) == order(y) ? a.offset < b.offset : order(x) < order(y)
            }
            .map { .change($0.element) }
    }

    /// The only platform or campaign is all there is.
    private func isAlone(_ usual: DayFacts.Usual) -> Bool {
        usual.subject != .all
            && !facts.usual.contains {
                $0.subject.kind == usual.subject.kind && $0.subject != usual.subject
            }
    }

    private var calm: [Finding] {
        guard facts.period.isDay || facts.period.isWeek else { return [.quiet] }
        guard let opened = facts.usual(.all, .opened) ?? facts.usual(.all, .sent) else { return [] }
        let isJudged = facts.usual.contains { $0.range != nil }
        if !isJudged, facts.period.isWeek { return [.quiet] }
        return [isJudged ? .ordinary : .unknown(historyDays: opened.historyDays)]
    }

    private var images: [Finding] {
        guard let row = facts.imageEffect, let ratio = row.real("risk_ratio"),
            let interval = row.range("risk_ratio_low", "risk_ratio_high")
        else { return [] }
        return [.images(ratio: ratio, interval: interval)]
    }

    private var topics: [Finding] {
        facts.topics.requests > 0 ? [.topics(facts.topics)] : []
    }

    private var actions: [Finding] {
        let actions = DayAction.all(facts)
        return actions.isEmpty ? [] : [.actions(actions)]
    }
}
