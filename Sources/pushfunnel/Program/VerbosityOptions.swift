import ArgumentParser

/// The amount of output on standard error.
enum Verbosity: Comparable {
    case quiet
    case summary
    case eachFile
}

struct StatusOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors and warnings.")
    var quiet = false

    /// Writes to standard error, unless `--quiet` is given.
    func note(_ text: String) { if !quiet { Terminal.note(text) } }
}

struct VerbosityOptions: ParsableArguments {
    @OptionGroup var status: StatusOptions

    @Flag(
        name: .shortAndLong,
        help: "Print a line for each file: its counts, or the reason for skipping it.")
    var verbose = false

    func validate() throws {
        if status.quiet, verbose { throw ValidationError("--quiet", excludes: "--verbose") }
    }

    var level: Verbosity { status.quiet ? .quiet : verbose ? .eachFile : .summary }
}
