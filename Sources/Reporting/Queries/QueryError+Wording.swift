internal import Glibc
internal import SQLite

extension QueryError: CustomStringConvertible {
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

extension QueryError.Problem: CustomStringConvertible {
    package var description: String { text("error") }

    /// `error: path:line:byte: message`, or another word for `error`, and the hint below it.
    package func text(_ word: String) -> String {
        let start = place.map { "\($0): " } ?? ""
        return "\(word): \(start)\(message)" + (hint.map { "\n    hint: \($0)" } ?? "")
    }
}

extension QueryError.Place: CustomStringConvertible {
    package var description: String {
        ([path ?? "SQL"] + [line, byte].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

extension QueryError.Problem {
    package var message: String {
        statementMessage ?? argumentMessage ?? headerMessage ?? reportMessage ?? fileMessage ?? code
    }

    private var statementMessage: String? {
        switch kind {
        case .nothingToRun: "expected a statement, found none"
        case .severalStatements: "expected one statement, found text after its end"
        case .nulByte: "expected text, found a NUL byte"
        case .notReadOnly: "expected a statement that reads, found one that writes"
        case .refused(let action): "\(SafeText.visible(action)) is not allowed: queries only read"
        case .noSuchTable(let name, _): "no view or table is named '\(SafeText.visible(name))'"
        case .noSuchView(let name): "the database has no view '\(SafeText.visible(name))' yet"
        case .noSuchColumn(let name, _, _): "no column is named '\(SafeText.visible(name))'"
        case .timeLimit(let limit): "stopped after the time limit of \(Self.seconds(limit)) s"
        case .memoryLimit(let bytes):
            "stopped at the memory limit of \(NumberWords.grouped(bytes >> 20)) MB"
        case .busy: "the database is locked by another process"
        case .disk(let code, let message): "\(message) (SQLite error \(code))"
        case .sqlite(_, let message): SafeText.visible(message)
        default: nil
        }
    }

    private var argumentMessage: String? {
        switch kind {
        case .unknownParameter(let name, _, _): "unknown parameter :\(SafeText.visible(name))"
        case .missingParameter(let name): "parameter :\(name) has no value"
        case .unnamedParameter: "expected parameters with names, found '?'"
        case .badArgument(let name, let found, let type):
            "expected \(type.expectation) for :\(name), found '\(SafeText.visible(found))'"
        default: nil
        }
    }

    private var headerMessage: String? {
        switch kind {
        case .noHeader(let name): "expected a header that begins with '-- \(name)'"
        case .nameDiffers(let found, let expected):
            "expected the file's name '\(expected)' in the first line, found '\(found)'"
        case .noDescription: "expected a description below the name, found none"
        case .noColumns: "expected '-- columns' and a line for each, found none"
        case .noExample: "expected '-- example: pushfunnel sql ...', found none"
        case .badLine(let expected): "expected \(expected)"
        case .unknownType(let found):
            "expected a type (\(QueryFile.typeNames)), found '\(SafeText.visible(found))'"
        case .describedTwice(let name): "\(name) is described twice"
        case .parameterNotDescribed(let name):
            "parameter :\(name) is used but not described in the header"
        case .parameterNotUsed(let name): "parameter :\(name) is described but not used"
        case .columnNotDescribed(let name):
            "column \(SafeText.visible(name)) is not described in the header"
        case .columnNotGiven(let name): "column \(name) is described but not selected"
        case .columnOrder(let given):
            "expected the columns in the order \(given.joined(separator: ", "))"
        case .noSuchPart(let name, let column):
            "column \(column) divides \(SafeText.visible(name)), which is not a column"
        default: nil
        }
    }

    private var reportMessage: String? {
        switch kind {
        case .unknownWord(let word, let known):
            "expected one of \(known.joined(separator: ", ")), found '\(SafeText.visible(word))'"
        case .missingKey(let key): "expected '\(key)', found none"
        case .missingWord(let word, let report):
            word == "of"
                ? "the report \(report) compares the values of a dimension, and none is named"
                : "the report \(report) needs one \(word)"
        case .unknownCampaign(let name, _): "no campaign is named '\(SafeText.visible(name))'"
        case .unknownProject(let name, _): "no project is named '\(SafeText.visible(name))'"
        case .noSuchShownColumn(let name, _):
            "the query gives no column '\(SafeText.visible(name))'"
        case .unknownPartial(let name, _):
            "no template is named '\(SafeText.visible(name))'"
        case .partialInItself(let names):
            "the template includes itself: \(names.map(SafeText.visible).joined(separator: ", "))"
        case .badTemplate(let problem): "broken template: \(problem)"
        default: nil
        }
    }

    private var fileMessage: String? {
        switch kind {
        case .unknownReport(let name, _): "no report is named '\(SafeText.visible(name))'"
        case .unknownQuery(let name, _): "no query is named '\(SafeText.visible(name))'"
        case .unknownDerivation(let name, _):
            "no derivation is named '\(SafeText.visible(name))'"
        case .columnsToDerive(let derivation, let missing, _):
            "\(derivation) needs the columns \(missing.joined(separator: ", ")), "
                + "which the query does not give"
        case .noTimesToDraw: "expected a column of days or hours to draw, found none"
        case .noNumbersToDraw: "expected a column of numbers to draw, found none"
        case .severalToDraw(let column, let text):
            "expected one row to draw for \(SafeText.visible(column)) "
                + "\(SafeText.visible(text)), found two"
        case .cannotRead(let number): "cannot be read: \(String(cString: strerror(number)))"
        case .notUTF8: "expected UTF-8 text, found other bytes"
        default: nil
        }
    }

    /// What to do, if there is something.
    package var hint: String? {
        switch kind {
        case .severalStatements: "run one statement at a time"
        case .nulByte: "use char(0) in a value"
        case .notReadOnly, .refused:
            "open a copy of the database with sqlite3 to change it"
        case .noSuchView: "run pushfunnel upgrade"
        case .noSuchTable(_, let near) where near.isEmpty: "pushfunnel sql --list shows the views"
        case .noSuchColumn(_, let near, let view) where near.isEmpty:
            "pushfunnel sql --describe \(view ?? "messages") shows the columns"
        case .unknownQuery(_, let near) where near.isEmpty,
            .unknownDerivation(_, let near) where near.isEmpty:
            "pushfunnel sql --list shows all"
        case .unknownReport(_, let near) where near.isEmpty:
            "pushfunnel report --list shows all"
        case .unknownCampaign(_, let near) where near.isEmpty:
            "pushfunnel sql funnel_by_campaign lists them"
        case .unknownProject(_, let near) where near.isEmpty:
            "pushfunnel verify lists them"
        case .noSuchShownColumn(_, let near) where near.isEmpty: nil
        case .unknownPartial(_, let known): "templates: \(Self.choice(known))"
        case .noSuchTable(_, let near), .noSuchColumn(_, let near, _), .unknownQuery(_, let near),
            .unknownReport(_, let near), .unknownDerivation(_, let near),
            .noSuchShownColumn(_, let near), .unknownCampaign(_, let near),
            .unknownProject(_, let near):
            "did you mean \(Self.choice(near))?"
        case .columnsToDerive(_, _, let fitting) where !fitting.isEmpty:
            "queries that give them: \(Self.choice(fitting))"
        case .noTimesToDraw: "select send_day, send_hour or week; funnel_by_day has days"
        case .noNumbersToDraw:
            "select a count or a rate; rates of fewer than 100 are hidden, --csv has them"
        case .severalToDraw(let column, _):
            "group by \(SafeText.visible(column)), or select the words that differ"
        case .unknownParameter(_, let near, let known):
            near.isEmpty
                ? (known.isEmpty
                    ? "the query has no parameters" : "parameters: " + Self.names(known))
                : "did you mean \(Self.choice(near.map { ":" + $0 }))?"
        case .missingWord(let word, _):
            word == "of" ? "use pushfunnel effect --of image" : "add --where \(word)=..."
        case .missingParameter(let name): "add --param \(name)=..."
        case .unnamedParameter: "write :name"
        case .timeLimit, .memoryLimit: "select fewer rows, or raise the limit"
        case .busy: "run the same command again"
        case .disk(let code, _): SQLiteError.Code(rawValue: code).diskHint
        default: nil
        }
    }

    private static func choice(_ names: [String]) -> String {
        names.map(SafeText.visible).joined(separator: ", ")
    }

    private static func names(_ names: [String]) -> String {
        names.map { ":" + $0 }.joined(separator: ", ")
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return attoseconds == 0
            ? NumberWords.grouped(seconds) : "\(Double(seconds) + Double(attoseconds) / 1e18)"
    }
}
