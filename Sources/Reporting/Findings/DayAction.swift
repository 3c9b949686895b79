internal import Delivery

/// Something that a sender can mend, with how many sends it hit.
struct DayAction {
    enum Kind: Equatable {
        case deadTokens
        case images
        case refused(code: String)
        case otherRefusals
        case lowered
    }

    var kind: Kind
    var count: Int64
    /// Of what it is a part.
    var whole: Int64?
    /// What to do, and where.
    var fix: String?
    var place: String?

    var isRefusal: Bool {
        switch kind {
        case .refused, .otherRefusals: true
        case .deadTokens, .images, .lowered: false
        }
    }

    /// Beyond so many causes, refusals are summed up.
    private static let mostCauses = 3

    static func all(_ facts: DayFacts) -> [DayAction] {
        let attempted = facts.total?.count("attempted")
        let refusals = refusals(facts, attempted)
        return refusals.dead + images(facts) + refusals.others + lowered(facts)
    }

    private static func refusals(
        _ facts: DayFacts, _ attempted: Int64?
    ) -> (dead: [DayAction], others: [DayAction]) {
        var counts: [String: Int64] = [:]
        for row in facts.failures {
            counts[row.text("error_code"), default: 0] += row.count("failed") ?? 0
        }
        var dead: [DayAction] = []
        if let count = counts.removeValue(forKey: "UNREGISTERED"), count > 0 {
            dead = [DayAction(kind: .deadTokens, count: count, whole: attempted)]
        }
        let causes = counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
            .map { DayAction(kind: .refused(code: $0.key), count: $0.value, whole: attempted) }
        let rest = causes.dropFirst(mostCauses).reduce(0) { $0 + $1.count }
        let others =
            rest > 0 ? [DayAction(kind: .otherRefusals, count: rest, whole: attempted)] : []
        return (dead, causes.prefix(mostCauses) + others)
    }

    private static func images(_ facts: DayFacts) -> [DayAction] {
        let rows = facts.imageProblems
        let count = rows.reduce(0) { $0 + ($1.count("sent") ?? 0) }
        guard count > 0, let first = rows.first else { return [] }
        return [
            DayAction(
                kind: .images, count: count, whole: facts.total?.count("sent"),
                fix: first.word("fix"),
                place: "\(first.text("campaign")) on \(PlatformName.of(first.text("platform")))")
        ]
    }

    private static func lowered(_ facts: DayFacts) -> [DayAction] {
        let rows = facts.lowered
        let count = rows.reduce(0) { $0 + ($1.count("lowered") ?? 0) }
        let told = rows.reduce(0) { $0 + ($1.count("told") ?? 0) }
        return count > 0 ? [DayAction(kind: .lowered, count: count, whole: told)] : []
    }
}

/// Platforms as people write them.
enum PlatformName {
    static func of(_ word: String) -> String {
        switch word {
        case "android": "Android"
        case "ios": "iOS"
        case "web": "web"
        default: SafeText.visible(word)
        }
    }
}
