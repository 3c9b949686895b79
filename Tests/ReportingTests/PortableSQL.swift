/// The rules that let one query give the same rows in SQLite, Spark, ClickHouse and PostgreSQL,
/// as far as a machine can check them. `queries/README.md` lists them for people.
enum PortableSQL {
    struct Violation: Equatable, CustomStringConvertible {
        var line: Int
        var rule: String
        var description: String { "\(line): \(rule)" }
    }

    static func violations(_ sql: String) -> [Violation] {
        let tokens = SQLTokenizer.tokens(sql)
        let checks = [
            words, literals, symbols, calls, divisions, casts, sets, shape, SelectScopes.aliases,
            SelectScopes.joins, SelectScopes.order,
        ]
        return checks.flatMap { $0(tokens) }.sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
    }

    /// Functions that give the same on all engines.
    static let functions: Set<String> = [
        "count", "sum", "min", "max", "row_number", "coalesce", "nullif", "cast", "substr", "abs",
        "trim", "replace", "lag",
    ]

    /// Words that may stand before a parenthesis without being functions.
    private static let keywords: Set<String> = [
        "as", "over", "filter", "in", "exists", "and", "or", "not", "when", "then", "else",
        "where", "from", "join", "on", "select", "by", "union", "all", "except", "partition",
    ]

    private static let refusedWords: Set<String> = [
        "like", "glob", "regexp", "match", "recursive", "values", "natural", "using", "right",
        "full", "collate", "isnull", "notnull", "intersect", "pivot", "indexed", "escape",
    ]

    private static let refusedNames: Set<String> = ["value", "key", "user", "timestamp"]

    private static func words(_ tokens: [SQLToken]) -> [Violation] {
        tokens.filter { $0.kind == .word }.flatMap { token -> [Violation] in
            var rules: [String] = []
            let word = token.text.lowercased()
            if refusedWords.contains(word) { rules.append("no \(word)") }
            if refusedNames.contains(word) { rules.append("no column named \(word)") }
            if token.text != word { rules.append("names and keywords in lower case") }
            if !token.text.utf8.allSatisfy({ $0 < 0x80 }) { rules.append("names in ASCII") }
            return rules.map { Violation(line: token.line, rule: $0) }
        }
    }

    private static func literals(_ tokens: [SQLToken]) -> [Violation] {
        tokens.compactMap { token in
            switch token.kind {
            case .quotedName: Violation(line: token.line, rule: "no quoted names; texts in '..'")
            case .number where !token.text.allSatisfy(\.isNumber) && token.text != "1e0":
                Violation(line: token.line, rule: "whole numbers only")
            case .parameter where !token.text.hasPrefix(":"):
                Violation(line: token.line, rule: "parameters are written :name")
            default: nil
            }
        }
    }

    private static func symbols(_ tokens: [SQLToken]) -> [Violation] {
        let refused: Set<String> = ["==", "<<", ">>", "->", "&", "|", "~", "/*", ";"]
        return tokens.filter { $0.kind == .symbol && refused.contains($0.text) }
            .map { Violation(line: $0.line, rule: "no \($0.text)") }
    }

    private static func calls(_ tokens: [SQLToken]) -> [Violation] {
        zip(tokens, tokens.dropFirst()).enumerated().compactMap { index, pair in
            let (token, next) = pair
            let name = token.text.lowercased()
            guard token.kind == .word, next.isSymbol("("), !keywords.contains(name),
                !isTableName(tokens, index)
            else { return nil }
            if !functions.contains(name) {
                return Violation(line: token.line, rule: "no \(name)()")
            }
            let arguments = SelectScopes.arguments(tokens, open: index + 1)
            switch (name, arguments) {
            case ("min", 2...), ("max", 2...):
                return Violation(line: token.line, rule: "\(name)() of one argument")
            case ("lag", ..<3): return Violation(line: token.line, rule: "lag() with a default")
            default: return nil
            }
        }
    }

    /// `with name (` or `, name (`: not written here, names of CTEs stand before `as`.
    private static func isTableName(_ tokens: [SQLToken], _ index: Int) -> Bool {
        index > 0 && tokens[index - 1].isWord("with")
    }

    private static func divisions(_ tokens: [SQLToken]) -> [Violation] {
        tokens.indices.filter { tokens[$0].isSymbol("/") }.flatMap { index -> [Violation] in
            var rules: [String] = []
            if index + 1 >= tokens.count || !tokens[index + 1].isWord("nullif") {
                rules.append("divide by nullif(.., 0)")
            }
            if !isInsideCast(tokens, index), !isOfDouble(tokens, index) {
                rules.append("a rate is 1e0 * a / nullif(b, 0)")
            }
            return rules.map { Violation(line: tokens[index].line, rule: $0) }
        }
    }

    /// `1e0 * a /`
    private static func isOfDouble(_ tokens: [SQLToken], _ index: Int) -> Bool {
        tokens[..<index].suffix(6).contains { $0.text == "1e0" }
    }

    private static func isInsideCast(_ tokens: [SQLToken], _ index: Int) -> Bool {
        var depth = 0
        for position in stride(from: index - 1, to: 0, by: -1) {
            if tokens[position].isSymbol(")") { depth += 1 }
            if tokens[position].isSymbol("(") {
                depth -= 1
                if depth < 0 { return tokens[position - 1].isWord("cast") }
            }
        }
        return false
    }

    private static func casts(_ tokens: [SQLToken]) -> [Violation] {
        tokens.indices.compactMap { index in
            guard tokens[index].isWord("cast") else { return nil }
            guard let close = SelectScopes.close(tokens, open: index + 1), close >= 2,
                tokens[close - 1].isWord("bigint"), tokens[close - 2].isWord("as")
            else { return Violation(line: tokens[index].line, rule: "cast to bigint only") }
            return nil
        }
    }

    private static func sets(_ tokens: [SQLToken]) -> [Violation] {
        zip(tokens, tokens.dropFirst() + [SQLToken(kind: .symbol, text: "", line: 0)])
            .filter { $0.isWord("union") && !$1.isWord("all") }
            .map { Violation(line: $0.0.line, rule: "union all") }
    }

    private static func shape(_ tokens: [SQLToken]) -> [Violation] {
        guard let first = tokens.first, first.isWord("with", "select") else {
            return [Violation(line: tokens.first?.line ?? 1, rule: "one with or select")]
        }
        return tokens.indices.dropLast()
            .filter { tokens[$0].isWord("select") && tokens[$0 + 1].isSymbol("*") }
            .map { Violation(line: tokens[$0].line, rule: "columns by name, no *") }
    }
}
