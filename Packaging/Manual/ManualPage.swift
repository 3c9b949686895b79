/// A page of section 1: of the whole program, or of one of its commands.
struct ManualPage {
    /// The texts in the head and foot of every page.
    struct Edition {
        var version: String
        /// YYYY-MM-DD, of the version: the same sources give the same bytes on any day.
        var date: String
    }

    let program: String
    let command: ProgramDescription.Command
    let isWhole: Bool
    let edition: Edition

    /// All pages of a program.
    static func all(of program: ProgramDescription, _ edition: Edition) -> [ManualPage] {
        let (whole, name) = (program.command, program.command.commandName)
        return [ManualPage(program: name, command: whole, isWhole: true, edition: edition)]
            + whole.shownSubcommands.map { command in
                ManualPage(program: name, command: command, isWhole: false, edition: edition)
            }
    }

    /// `pushfunnel`, `pushfunnel-sql`.
    var name: String { isWhole ? program : ManualPage.name(of: command, in: program) }
    var fileName: String { name + ".1" }

    private static func name(of command: ProgramDescription.Command, in program: String) -> String {
        "\(program)-\(command.commandName)"
    }

    /// The page in man(7); ends with a line end.
    var text: String {
        let discussion = Discussion(command.discussion ?? "")
        let lines =
            [
                ".TH \(Roff.escaped(name.uppercased())) 1 \(edition.date) "
                    + "\"\(program) \(edition.version)\" \"User Commands\""
            ] + nameSection + synopsis + description(discussion) + commands + arguments + options
            + discussion.sections.flatMap(section) + seeAlso
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Sections

    private var nameSection: [String] {
        [".SH NAME"] + Roff.filled("\(name) - \((command.abstract ?? "").trimmingDot)")
    }

    private var synopsis: [String] {
        let typed = isWhole ? program : "\(program) \(command.commandName)"
        var words = [Roff.bold(typed)]
        if isWhole { words.append(Roff.italic("command")) }
        words += command.positionals.map { argument in
            let word = Roff.italic(argument.valueName ?? "") + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        words.append("[\(Roff.italic("options"))]")
        return [".SH SYNOPSIS", words.joined(separator: " ")]
    }

    private func description(_ discussion: Discussion) -> [String] {
        let paragraphs = [command.abstract ?? ""] + discussion.paragraphs
        return [".SH DESCRIPTION"] + paragraphs.map(Roff.filled).joined(separator: [".PP"])
    }

    private var commands: [String] {
        guard isWhole else { return [] }
        return [".SH COMMANDS"]
            + command.shownSubcommands.flatMap { command in
                [".TP", "\(Roff.bold(ManualPage.name(of: command, in: program)))(1)"]
                    + Roff.filled(command.abstract ?? "")
            }
    }

    private var arguments: [String] {
        let arguments = command.positionals
        guard !arguments.isEmpty else { return [] }
        return [".SH ARGUMENTS"]
            + arguments.flatMap { [".TP", Roff.italic($0.valueName ?? "")] + meaning($0) }
    }

    private var options: [String] {
        [".SH OPTIONS"]
            + command.options.flatMap { option in
                let names = (option.names ?? []).sorted { $0.name.count < $1.name.count }
                    .map { Roff.bold($0.text) }
                let value = option.kind == .option ? " " + Roff.italic(option.valueName ?? "") : ""
                return [".TP", names.joined(separator: ", ") + value] + meaning(option)
            }
    }

    private func meaning(_ argument: ProgramDescription.Argument) -> [String] {
        var text = argument.abstract ?? ""
        if let values = argument.allValues { text += " (\(values.joined(separator: ", ")))" }
        if let value = argument.defaultValue { text += " (default: \(value))" }
        let more = argument.discussion.map { [".IP"] + Roff.filled($0) } ?? []
        return Roff.filled(text) + more
    }

    private func section(_ section: Discussion.Section) -> [String] {
        switch section.title {
        case "EXAMPLES":
            let lines = section.lines.map { Roff.line(Roff.escaped($0)) }
            return [".SH EXAMPLES", ".EX"] + lines + [".EE"]
        case "EXIT CODES" where section.entries.isEmpty:
            let codes = section.lines.joined(separator: " ").trimmingDot.split(separator: "; ")
            return [".SH EXIT STATUS"] + codes.flatMap(exitCode)
        case "EXIT CODES": return [".SH EXIT STATUS"] + list(section)
        default: return [".SH \(section.title)"] + list(section)
        }
    }

    private func list(_ section: Discussion.Section) -> [String] {
        section.entries.flatMap { [".TP", Roff.bold($0.term)] + Roff.filled($0.meaning) }
    }

    /// `130, 143 interrupted`, in a text with semicolons between codes.
    private func exitCode(_ text: Substring) -> [String] {
        let numbers = text.prefix { $0.isNumber || $0 == "," || $0 == " " }
        let meaning = Roff.filled(String(text.dropFirst(numbers.count)))
        return [".TP", Roff.bold(String(numbers.dropLast()))] + meaning
    }

    private var seeAlso: [String] {
        let others =
            isWhole
            ? command.shownSubcommands.map { ManualPage.name(of: $0, in: program) } : [program]
        let names = others.sorted().map { ".BR \(Roff.escaped($0)) (1)" }
        return [".SH SEE ALSO"] + names.dropLast().map { $0 + "," } + names.suffix(1)
    }
}

extension String {
    /// Without the dot at its end.
    fileprivate var trimmingDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
