import ArgumentParser
import Delivery
import Foundation
import Reporting
import SQLite

struct NoteCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Note what happened on a day, for the charts of reports.",
        discussion: """
            Reports draw a line at each noted day of their charts, and print the notes of their \
            own days. Without arguments, note lists all notes. The view notes has them, too. \
            Deleting old messages and counts keeps them.

            EXAMPLES
              pushfunnel note 2025-11-18 "app 5.4 released"
              pushfunnel note today "prices of shoes are half"
              pushfunnel note
              pushfunnel note --delete 1
            """)

    @Argument(help: "The day: 2025-11-18, today or yesterday.")
    var day: String?

    @Argument(help: "What happened, in one line of at most \(DayNote.longestText) characters.")
    var text: String?

    @OptionGroup var database: DatabaseOptions

    @Option(help: ArgumentHelp("Delete a note by its number.", valueName: "id"))
    var delete: Int64?

    @OptionGroup var zone: ZoneOptions

    func validate() throws {
        if let day {
            if delete != nil { throw ValidationError("--delete", excludes: "a day") }
            guard try namedDay() != nil else {
                throw ValidationError(
                    "day", expected: "a day such as 2025-11-18, today or yesterday", found: day)
            }
            guard words != nil else {
                throw ValidationError(
                    "text", expected: "one line of 1 to \(DayNote.longestText) characters",
                    found: text)
            }
        }
    }

    func run() throws {
        if let delete {
            let isDeleted = try Store.noting(database.db).write { try DayNote.delete(delete, $0) }
            guard isDeleted else {
                throw ValidationError(
                    "--delete", expected: "the number of a note", found: "\(delete)",
                    hint: "pushfunnel note lists them")
            }
        } else if let day = try namedDay(), let words {
            let id = try Store.noting(database.db).write {
                try DayNote.add(day: day, text: words, $0)
            }
            try Terminal.print("note \(id) of \(day)\n")
        } else {
            let notes = try Store.reader(database.db).read(DayNote.all)
            try Terminal.print(TextFormat(style: .human).text(of: NoteCommand.table(notes)))
        }
    }

    /// Nil of none, and of what is no day.
    private func namedDay() throws -> String? {
        guard let day else { return nil }
        guard let days = RelativeDay.daysAgo(day) else {
            return day.utf8.count == 10 && Period.hour(day) != nil ? day : nil
        }
        let calendar = try zone.calendar(database.clock)
        return calendar.date(byAdding: .day, value: -days, to: Date())
            .map { PeriodOptions.day($0, calendar) }
    }

    /// Nil of none, and of more than a line.
    private var words: String? {
        guard let words = text?.trimmingCharacters(in: .whitespaces), !words.isEmpty,
            words.count <= DayNote.longestText,
            !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return words
    }

    private static func table(_ notes: [DayNote]) -> ResultTable {
        ResultTable(
            columns: ["id", "day", "note"],
            rows: notes.map { [.integer($0.id), .text($0.day), .text($0.text)] })
    }
}
