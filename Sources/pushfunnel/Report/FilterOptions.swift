import ArgumentParser
import FCM
import Reporting

/// Which sends a report is about.
struct FilterOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only these sends, by platform, campaign, image, project and dimension, with "
                + "commas between them.",
            valueName: "column=word"))
    var conditions: [String] = []

    @Option(
        help: ArgumentHelp("Only the sends of this Firebase project.", valueName: "name"))
    var project: String?

    /// `--where a=b,c=d`; a comma is part of a word if no column follows it.
    func filter(
        _ period: PeriodOptions, _ database: DatabaseOptions, _ dimensions: [OwnDimension]
    ) throws -> FunnelFilter {
        var filter = try words(dimensions)
        filter.period = try period.period(database.clock)
        return filter
    }

    /// The same without a period.
    func words(_ dimensions: [OwnDimension]) throws -> FunnelFilter {
        var filter = FunnelFilter()
        if let project { filter.add("project", is: project) }
        let columns = FunnelFilter.names + dimensions.map(\.name)
        for condition in conditions {
            for (name, word) in try pairs(condition, columns) {
                if filter.has(name) {
                    throw ValidationError(
                        "--where", expected: "one word of \(name)", found: word)
                }
                guard FunnelFilter.names.contains(name) else {
                    try FilterOptions.expect(name, ofSendsIn: dimensions, "--where")
                    filter.add(dimension: name, is: word)
                    continue
                }
                if let known = FunnelFilter.knownWords(name) {
                    try FilterOptions.expect(word, oneOf: known, "--where")
                }
                filter.add(name, is: word)
            }
        }
        return filter
    }

    private func pairs(_ text: String, _ columns: [String]) throws -> [(String, String)] {
        var pairs: [(String, String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, pairs.isEmpty || columns.contains(String(sides[0])) {
                pairs.append((String(sides[0]), String(sides[1])))
            } else if let last = pairs.popLast() {
                pairs.append((last.0, last.1 + "," + part))
            } else {
                throw ValidationError("--where", expected: "column=word", found: String(part))
            }
        }
        return pairs
    }

    /// Throws what `option` expects, unless `word` is a column of all sends.
    static func expect(
        _ word: String, ofSendsIn dimensions: [OwnDimension], _ option: String
    ) throws {
        let known = FunnelFilter.names + dimensions.names(of: .sends)
        guard !dimensions.names(of: .clients).contains(word) else {
            throw ValidationError(
                option, expected: "what is known of all sends: \(known.joined(separator: ", "))",
                found: word,
                hint: "only those who received a message tell \(word): report --by \(word) "
                    + "counts them")
        }
        try expect(word, oneOf: known, option)
    }

    /// Throws what `option` expects, unless `word` is one of these.
    static func expect(_ word: String, oneOf known: [String], _ option: String) throws {
        guard known.contains(word) else {
            throw ValidationError(
                option, expected: "one of \(known.joined(separator: ", "))", found: word,
                hint: ValueError.suggestion(for: word, in: known))
        }
    }
}
