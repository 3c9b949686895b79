internal import Delivery
internal import NDJSON

/// What the sections of a report say of its period, by their queries: the ground of its findings
/// and figures.
struct DayFacts {
    /// What the top of a page takes from a section.
    enum Source {
        case usual, effect, alerts, failures, imageProblems, lowered, notes, total
        case platforms, campaigns, topics, apart

        init?(query: String, derivation: String?) {
            switch (query, derivation) {
            case (_, "usual"): self = .usual
            case (_, "effect"): self = .effect
            case ("recent_alerts", nil): self = .alerts
            case ("failures", nil): self = .failures
            case ("image_problems", nil): self = .imageProblems
            case ("priority_lowered", nil): self = .lowered
            case ("day_notes", nil): self = .notes
            case ("funnel_total", nil): self = .total
            case ("funnel_by_platform", nil): self = .platforms
            case ("funnel_by_campaign", nil): self = .campaigns
            case ("topics", nil): self = .topics
            case ("set_apart", nil): self = .apart
            default: return nil
            }
        }
    }

    /// What was sent to topics and conditions, and what devices tell of it.
    struct TopicSums: Equatable {
        var sent: Int64 = 0
        var failed: Int64 = 0
        var received: Int64 = 0
        var opened: Int64 = 0

        init(_ rows: [NamedCells] = []) {
            func sum(_ column: String) -> Int64 { rows.reduce(0) { $0 + ($1.count(column) ?? 0) } }
            sent = sum("sent")
            failed = sum("failed")
            received = sum("received")
            opened = sum("opened")
        }

        var requests: Int64 { sent + failed }
    }

    /// A row of the derivation `usual`.
    struct Usual {
        var subject: UsualSubject
        var measure: UsualMeasure
        var events: Int64
        var whole: Int64?
        /// The rate, or the number of sends.
        var amount: Double?
        var range: ClosedRange<Double>?
        var side: UsualVerdict.Side?
        var weekBefore: Double?
        var historyDays: Int64

        /// How many events are missing or too many.
        var impact: Double {
            guard let amount, let range else { return 0 }
            let middle = (range.lowerBound + range.upperBound) / 2
            return abs(amount - middle) * Double(whole ?? 1)
        }
    }

    var period: PeriodWords
    var usual: [Usual] = []
    var alerts: [NamedCells] = []
    var imageEffect: NamedCells?
    var failures: [NamedCells] = []
    var imageProblems: [NamedCells] = []
    var lowered: [NamedCells] = []
    var total: NamedCells?
    var topics = TopicSums()
    /// Accepted sends that show nothing.
    var silent: Int64 = 0
    /// Of its days and those before, oldest first.
    var notes: [(day: String, text: String)] = []

    init(_ report: Report) {
        period = report.period
        for section in report.sections {
            let source = Source(query: section.query, derivation: section.derivation)
            let rows = source == nil ? [] : NamedCells.rows(section.table)
            switch source {
            case .usual: usual = rows.compactMap(Usual.init)
            case .effect: imageEffect = rows.first
            case .alerts: alerts = rows
            case .failures: failures = rows
            case .imageProblems: imageProblems = rows
            case .lowered: lowered = rows
            case .notes: notes = rows.map { ($0.text("day"), $0.text("note")) }
            case .total: total = rows.first
            case .topics: topics = TopicSums(rows)
            case .apart:
                silent = rows.first { $0.word("what") == "silent_sent" }?.count("messages") ?? 0
            case .platforms, .campaigns, nil: continue
            }
        }
    }

    func usual(_ subject: UsualSubject, _ measure: UsualMeasure) -> Usual? {
        usual.first { $0.subject == subject && $0.measure == measure }
    }

    /// Nothing was sent to single devices, or tried.
    var isEmpty: Bool { total?.count("attempted") ?? 0 == 0 }

    /// Whether all that was sent is silent, so that nothing can be shown or opened.
    var isSilent: Bool { silent > 0 && silent == total?.count("sent") }
}

extension DayFacts.Usual {
    fileprivate init?(_ row: NamedCells) {
        guard let measure = row.word("measure").flatMap({ UsualMeasure(rawValue: $0) }),
            let events = row.count("events")
        else { return nil }
        switch row.word("kind") {
        case "platform": subject = .platform(row.word("name") ?? "")
        case "campaign": subject = .campaign(row.word("name") ?? "")
        default: subject = .all
        }
        self.measure = measure
        self.events = events
        whole = row.count("of_events")
        let isRate = measure.isRate
        amount = isRate ? row.real("rate") : Double(events)
        range =
            isRate
            ? row.range("usual_rate_from", "usual_rate_to") : row.range("usual_from", "usual_to")
        side = row.word("outside").flatMap { UsualVerdict.Side(rawValue: $0) }
        weekBefore = row.real(isRate ? "week_before_rate" : "week_before_events")
        historyDays = row.integer("history_days") ?? 0
    }
}
