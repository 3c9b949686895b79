import ArgumentParser
import Reporting

extension PageKind: ExpressibleByArgument {}

/// Which pages a folder gets.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a page for each day, week or campaign of the period into the folder -o; "
                + "repeatable.",
            valueName: "what"))
    var each: [PageKind] = []

    @Flag(help: "The same as --each day.")
    var eachDay = false

    @Flag(help: "The same as --each week.")
    var eachWeek = false

    @Option(
        help: ArgumentHelp(
            "With --each, delete pages of days that are older, such as 400d.",
            valueName: "days"))
    var keepPages: String?

    var kinds: Set<PageKind> {
        Set(each + (eachDay ? [.day] : []) + (eachWeek ? [.week] : []))
    }

    /// The option that asks for pages, as it is given.
    var asked: String? {
        if let first = each.first { return "--each \(first.rawValue)" }
        return eachDay ? "--each-day" : eachWeek ? "--each-week" : nil
    }

    func validate() throws {
        if let keepPages, PruneCommand.days(keepPages) == nil {
            throw ValidationError(
                "--keep-pages", expected: PruneCommand.expectedDays, found: keepPages)
        }
    }
}
