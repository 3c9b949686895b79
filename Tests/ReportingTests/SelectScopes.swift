/// Looks at each `select` by itself: its items, its tables, its order.
enum SelectScopes {
    /// A `select` up to the end of its query, without what stands in parentheses deeper than it
    /// that are selects themselves.
    struct Scope {
        var items: [[SQLToken]]
        /// Between `from` and the next clause.
        var tables: [SQLToken]
        /// From `where` on, without the order.
        var conditions: [SQLToken]
        var line: Int
    }

    /// An alias must not be a column that the select reads for something else.
    static func aliases(_ tokens: [SQLToken]) -> [PortableSQL.Violation] {
        scopes(tokens).flatMap { scope -> [PortableSQL.Violation] in
            scope.items.compactMap { item in
                guard item.count > 2, item[item.count - 2].isWord("as") else { return nil }
                let alias = item[item.count - 1]
                let expression = item.dropLast(2)
                let isRename = expression.count <= 3 && expression.last?.text == alias.text
                let others = scope.items.flatMap { reads($0) } + scope.conditions
                guard !isRename, others.contains(where: { $0.isWord(alias.text) }) else {
                    return nil
                }
                return .init(
                    line: alias.line, rule: "alias \(alias.text) is a column that the select reads")
            }
        }
    }

    /// Joins are written out, with `on`.
    static func joins(_ tokens: [SQLToken]) -> [PortableSQL.Violation] {
        scopes(tokens).flatMap { scope -> [PortableSQL.Violation] in
            var violations: [PortableSQL.Violation] = []
            for (index, token) in scope.tables.enumerated() {
                if token.isSymbol(",") {
                    violations.append(.init(line: token.line, rule: "no comma join"))
                }
                if token.isWord("join"),
                    index == 0 || !scope.tables[index - 1].isWord("inner", "left", "cross")
                {
                    violations.append(.init(line: token.line, rule: "inner, left or cross join"))
                }
            }
            return violations
        }
    }

    /// The whole query has an order, over columns of its result.
    static func order(_ tokens: [SQLToken]) -> [PortableSQL.Violation] {
        let last = tokens.last?.line ?? 1
        guard let names = orderNames(tokens) else { return [.init(line: last, rule: "order by")] }
        let outputs = outermost(tokens)?.items.compactMap { $0.last?.text } ?? []
        return names.filter { !outputs.contains($0.text) }.map {
            .init(line: $0.line, rule: "order by columns of the result, not \($0.text)")
        }
    }

    /// The columns that the whole query is ordered by.
    static func orderNames(_ tokens: [SQLToken]) -> [SQLToken]? {
        orderItems(tokens)?.compactMap(\.first)
    }

    /// Those that say where nulls go.
    static func nullsFirstNames(_ tokens: [SQLToken]) -> [String] {
        (orderItems(tokens) ?? []).filter { $0.contains { $0.isWord("nulls") } }
            .compactMap { $0.first?.text }
    }

    private static func orderItems(_ tokens: [SQLToken]) -> [[SQLToken]]? {
        var depth = 0
        var start: Int?
        for (index, token) in tokens.enumerated() {
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0
            if depth == 0, token.isWord("order") { start = index + 2 }
        }
        guard let start, start < tokens.count else { return nil }
        return split(tokens[start...].prefix { !$0.isWord("limit") })
    }

    /// The index of the parenthesis that ends what one begins.
    static func close(_ tokens: [SQLToken], open: Int) -> Int? {
        var depth = 0
        for index in tokens.indices.dropFirst(open) {
            depth += tokens[index].isSymbol("(") ? 1 : tokens[index].isSymbol(")") ? -1 : 0
            if depth == 0 { return index }
        }
        return nil
    }

    /// How many arguments stand in parentheses.
    static func arguments(_ tokens: [SQLToken], open: Int) -> Int {
        guard let close = close(tokens, open: open), close > open + 1 else { return 0 }
        return split(tokens[(open + 1)..<close]).count
    }

    /// The last select outside parentheses.
    private static func outermost(_ tokens: [SQLToken]) -> Scope? {
        var depth = 0
        var select: Int?
        for (index, token) in tokens.enumerated() {
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0
            if depth == 0, token.isWord("select") { select = index }
        }
        return select.map { scope(tokens, select: $0) }
    }

    private static func scopes(_ tokens: [SQLToken]) -> [Scope] {
        tokens.indices.filter { tokens[$0].isWord("select") }.map { scope(tokens, select: $0) }
    }

    private static func scope(_ tokens: [SQLToken], select: Int) -> Scope {
        var clause = 0
        var depth = 0
        var parts: [[SQLToken]] = [[], [], [], []]
        for token in tokens.dropFirst(select + 1) {
            if token.isSymbol(")") { depth -= 1 }
            if depth < 0 || depth == 0 && token.isWord("union", "except") { break }
            if depth == 0 {
                if token.isWord("from") { clause = 1; continue }
                if token.isWord("where", "group", "having") { clause = 2 }
                if token.isWord("order", "limit") { clause = 3 }
            }
            if token.isSymbol("(") { depth += 1 }
            parts[clause].append(token)
        }
        return Scope(
            items: split(parts[0][...]), tables: parts[1].flat, conditions: parts[2],
            line: tokens[select].line)
    }

    /// What an item reads: all of it but its alias; `x as x` reads nothing else.
    private static func reads(_ item: [SQLToken]) -> [SQLToken] {
        item.count > 1 && item[item.count - 2].isWord("as") ? item.dropLast(2) : []
    }

    /// Cuts at the commas outside parentheses.
    private static func split(_ tokens: ArraySlice<SQLToken>) -> [[SQLToken]] {
        var depth = 0
        var items: [[SQLToken]] = [[]]
        for token in tokens {
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0
            if depth == 0, token.isSymbol(",") {
                items.append([])
            } else {
                items[items.count - 1].append(token)
            }
        }
        return items
    }
}

extension [SQLToken] {
    /// Without what stands in parentheses.
    fileprivate var flat: [SQLToken] {
        var depth = 0
        return filter { token in
            if token.isSymbol(")") { depth -= 1 }
            defer { if token.isSymbol("(") { depth += 1 } }
            return depth == 0
        }
    }
}
