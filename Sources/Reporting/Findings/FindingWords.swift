internal import Delivery
internal import NDJSON

/// The words of findings: text and pages have the same.
struct FindingWords {
    /// The sentence, its first part before the rest, and what stands below.
    struct Sentence: Equatable {
        var lead: String
        var rest = ""
        var detail: String?

        var text: String { rest.isEmpty ? lead : "\(lead) \(rest)" }
    }

    let period: PeriodWords

    /// What it is about, in a word; nil for the calm.
    static func label(_ finding: Finding) -> String? {
        switch finding {
        case .alert: "Alert"
        case .change: "Change"
        case .images: "Images"
        case .actions: "To act on"
        case .topics: "Topics"
        case .ordinary, .unknown, .quiet, .empty: nil
        }
    }

    func sentence(_ finding: Finding) -> Sentence {
        switch finding {
        case .alert(let row, let isOver): alert(row, isOver)
        case .change(let usual): change(usual)
        case .images(let ratio, let interval): images(ratio, interval)
        case .actions(let actions):
            Sentence(lead: ActionWords.sum(actions))
        case .topics(let sums): topics(sums)
        case .ordinary:
            Sentence(
                lead: "An ordinary \(period.isWeek ? "week" : "day"): every rate is within its "
                    + "usual range.")
        case .unknown(let days):
            Sentence(
                lead: "No alert is recorded.",
                rest: "What is usual can be told from \(UsualRange.fewestDays) final days on: "
                    + (days == 0 ? "there is none yet." : "there are \(days)."))
        case .quiet: Sentence(lead: "No alert is recorded in this period.")
        case .empty(let note): Sentence(lead: note)
        }
    }

    // MARK: Alerts

    private func alert(_ row: NamedCells, _ isOver: Bool) -> Sentence {
        let summary = SafeText.visible(row.text("summary"))
        let start = row.word("starts_at").flatMap { Timestamp($0) }?.milliseconds
        let end = row.word("ends_at").flatMap { Timestamp($0) }?.milliseconds
        let since = start.map { "since \(period.clock($0))" } ?? ""
        guard ["opened", "delivered"].contains(row.text("rule")), let drop = row.real("worst_drop"),
            let start
        else {
            return Sentence(
                lead: capitalized(summary) + ".", detail: isOver ? "Over." : capitalized(since))
        }
        let hours =
            end.map { ", \(period.clocks(start, $0))" } ?? " \(since)"
        let subject = subject(row.text("slice"), row.text("rule"))
        return Sentence(
            lead: "\(subject) fell \(NumberWords.percent(drop, places: 0)) below normal\(hours).",
            detail: capitalized(summary) + ".")
    }

    /// `iOS opens`, `Opens of campaign sale`
    private func subject(_ slice: String, _ rule: String) -> String {
        let noun = rule == "opened" ? "opens" : "deliveries"
        if slice.isEmpty { return capitalized(noun) }
        let parts = slice.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "platform", !parts[1].contains(",") {
            return "\(capitalized(PlatformName.of(parts[1]))) \(noun)"
        }
        return "\(capitalized(noun)) of \(SafeText.visible(slice).replacing("=", with: " "))"
    }

    // MARK: Changes

    private func change(_ usual: DayFacts.Usual) -> Sentence {
        let less = usual.side == .low
        let amount = FindingWords.amount(usual.amount, usual.measure)
        let range = usual.range.map { FindingWords.range($0, usual.measure) } ?? ""
        let days = daysCompared(usual)
        let rest = "\(amount); \(range) is usual \(days)."
        guard usual.measure.isRate else {
            return Sentence(
                lead: "\(less ? "Fewer" : "More") pushes than usual were sent:", rest: rest)
        }
        let verb = usual.measure == .received ? "received" : usual.measure.rawValue
        return Sentence(
            lead: "\(name(usual.subject)) \(verb) \(less ? "less" : "more") than usual:",
            rest: rest,
            detail: "Of \(NumberWords.grouped(usual.whole ?? 0)) "
                + "\(FindingWords.whole(usual.measure)).")
    }

    /// What a rate is of.
    private static func whole(_ measure: UsualMeasure) -> String {
        switch measure {
        case .sent, .received: "sent"
        case .shown: "whose devices tell"
        case .opened: "that show something"
        }
    }

    private func daysCompared(_ usual: DayFacts.Usual) -> String {
        if period.isWeek { return "in a week" }
        guard usual.historyDays >= UsualRange.fewestForWeekdays else { return "on the days before" }
        return period.weekday.map { "on \($0)s" } ?? "on such days"
    }

    private func name(_ subject: UsualSubject) -> String {
        switch subject {
        case .all: "Pushes were"
        case .platform(let name): "\(capitalized(PlatformName.of(name))) pushes were"
        case .campaign(let name): "\(SafeText.visible(name)) was"
        }
    }

    /// `9.4%`, `6,227`
    static func amount(_ amount: Double?, _ measure: UsualMeasure) -> String {
        guard let amount else { return "–" }
        return measure.isRate
            ? NumberWords.percent(amount, places: 1) : NumberWords.grouped(Int64(amount))
    }

    /// `9.5–10.4%`, outside of which nothing is that is rounded.
    static func range(_ range: ClosedRange<Double>, _ measure: UsualMeasure) -> String {
        measure.isRate
            ? NumberWords.percentRange(range)
            : "\(NumberWords.grouped(Int64(range.lowerBound)))–"
                + NumberWords.grouped(Int64(range.upperBound))
    }

    // MARK: Images

    private func images(_ ratio: Double, _ interval: ClosedRange<Double>) -> Sentence {
        let range =
            "(\(FindingWords.signed(interval.lowerBound - 1)) to "
            + "\(FindingWords.signed(interval.upperBound - 1)))"
        let size = NumberWords.percent(abs(ratio - 1), places: 0)
        let comparison =
            "pushes with an image were opened \(size) \(ratio < 1 ? "less" : "more") than similar "
            + "ones without \(range)."
        return interval.contains(1)
            ? Sentence(lead: "Not certain yet:", rest: comparison)
            : Sentence(lead: ratio < 1 ? "They do harm:" : "They help:", rest: comparison)
    }

    /// `+26%`, `−1%`
    static func signed(_ share: Double) -> String {
        let text = NumberWords.percent(abs(share), places: 0)
        return text == "0%" ? "0%" : (share < 0 ? "−" : "+") + text
    }

    // MARK: Topics

    private func topics(_ sums: DayFacts.TopicSums) -> Sentence {
        let refused = sums.failed > 0 ? ", \(NumberWords.grouped(sums.failed)) refused" : ""
        let told =
            sums.received > 0
            ? "Devices tell of \(NumberWords.count(Int(sums.received), "message")) to topics, "
                + "\(NumberWords.grouped(sums.opened)) of them opened."
            : nil
        return Sentence(
            lead: "\(NumberWords.count(Int(sums.requests), "send"))\(refused),",
            rest: "in no rate, because nobody knows whom a topic reaches.", detail: told)
    }

    private func capitalized(_ text: String) -> String {
        // A word that has a capital of its own stays: iOS.
        text.hasPrefix("iOS") ? text : text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// The words of what there is to act on.
enum ActionWords {
    /// `101 sends to dead tokens, 32 images that cannot show everywhere, 14 refused sends.`
    static func sum(_ actions: [DayAction]) -> String {
        let own = actions.filter { [.deadTokens, .images].contains($0.kind) }.map(short)
        let refused = actions.filter(\.isRefusal).reduce(0) { $0 + $1.count }
        let lowered = actions.filter { $0.kind == .lowered }.map(short)
        let kind = own.isEmpty ? "refused" : "other refused"
        let others = refused > 0 ? [NumberWords.count(Int(refused), "\(kind) send")] : []
        return (own + others + lowered).joined(separator: ", ") + "."
    }

    /// `101 sends to dead tokens`
    private static func short(_ action: DayAction) -> String {
        "\(NumberWords.grouped(action.count)) \(noun(action))"
    }

    static func noun(_ action: DayAction) -> String {
        let isOne = action.count == 1
        switch action.kind {
        case .deadTokens: return isOne ? "send to a dead token" : "sends to dead tokens"
        case .images:
            return (isOne ? "image" : "images") + " that cannot show everywhere"
        case .refused(let code): return "refused as \(SafeText.visible(code))"
        case .otherRefusals: return "refused for other causes"
        case .lowered: return "delivered at a lower priority"
        }
    }

    static func advice(_ action: DayAction) -> String? {
        switch action.kind {
        case .deadTokens:
            "Delete the tokens: no device receives pushes with them any more. "
                + "pushfunnel tokens --dead tokens.txt lists them."
        case .images: action.fix.map { "\($0.prefix(1).uppercased() + $0.dropFirst())." }
        case .refused("QUOTA_EXCEEDED"): "Send more slowly, and try again later."
        case .refused("INVALID_ARGUMENT"): "FCM could not read these requests."
        case .refused, .otherRefusals: nil
        case .lowered: "Android lowers what is of high priority and shows nothing."
        }
    }
}
