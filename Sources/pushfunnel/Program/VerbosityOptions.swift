import ArgumentParser

/// The amount of output on standard error.
enum Verbosity: Comparable {
    case quiet
    case summary
    case eachFile
}

struct VerbosityOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors and warnings.")
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help: "Print a line for each file: its counts, or the reason for skipping it.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet", excludes: "--verbose") }
    }

    var level: Verbosity { quiet ? .quiet : verbose ? .eachFile : .summary }
}
