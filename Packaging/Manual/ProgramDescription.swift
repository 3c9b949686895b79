/// The part of `--experimental-dump-help` that a manual needs.
/// https://github.com/apple/swift-argument-parser, ArgumentParserToolInfo
struct ProgramDescription: Decodable {
    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var arguments: [Argument]?
        var subcommands: [Command]?
        var shouldDisplay: Bool
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }

            var kind: Kind
            var name: String

            /// The form on the command line.
            var text: String { (kind == .long ? "--" : "-") + name }
        }

        var kind: Kind
        var names: [Name]?
        var valueName: String?
        var abstract: String?
        var discussion: String?
        var defaultValue: String?
        var allValues: [String]?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
    }

    var command: Command
}

extension ProgramDescription.Command {
    /// The commands in help, without `help` itself.
    var shownSubcommands: [ProgramDescription.Command] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    var positionals: [ProgramDescription.Argument] { shown { $0.kind == .positional } }
    var options: [ProgramDescription.Argument] { shown { $0.kind != .positional } }

    private func shown(
        _ isMeant: (ProgramDescription.Argument) -> Bool
    ) -> [ProgramDescription.Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && isMeant($0) }
    }
}
