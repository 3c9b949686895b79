/// The rows of a query, and what is to be said beside them.
package struct QueryAnswer: Sendable {
    package var table: ResultTable
    /// The first day whose messages it tells of, where it reads messages and earlier ones were
    /// pruned.
    package var messagesSince: String?

    package init(table: ResultTable, messagesSince: String? = nil) {
        self.table = table
        self.messagesSince = messagesSince
    }
}

/// Where the rows of named queries come from: the one thing that a report asks for.
package protocol QueryRows {
    /// Throws `QueryError`, and whatever else stands in the way of an answer.
    func answer(_ query: QueryFile, _ parameters: [String: String?]) throws -> QueryAnswer
}

extension SQLSession: QueryRows {
    package func answer(
        _ query: QueryFile, _ parameters: [String: String?]
    ) throws -> QueryAnswer {
        let table = try run(query, parameters: parameters)
        return QueryAnswer(table: table, messagesSince: try messagesSince())
    }
}

/// A query, and the values of its parameters that are given.
package struct QueryQuestion: Equatable, Sendable {
    package var query: QueryFile
    package var parameters: [String: String?]

    package init(_ query: QueryFile, _ parameters: [String: String?]) {
        self.query = query
        self.parameters = parameters
    }
}

/// Asks the same question once.
final class RememberedRows: QueryRows {
    private let rows: any QueryRows
    private var known: [(question: QueryQuestion, answer: QueryAnswer)] = []

    init(_ rows: any QueryRows) { self.rows = rows }

    func answer(_ query: QueryFile, _ parameters: [String: String?]) throws -> QueryAnswer {
        let question = QueryQuestion(query, parameters)
        if let known = known.first(where: { $0.question == question }) { return known.answer }
        let answer = try rows.answer(query, parameters)
        known.append((question, answer))
        return answer
    }
}

/// Answers that a lake has given to questions about messages, and a database of its counts for all
/// others.
package struct LakeAnswers: QueryRows {
    private let counts: SQLSession
    private let known: [(question: QueryQuestion, table: ResultTable)]

    package init(
        _ counts: SQLSession, _ known: [(question: QueryQuestion, table: ResultTable)]
    ) {
        self.counts = counts
        self.known = known
    }

    package func answer(
        _ query: QueryFile, _ parameters: [String: String?]
    ) throws -> QueryAnswer {
        let question = QueryQuestion(query, parameters)
        guard let answer = known.first(where: { $0.question == question }) else {
            return try counts.answer(query, parameters)
        }
        return QueryAnswer(table: answer.table)
    }
}

extension QueryFile {
    /// Names behind `from` and `join`: views, and what the query itself calls so.
    package static func namesRead(in sql: String) -> [String] {
        let lines = sql.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        // Most lines of a query are its header, none of whose words are looked at.
        let words = lines.filter { !$0.starts(with: "--".utf8) }.flatMap { line in
            line.split { $0 <= UInt8(ascii: " ") }.prefix { !$0.starts(with: "--".utf8) }
        }
        return zip(words, words.dropFirst()).compactMap { word, next in
            guard word.count == 4, ["from", "join"].contains(Substring(word).lowercased())
            else { return nil }
            let name = Substring(next).lowercased().prefix { $0 == "_" || ("a"..."z").contains($0) }
            return name.isEmpty ? nil : String(name)
        }
    }

    /// Whether its rows depend on the zone in which hours are shown.
    var readsHours: Bool { namesRead.contains("hours") }

    /// Whether all that it reads of the hours is the sums of its periods' days: the program's own
    /// queries do that take periods, no other hours, and give none.
    var sumsHours: Bool {
        let hours = parameters.filter { $0.type == .hour }.map(\.name)
        return isBuiltIn && hours.starts(with: ["since", "until"])
            && Set(hours).isSubset(of: SummaryReader.parameters)
            && !readsHours && !columns.contains { $0.name.hasSuffix("_hour") }
    }

    /// Counts alone do not answer it.
    package var readsMessages: Bool { namesRead.contains("messages") }
}
