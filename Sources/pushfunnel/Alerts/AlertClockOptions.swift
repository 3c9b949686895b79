import ArgumentParser

/// The moment of a run.
struct AlertClockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Judge as of TIME (default: now).", valueName: "time"))
    var now: String?

    func validate() throws { _ = try moment() }

    /// ms since 1970.
    func moment() throws -> Int64 { try AlertTime.now(now) }
}
