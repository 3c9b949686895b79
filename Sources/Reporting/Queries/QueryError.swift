/// All problems of a query or its file.
///
/// It has only facts; `QueryError+Wording.swift` has the texts.
package struct QueryError: Error, Equatable, Sendable {
    /// The place of a problem. Lines, and bytes in a line, count from 1.
    package struct Place: Equatable, Sendable {
        /// Nil: the SQL of the command line.
        package var path: String?
        package var line: Int?
        package var byte: Int?

        package init(path: String?, line: Int? = nil, byte: Int? = nil) {
            self.path = path
            self.line = line
            self.byte = byte
        }
    }

    package struct Problem: Equatable, Sendable {
        package var place: Place?
        package var kind: Kind

        /// One word for machines, the name of its kind: `noSuchTable` as `no_such_table`.
        package var code: String {
            let name = Mirror(reflecting: kind).children.first?.label ?? "\(kind)"
            return name.replacing(/[a-z](?=[A-Z])/) { $0.output + "_" }.lowercased()
        }

        package init(_ kind: Kind, at place: Place? = nil) {
            self.kind = kind
            self.place = place
        }
    }

    package enum Kind: Equatable, Sendable {
        // The statement.
        case nothingToRun
        case severalStatements
        /// For SQLite, it ends the text.
        case nulByte
        case notReadOnly
        /// The action of the statement.
        case refused(action: String)
        case noSuchTable(name: String, near: [String])
        /// One that databases of this version have.
        case noSuchView(name: String)
        /// The view is the first that the SQL reads.
        case noSuchColumn(name: String, near: [String], view: String?)
        case timeLimit(Duration)
        case memoryLimit(bytes: Int64)
        case busy
        /// The database cannot be read.
        case disk(code: Int32, message: String)
        /// All other errors of SQLite.
        case sqlite(code: Int32, message: String)

        // Arguments.
        case unknownParameter(name: String, near: [String], known: [String])
        case missingParameter(name: String)
        case unnamedParameter
        case badArgument(name: String, found: String, type: QueryFile.ParameterType)

        // The header of a file.
        case noHeader(name: String)
        case nameDiffers(found: String, expected: String)
        case noDescription
        case noColumns
        case noExample
        case badLine(expected: String)
        case unknownType(found: String)
        case describedTwice(name: String)

        // Report files and templates.
        case unknownWord(String, known: [String])
        case missingKey(String)
        case missingWord(String, report: String)
        case noSuchShownColumn(name: String, near: [String])
        case unknownReport(name: String, near: [String])
        case unknownCampaign(name: String, near: [String])
        case unknownProject(name: String, near: [String])
        case unknownPartial(name: String, known: [String])
        /// Templates that include each other in a circle, from the first back to it.
        case partialInItself(names: [String])
        case badTemplate(problem: String)

        // Header against statement.
        case parameterNotDescribed(name: String)
        case parameterNotUsed(name: String)
        case columnNotDescribed(name: String)
        case columnNotGiven(name: String)
        case columnOrder(given: [String])
        /// A rate names a column that is none of the query.
        case noSuchPart(name: String, of: String)

        // Files.
        case unknownQuery(name: String, near: [String])
        case unknownDerivation(name: String, near: [String])
        /// The columns that a query lacks for a derivation, and queries that have them.
        case columnsToDerive(derivation: String, missing: [String], fitting: [String])

        // Charts.
        case noTimesToDraw
        case noNumbersToDraw
        /// Two rows of one time; its column and its text.
        case severalToDraw(column: String, text: String)
        case cannotRead(errno: Int32)
        case notUTF8
    }

    package var problems: [Problem]

    package init(_ problems: [Problem]) {
        self.problems = problems
    }

    package init(_ kind: Kind, at place: Place? = nil) {
        problems = [Problem(kind, at: place)]
    }
}
