import Foundation

/// The help of a command in the order of a manual page: description, usage, commands, options,
/// examples, environment, exit codes.
///
/// ArgumentParser prints the sections of a discussion before the usage, and commands last.
enum HelpText {
    static func ordered(_ text: String) -> String {
        let blocks = text.split(separator: "\n\n").map {
            String($0).trimmingCharacters(in: .newlines)
        }
        return Place.allCases.flatMap { place in blocks.filter { Place(of: $0) == place } }
            .joined(separator: "\n\n") + "\n"
    }

    /// Blocks of one place keep their order.
    private enum Place: CaseIterable {
        case description, commands, options, section, end

        init(of block: String) {
            let title = block.prefix { $0 != "\n" }
            if title == "SUBCOMMANDS:" {
                self = .commands
            } else if title.hasSuffix("S:") {
                self = .options
            } else if title.allSatisfy({ $0.isUppercase || $0 == " " }) {
                self = .section
            } else {
                self = title.hasPrefix("  See ") ? .end : .description
            }
        }
    }
}
