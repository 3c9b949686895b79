import ArgumentParser
import Foundation
import Reporting

/// Where `--notify` posts: an address that is given, in the file of `--notify-file`, or set.
struct NotifyTarget {
    var url: String?
    var file: String?
    /// That of a variable or of the configuration file.
    var setting: String?

    var isGiven: Bool { address != nil }

    /// Nil if none is given.
    var webhook: Webhook? { address.flatMap(Webhook.init) }

    /// `variable` is the name of the setting, for errors.
    func validate(variable: String? = nil) throws {
        guard url == nil || file == nil else {
            throw ValidationError("--notify", excludes: "--notify-file")
        }
        if let file, fileText == nil {
            throw ValidationError(
                "--notify-file", expected: "a file with one address",
                found: FileManager.default.fileExists(atPath: file)
                    ? file : "\(file), which does not exist")
        }
        guard address == nil || webhook != nil else {
            // Not the text itself: it may hold a password.
            throw ValidationError(
                file ?? variable.map { Defaults.place(of: $0, flag: "--notify") } ?? "--notify",
                expected: "an address such as https://hooks.example.org/alerts")
        }
    }

    private var address: String? { url ?? fileText ?? setting }

    /// Nil if the file does not exist, or is longer than an address can be.
    private var fileText: String? {
        guard let file, let text = try? TextFile(path: file).text, text.utf8.count <= 4096
        else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
