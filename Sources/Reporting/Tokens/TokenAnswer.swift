package import Delivery
internal import NDJSON

/// One line of a list of tokens, and what the store knows of it.
package struct TokenAnswer: Sendable {
    package enum State: String, Sendable {
        /// FCM answered UNREGISTERED, and accepted no send since.
        case dead
        /// Pushes come and none is opened.
        case idle
        case active
        /// The store has no send to it.
        case unknown
    }

    package let token: String
    package let hash: Int64
    package let facts: TargetFacts
    package let state: State

    package init(token: String, hash: Int64, facts: TargetFacts?, idle: IdleRule?) {
        (self.token, self.hash) = (token, hash)
        self.facts = facts ?? TargetFacts()
        state = facts.map { TokenAnswer.state($0, idle) } ?? .unknown
    }

    private static func state(_ facts: TargetFacts, _ idle: IdleRule?) -> State {
        if facts.deadSince != nil { return .dead }
        guard let idle else { return .active }
        return facts.isIdle(for: idle.span, until: idle.end) ? .idle : .active
    }

    package var isRepeated: Bool { facts.repeats > 0 }
}

/// When a token is idle; there is no rule for a store without opens.
package struct IdleRule: Equatable, Sendable {
    package var days: Int64
    /// The time of the data, ms since 1970.
    package var end: Int64

    package init(days: Int64, end: Int64) { (self.days, self.end) = (days, end) }

    package var span: Int64 { days * 86_400_000 }
}

// MARK: Rows

extension TokenAnswer {
    /// The table of some answers.
    package static func table(_ answers: [TokenAnswer], withHash: Bool) -> ResultTable {
        let names =
            ["token"] + (withHash ? ["target_hash"] : [])
            + [
                "state", "dead_since", "error", "sent", "failed", "repeats", "opened",
                "first_sent_at", "last_sent_at", "last_opened_at",
            ]
        return ResultTable(
            columns: names,
            rows: answers.map { $0.row(withHash: withHash) })
    }

    private func row(withHash: Bool) -> [ResultTable.Cell] {
        [.text(token)] + (withHash ? [.integer(hash)] : [])
            + [
                .text(state.rawValue), time(facts.deadSince),
                facts.error.map(ResultTable.Cell.text) ?? .null, .integer(facts.sent),
                .integer(facts.failed), .integer(facts.repeats), .integer(facts.opened),
                time(facts.firstSent), time(facts.lastSent), time(facts.lastOpened),
            ]
    }

    private func time(_ milliseconds: Int64?) -> ResultTable.Cell {
        milliseconds.map { .text(NumberWords.rfc3339($0)) } ?? .null
    }

    // MARK: Lines

    /// The token, its hash if asked for, and what is known of it, with two spaces between them.
    package func line(withHash: Bool, _ idle: IdleRule?) -> String {
        let hash = withHash ? "  \(hash)" : ""
        return "\(token)\(hash)  \(words(idle).joined(separator: "; "))\n"
    }

    private func words(_ idle: IdleRule?) -> [String] {
        var words: [String] = []
        switch state {
        case .unknown: return ["unknown"]
        case .dead:
            let since = facts.deadSince.map(NumberWords.minute) ?? ""
            words.append("dead since \(since) (\(facts.error ?? ""))")
        case .idle: words.append("no open in \(idle?.days ?? 0) days")
        case .active: words.append("active")
        }
        if isRepeated {
            let count = NumberWords.grouped(facts.repeats)
            words.append("\(count) repeated \(facts.repeats == 1 ? "push" : "pushes")")
        }
        if state != .dead, let error = facts.error { words.append("last send refused: \(error)") }
        return words
    }
}

// MARK: Counts

/// How many tokens of a list there are of each state.
package struct TokenCounts: Equatable, Sendable {
    package private(set) var tokens: Int64 = 0
    package private(set) var unknown: Int64 = 0
    private var dead: Int64 = 0
    private var idle: Int64 = 0
    private var repeated: Int64 = 0

    package init() {}

    package mutating func add(_ answer: TokenAnswer) {
        tokens += 1
        if answer.isRepeated { repeated += 1 }
        switch answer.state {
        case .dead: dead += 1
        case .idle: idle += 1
        case .unknown: unknown += 1
        case .active: break
        }
    }

    /// `1,000 tokens: 12 dead, 31 without an open in 30 days, 4 with repeated pushes, 17 unknown`
    package func text(_ idleRule: IdleRule?) -> String {
        let words = idleRule.map {
            ", \(NumberWords.grouped(idle)) without an open in \($0.days) days"
        }
        return "\(NumberWords.count(Int(tokens), "token")): \(NumberWords.grouped(dead)) dead"
            + "\(words ?? ""), \(NumberWords.grouped(repeated)) with repeated pushes, "
            + "\(NumberWords.grouped(unknown)) unknown"
    }
}
