import ArgumentParser
import Delivery
import FCM
import Reporting

/// Logs that were read into a store, and how the program ends after them.
struct LogReading {
    let reporter: IngestReporter
    private let unmatchedPlaces: [String]
    private let unusedDimensions: [OwnDimension]
    private let late: Diagnostic?

    /// Reports each file and the progress. A signal ends the reading after a commit.
    init(_ logs: FoundLogs, into store: Store, _ options: IngestOptions) throws {
        CoreDumps.turnOff()
        Interrupt.watch()
        let run = try IngestRun(store, options)
        let reporter = IngestReporter(logs, hasRecords: try store.hasRecords())
        run.onFile = { reporter.report($0) }
        run.onProgress = { reporter.report($0) }
        run.shouldStop = { Interrupt.signalNumber != nil }
        _ = try run.read(logs.files)
        self.reporter = reporter
        unmatchedPlaces = run.unmatchedPlaces
        unusedDimensions = run.unusedDimensions
        late = options.readsAgain ? nil : LogReading.problem(withLate: store.lateDimensions)
    }

    /// What records that were read before do not have; nil if they have all.
    static func problem(withLate dimensions: [OwnDimension]) -> Diagnostic? {
        guard !dimensions.isEmpty else { return nil }
        let names = dimensions.map(\.name).joined(separator: ", ")
        return Diagnostic(
            .badData, "records that were read before have no value of \(names)",
            hint: "pushfunnel ingest --reread PATH... reads their files again")
    }

    /// Warns of members of a map and of dimensions without a value in any line, except with `-q`.
    func warn(ofMap map: String?) {
        guard reporter.verbosity > .quiet else { return }
        if let late { Terminal.note(late.warning) }
        for dimension in unusedDimensions { Terminal.note(LogReading.warning(dimension)) }
        guard let map, reporter.counts.filled > 0 else { return }
        let hint = "to see which lines are read: pushfunnel inspect --map \(map) PATH"
        Terminal.note(MapOptions.warning(map, unmatchedPlaces, hint: hint))
    }

    private static func warning(_ dimension: OwnDimension) -> String {
        let (option, record) =
            switch dimension.source {
            case .sends: ("--dimension", "send")
            case .clients: ("--client-dimension", "client event")
            }
        let text = ShellWord.quoted("\(dimension.name)=\(dimension.place)")
        return "warning: \(option) \(text): no \(record) has a value there\n"
            + "    hint: the pointer is from the top of a record: pushfunnel inspect \(option) "
            + "\(dimension.name)=POINTER PATH tries another\n"
    }

    /// Throws the exit code of a signal.
    static func stopIfInterrupted() throws {
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
    }

    /// Throws the exit code of a signal, of files that could not be read, and of lines that are no
    /// pushes.
    func end(_ maxRejects: RejectLimit? = nil) throws {
        try LogReading.stopIfInterrupted()
        if reporter.hasFailed { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        if let maxRejects, maxRejects.isExceeded(by: reporter.counts) {
            throw Diagnostic(
                .badData,
                "\(grouped(reporter.counts.unreadable)) of "
                    + "\(grouped(reporter.counts.pushes)) lines that look like pushes were "
                    + "rejected, more than --max-rejects \(maxRejects.text)",
                hint: "run pushfunnel sql rejects to see the reasons")
        }
        if reporter.isBroken { throw ExitCode(ExitStatus.badData.rawValue) }
        if let problem = reporter.problem { throw ExitCode(problem.code.rawValue) }
    }
}
