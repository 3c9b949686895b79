import ArgumentParser
import Reporting

/// Rewords errors of the argument parser in the form of all other errors.
///
/// The types of the parser's errors are private, so this reads their texts. It prints an unknown
/// text unchanged.
struct ArgumentWording {
    /// The parser's message, without its prefix and usage.
    let message: String
    /// The same with the usage, which names the command's help.
    let usage: String

    var diagnostic: Diagnostic {
        var diagnostic = known ?? own
        diagnostic.hint = diagnostic.hint ?? help
        return diagnostic
    }

    private var known: Diagnostic? {
        if let match = message.wholeMatch(of: #/Unknown option '(.+?)'(\. Did you mean '(.+)'\?)?/#)
        {
            return usageError(
                "\(match.1): unknown option", match.3.map { "did you mean \($0)?" })
        }
        if let match = message.wholeMatch(of: #/Missing value for '(\S+)( <(.+)>)?'/#) {
            // Without a name, the option of a preset prints all.
            if match.3 == "preset" {
                return usageError(
                    "\(match.1): expected a preset, found nothing", MapOptions.presets)
            }
            return usageError(
                "\(match.1): expected \(match.3.map { "<\($0)>" } ?? "a value"), found nothing")
        }
        if let match = message.wholeMatch(of: #/The option '(.+)' does not take any value.*/#) {
            return usageError("\(match.1): expected no value")
        }
        return invalid ?? missing ?? unexpected ?? repeated
    }

    private var invalid: Diagnostic? {
        let pattern = #/(?s)The value '(.*)' is invalid for '(\S+)( <(.+)>)?'(.*)/#
        guard let match = message.wholeMatch(of: pattern) else { return nil }
        let known = match.5.matches(of: #/'(\S+?)'|  - (\S+)/#).map { String($0.1 ?? $0.2 ?? "") }
        // Any text is valid for a text option, so this is a number or one of two forms.
        let form = match.4.map { $0.contains("|") ? "<\($0)>" : "a number" } ?? "a number"
        let expected = known.isEmpty ? form : "one of \(known.joined(separator: ", "))"
        return usageError(
            ValueError.text(String(match.2), expected: expected, found: String(match.1)),
            ValueError.suggestion(for: String(match.1), in: known))
    }

    private var missing: Diagnostic? {
        if let match = message.wholeMatch(of: #/Missing expected argument '(.+)'/#) {
            return usageError("\(command): expected \(match.1), found nothing")
        }
        if let match = message.wholeMatch(of: #/Missing one of: '(.+)'/#) {
            return usageError(
                "\(command): expected one of \(match.1.replacing("', '", with: ", ")), found none")
        }
        return nil
    }

    private var unexpected: Diagnostic? {
        if let match = message.wholeMatch(of: #/Unexpected argument '(.*)'/#) {
            let word = String(match.1)
            let commands = commands
            guard !commands.isEmpty else {
                return usageError("\(word): expected no further argument")
            }
            return usageError(
                "\(word): unknown command, expected one of "
                    + commands.joined(separator: ", "),
                ValueError.suggestion(for: word, in: commands))
        }
        guard let match = message.wholeMatch(of: #/\d+ unexpected arguments: '(.*)'/#) else {
            return nil
        }
        return usageError("\(match.1.replacing("', '", with: " ")): expected no further arguments")
    }

    private var repeated: Diagnostic? {
        let form = #/Value to be set with flag '(.+)' had already been set with flag '(.+)'/#
        guard let match = message.wholeMatch(of: form) else { return nil }
        return usageError("\(match.1): cannot be combined with \(match.2)")
    }

    /// A text of `ValidationError`, which may have a hint, or an unknown text of the parser.
    private var own: Diagnostic {
        let parts = message.split(separator: "\n    hint: ", maxSplits: 1)
        return usageError(
            parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Nil for an error while a command runs: the usage is then that of the program.
    private var help: String? {
        guard let see, !see.isEmpty || known != nil else { return nil }
        return "pushfunnel\(see) --help lists all arguments and options"
    }

    private var command: String {
        let name = (see ?? "").trimmingPrefix(" ")
        return name.isEmpty ? "pushfunnel" : String(name)
    }

    /// The commands that a word could be, after the command that the usage names. Empty if it
    /// has none. An unknown word after a command with a default is an argument of the default.
    private var commands: [String] {
        var path = [any ParsableCommand.Type]()
        var command: any ParsableCommand.Type = Pushfunnel.self
        for name in (see ?? "").split(separator: " ") {
            guard
                let next = command.configuration.subcommands.first(where: {
                    $0._commandName == name
                })
            else { return [] }
            path.append(command)
            command = next
        }
        if let parent = path.last, parent.configuration.defaultSubcommand == command {
            command = parent
        }
        return command.configuration.subcommands.map { $0._commandName }
    }

    /// The command that the usage names, with a blank before it.
    private var see: Substring? {
        usage.firstMatch(of: #/See 'pushfunnel(.*) --help' for more information/#)?.1
    }

    private func usageError(_ message: String, _ hint: String? = nil) -> Diagnostic {
        Diagnostic(.usage, message, hint: hint)
    }
}
