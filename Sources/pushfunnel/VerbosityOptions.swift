import ArgumentParser

/// How much a command reports on standard error.
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
        help: "Print a line for each file: the counts of its lines, or why it is not read.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    }

    var level: Verbosity { quiet ? .quiet : verbose ? .eachFile : .summary }
}
