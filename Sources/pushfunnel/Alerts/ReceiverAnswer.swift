import Foundation
import Reporting

/// The beginning of what a receiver answers to a post.
struct ReceiverAnswer {
    static let longest = 4096
    private static let longestShown = 200
    private static let shortestSecret = 4

    let text: String

    init(_ text: String) { self.text = text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Whether it reports a failure, although the status is one of success.
    func isFailure(for confirmation: PostConfirmation) -> Bool {
        switch confirmation {
        case .status: false
        case .word: !text.isEmpty && text.lowercased() != "ok" && isFailedJSON
        case .workflow:
            ["Webhook message delivery failed", "returned HTTP error"]
                .contains(where: text.contains)
        }
    }

    /// Whether it is no JSON object, or one that reports an error.
    private var isFailedJSON: Bool {
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let members = json as? [String: Any] else { return true }
        let isRefused = ["ok", "success"].contains { members[$0] as? Bool == false }
        return isRefused || members["error"].map { !($0 is NSNull) } ?? false
    }

    /// One line for people, without secrets that the receiver repeats.
    func shown(without secrets: [String]) -> String {
        var shown = text
        let hidden = Set(secrets + secrets.compactMap(\.removingPercentEncoding))
        for secret in hidden.sorted(by: { ($0.count, $0) > ($1.count, $1) })
        where secret.count >= ReceiverAnswer.shortestSecret {
            shown = shown.replacing(secret, with: "…")
        }
        let words = shown.split(whereSeparator: \.isWhitespace)
        let line = SafeText.visible(words.joined(separator: " "))
        let cut = String(line.prefix(ReceiverAnswer.longestShown))
        return cut.count < line.count ? cut + "…" : cut
    }
}

/// How a receiver confirms a message.
enum PostConfirmation {
    /// By a status of success alone.
    case status
    /// By `ok`, an empty answer, or JSON that reports no error.
    case word
    /// By an answer without the words for a failed delivery.
    case workflow

    init(_ format: AlertFormatName) {
        switch format {
        case .slack, .mattermost: self = .word
        case .teams: self = .workflow
        case .text, .json, .alertmanager, .prometheus, .pagerduty: self = .status
        }
    }

    init(_ format: DigestFormat) {
        switch format {
        case .slack, .mattermost: self = .word
        case .teams: self = .workflow
        }
    }
}
