import ArgumentParser
import Delivery
import Foundation
import Reporting

/// What shells offer for names that the program knows: each is asked of the program while a line
/// is typed, so that the queries of `--queries` and of settings are among them.
enum Completions {
    /// A named query, or a file of SQL.
    static let query = CompletionKind.custom { words, _, typed in
        queryNames(words) + files(beginningWith: typed)
    }

    /// A view, a named query or a derivation.
    static let described = CompletionKind.custom { words, _, _ in
        ViewDocumentation.all.map(\.name) + queryNames(words) + Derivation.all.map(\.name)
    }

    static let derivation = CompletionKind.list(Derivation.all.map(\.name))

    /// The parameters of the query in the line; of a choice, with each word.
    static let parameter = CompletionKind.custom { words, _, _ in
        guard let catalog = catalog(words) else { return [] }
        let asked = words.compactMap { catalog.contains($0) ? try? catalog.query($0) : nil }
        return asked.flatMap(\.parameters).flatMap { parameter in
            if case .choice(let choices) = parameter.type {
                choices.map { "\(parameter.name)=\($0)" }
            } else {
                ["\(parameter.name)="]
            }
        }
    }

    private static func queryNames(_ words: [String]) -> [String] { catalog(words)?.names ?? [] }

    /// Of the folder that the line names, else of the settings; nil when it cannot be read.
    private static func catalog(_ words: [String]) -> QueryCatalog? {
        let option = "--queries"
        let value = words.drop { $0 != option }.dropFirst().first
        let joined = words.first { $0.hasPrefix(option + "=") }
        let folder = value ?? joined.map { String($0.dropFirst(option.count + 1)) }
        return try? QueryCatalog(folder: folder ?? Defaults.text("queries"))
    }

    /// Files of SQL in the folder that is typed, and once something is typed, folders.
    private static func files(beginningWith typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let found = try? FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: folder.isEmpty ? "." : folder),
            includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        return (found ?? []).compactMap { file in
            let values = try? file.resourceValues(forKeys: [.isDirectoryKey])
            if values?.isDirectory == true {
                return typed.isEmpty ? nil : folder + file.lastPathComponent + "/"
            }
            return file.pathExtension == "sql" ? folder + file.lastPathComponent : nil
        }
    }
}
