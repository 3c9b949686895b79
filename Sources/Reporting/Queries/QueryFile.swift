internal import Delivery

/// A query with its manual: `queries/NAME.sql`.
///
/// The comment at the top says what the query answers, its parameters and its columns; see
/// `queries/README.md`. The statement below stands as it is: the same text runs in `sqlite3`,
/// where an unbound parameter is null, and null means the default.
package struct QueryFile: Equatable, Sendable {
    package struct Parameter: Equatable, Sendable {
        package var name: String
        package var type: ParameterType
        /// What is bound when no value is given; nil binds null.
        package var defaultValue: String?
        package var isRequired: Bool
        package var meaning: String
        package var line: Int
    }

    package struct Column: Equatable, Sendable {
        package var name: String
        package var type: ColumnType
        /// Of a rate or share: the columns that it divides.
        package var parts: Parts?
        package var meaning: String
        package var line: Int
    }

    /// What a column's numbers are, and so how people read them.
    package enum ColumnType: String, Sendable {
        case text, integer, real
        /// A number from 0 to 1, of counts of independent messages: it has an interval.
        case rate
        /// Any other part of a whole, as a number from 0 to 1.
        case share
        /// The difference of two rates or shares: 0.01 is a percentage point.
        case change

        static let names = "text, integer, real, rate, share or change"
    }

    /// The names of the columns of a rate: `opened / open_base`.
    package struct Parts: Equatable, Sendable {
        package var part: String
        package var whole: String

        package init(part: String, whole: String) {
            self.part = part
            self.whole = whole
        }

        var text: String { "\(part) / \(whole)" }
    }

    package enum ParameterType: Equatable, Sendable {
        case text
        case integer
        /// `YYYY-MM-DD`
        case day
        /// `YYYY-MM-DDTHH`, or a day, which stands for its first hour.
        case hour
        /// One of these words, written `a|b|c`.
        case choice([String])
    }

    package var name: String
    /// The first sentence of the description.
    package var summary: String
    package var description: String
    package var parameters: [Parameter]
    package var columns: [Column]
    package var example: String?
    /// What people look for when they need it and its description does not say.
    package var words = ""
    /// `sqlite` for a query that is not meant for other engines; nil for a portable one.
    package var engine: String?
    /// What asks it, for a query whose rows are not for people to read.
    package var user: String?
    /// Where it was read, as messages name it.
    package var path: String
    /// The whole file.
    package var text: String {
        didSet { namesRead = QueryFile.namesRead(in: text) }
    }
    /// The views that it reads, and names of its own.
    package private(set) var namesRead: [String] = []
    /// Whether it is one of the program, and not of a user's own.
    var isBuiltIn = false

    static let typeNames = "text, integer, day, hour, or words with | between them"

    /// The values to bind: those given, else the defaults. Throws all problems at once.
    package func bindings(_ given: [String: String?]) throws(QueryError) -> [String: String?] {
        var problems: [QueryError.Problem] = []
        let known = parameters.map(\.name)
        for name in given.keys.sorted() where !known.contains(name) {
            let near = NearNames.of(name, in: known)
            problems.append(.init(.unknownParameter(name: name, near: near, known: known)))
        }
        var bindings: [String: String?] = [:]
        for parameter in parameters {
            let value = given[parameter.name] ?? parameter.defaultValue
            bindings[parameter.name] = .some(value)
            if let value, !parameter.type.accepts(value) {
                let (name, type) = (parameter.name, parameter.type)
                problems.append(.init(.badArgument(name: name, found: value, type: type)))
            } else if value == nil, parameter.isRequired {
                problems.append(.init(.missingParameter(name: parameter.name)))
            }
        }
        guard problems.isEmpty else { throw QueryError(problems) }
        return bindings
    }
}

extension QueryFile.ParameterType {
    init?(_ word: String) {
        let plain: [Self] = [.text, .integer, .day, .hour]
        if let known = plain.first(where: { $0.name == word }) {
            self = known
        } else if word.contains("|") {
            self = .choice(word.split(separator: "|").map(String.init))
        } else {
            return nil
        }
    }

    package var name: String {
        if case .choice(let words) = self { words.joined(separator: "|") } else { "\(self)" }
    }

    var expectation: String {
        switch self {
        case .text: "a text"
        case .integer: "a whole number"
        case .day: "a day (YYYY-MM-DD)"
        case .hour: "a day (YYYY-MM-DD) or an hour (YYYY-MM-DDTHH)"
        case .choice(let words): words.joined(separator: ", ")
        }
    }

    func accepts(_ value: String) -> Bool {
        switch self {
        case .text: true
        case .integer: Int64(value) != nil && !value.hasPrefix("+")
        case .day: Self.isDay(value)
        case .hour: Self.isDay(value) || Self.isHour(value)
        case .choice(let words): words.contains(value)
        }
    }

    private static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && Period.hour(text) != nil
    }

    private static func isHour(_ text: String) -> Bool {
        text.utf8.count == 13 && text.utf8.dropFirst(10).first == UInt8(ascii: "T")
            && Period.hour(text) != nil
    }
}
