import Alerts
import ArgumentParser
import Delivery
import Reporting

/// Finds drops in a table of a file, without a database.
struct AlertFileMode {
    var parameters: AlertParameters
    var hourOfWeek: (Int64) -> Int

    func runSeries(_ path: String) throws {
        let table = try read(path) { text throws(AlertFileError) in try SeriesTable(csv: text) }
        try printDrops(
            DropDetector(
                VolumeModel(
                    counts: table.counts, start: table.start, parameters: parameters,
                    hourOfWeek: hourOfWeek)),
            dimensions: [])
    }

    func runCohorts(_ path: String) throws {
        let table = try read(path) { text throws(AlertFileError) in
            try CohortTable.cohorts(csv: text)
        }
        try printDrops(
            DropDetector(RateModel(table, parameters: parameters, hourOfWeek: hourOfWeek)),
            dimensions: table.dimensions)
    }

    private func read<Table>(
        _ path: String, _ parse: (String) throws(AlertFileError) -> Table
    ) throws -> Table {
        do {
            return try parse(TextFile(path: path).text)
        } catch let error as AlertFileError {
            let place = error.line.map { "\(path):\($0)" } ?? path
            throw Diagnostic(.badData, "\(place): \(error.message)", hint: error.hint)
        } catch let error as QueryError {
            let reason = error.problems.first?.message ?? "cannot be read"
            throw Diagnostic(.inputOutput, "\(path): \(reason)")
        }
    }

    private func printDrops(_ detector: DropDetector, dimensions: [String]) throws {
        var last = AlertState.notEnoughHistory
        let episodes = detector.run { last = $0.state }
        let table = EpisodeTable.table(of: episodes.incidents(), dimensions: dimensions)
        try Terminal.print(CSVFormat().text(of: table))
        switch last {
        case .firing: throw ExitCode(1)
        case .notEnoughHistory: throw ExitCode(2)
        default: break
        }
    }
}
