import ArgumentParser
import Delivery
import Foundation
import Reporting

struct AlertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Find sudden drops: fewer events than the sends, or the past, lead to expect.",
        discussion: """
            Of a table of counts by hour, tells each drop on a line of CSV: when it began and \
            ended, and of the window in which it was most telling the length in hours, what was \
            observed, what was expected, the range in which 99 % of counts fall, the share that is \
            missing, and the score: 11 means that chance brings so few once in e^11 hours.

            --series FILE has two columns, timestamp and count: one line an hour. Expected is what \
            the hour of the week had in the last weeks.

            --cohorts FILE has the columns send_hour, sent, age0, age1, ...: of so many sends in \
            that hour, so many events came in the same hour, in the next, and so on to age24. All \
            other columns are segments; campaign and platform have their meaning. Expected is \
            what so many sends usually bring.

            Times without an offset are UTC. Two weeks of history come before the first answer.

            EXAMPLES
              pushfunnel alert --series opens_by_hour.csv
              pushfunnel alert --cohorts opens.csv --tz Europe/Berlin
              pushfunnel alert --cohorts delivered.csv --min-drop 10 --budget 0.5

            EXIT CODES
              0 nothing fires at the end of the table; 1 something does; 2 too little history to \
            tell.
            """)

    @Option(
        help: ArgumentHelp("Counts of one series by hour, as CSV.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var series: String?

    @Option(
        help: ArgumentHelp("Sends and their events by age, as CSV.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var cohorts: String?

    @Option(
        help: ArgumentHelp(
            "False alarms allowed in a month, all series together.", valueName: "number"))
    var budget = 1.0

    @Option(
        help: ArgumentHelp("Smaller drops are no alarm.", valueName: "percent"))
    var minDrop = 20.0

    @Option(
        help: ArgumentHelp("How much of the past to learn from, 14 or more.", valueName: "days"))
    var history = 28

    @Option(
        help: ArgumentHelp(
            "The zone of the audience's days and nights, such as Europe/Berlin.",
            valueName: "zone"))
    var tz: String = Defaults.text("tz") ?? "UTC"

    func validate() throws {
        guard (series == nil) != (cohorts == nil) else {
            throw ValidationError("Give --series FILE or --cohorts FILE.")
        }
        guard budget > 0, budget <= 1000 else {
            throw ValidationError("Expected a number above 0 for --budget, found '\(budget)'.")
        }
        guard (0..<100).contains(minDrop) else {
            throw ValidationError("Expected 0 to 99 percent for --min-drop, found '\(minDrop)'.")
        }
        guard (AlertParameters.fewestDays...366).contains(history) else {
            throw ValidationError("Expected 14 to 366 days for --history, found '\(history)'.")
        }
        guard TimeZone(identifier: tz) != nil else {
            throw ValidationError(
                "Expected a time zone such as UTC or Europe/Berlin for --tz, found '\(tz)'.")
        }
    }

    func run() throws {
        if let series {
            let table = try read(series) { text throws(AlertFileError) in
                try SeriesTable(csv: text)
            }
            try tell(
                DropDetector(
                    VolumeModel(
                        counts: table.counts, start: table.start, parameters: parameters,
                        hourOfWeek: hourOfWeek)),
                dimensions: [])
        } else if let cohorts {
            let table = try read(cohorts) { text throws(AlertFileError) in
                try CohortTable.cohorts(csv: text)
            }
            try tell(
                DropDetector(
                    RateModel(table, parameters: parameters, hourOfWeek: hourOfWeek)),
                dimensions: table.dimensions)
        }
    }

    private var parameters: AlertParameters {
        var parameters = AlertParameters.opens
        parameters.budget = budget
        parameters.minDrop = minDrop / 100
        parameters.historyDays = history
        return parameters
    }

    /// Of hours since 1970-01-01 00:00 UTC: the hour of the week in the audience's zone.
    private var hourOfWeek: (Int64) -> Int {
        let zone = TimeZone(identifier: tz) ?? .gmt
        return { hour in
            let seconds = Int(hour) * 3600
            let date = Date(timeIntervalSince1970: Double(seconds))
            let local = (seconds + zone.secondsFromGMT(for: date)) / 3600
            // 1970-01-01 was a Thursday.
            return ((local + 72) % 168 + 168) % 168
        }
    }

    private func read<Table>(
        _ path: String, _ parse: (String) throws(AlertFileError) -> Table
    ) throws -> Table {
        do {
            return try parse(TextFile(path: path).text)
        } catch let error as AlertFileError {
            let place = error.line.map { "\(path):\($0)" } ?? path
            throw Diagnostic(
                message: "\(place): \(error.message)", hint: error.hint, code: .badData)
        } catch let error as QueryError {
            let reason = error.problems.first?.message ?? "cannot be read"
            throw Diagnostic(message: "\(path): \(reason)", hint: nil, code: .inputOutput)
        }
    }

    private func tell(_ detector: DropDetector, dimensions: [String]) throws {
        var last = AlertState.notEnoughHistory
        let episodes = detector.run { last = $0.state }
        let table = AlertTable.table(of: episodes, dimensions: dimensions)
        Terminal.print(CSVFormat().text(of: table))
        switch last {
        case .firing: throw ExitCode(1)
        case .notEnoughHistory: throw ExitCode(2)
        default: break
        }
    }
}

/// Episodes as rows.
enum AlertTable {
    static func table(of episodes: [Episode], dimensions: [String]) -> ResultTable {
        let numbers = [
            "hours", "observed", "expected", "likely_low", "likely_high", "drop", "score",
        ]
        return ResultTable(
            columns: ["start", "end"] + dimensions + numbers,
            rows: episodes.map { row($0) })
    }

    private static func row(_ episode: Episode) -> [ResultTable.Cell] {
        let score = episode.worst.score
        let likely = score.likelyRange
        let isOver = episode.state != .firing
        let times: [ResultTable.Cell] = [
            .text(Period.text(episode.start)), isOver ? .text(Period.text(episode.end)) : .null,
        ]
        return times + episode.slice.values.map { $0.map { .text($0) } ?? .null } + [
            .integer(Int64(score.window)), .integer(Int64(score.observed)),
            .real(rounded(score.expected, 10)), .integer(Int64(likely.lowerBound)),
            .integer(Int64(likely.upperBound)), .real(rounded(score.drop, 10_000)),
            .real(rounded(score.score, 100)),
        ]
    }

    private static func rounded(_ number: Double, _ parts: Double) -> Double {
        (number * parts).rounded() / parts
    }
}
