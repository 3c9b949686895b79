import Foundation
package import Reporting

/// The address for messages. Its path, query and password are often secret: they are never printed,
/// nor passed to another program as an argument.
package struct Webhook: Sendable {
    private let address: String
    /// What stands after `#`: the key of an integration. It is no part of a request's address.
    package let key: String
    /// `Name: value`; values are often secret.
    package var headers: [String] = []
    /// Scheme, host and port, which may be printed.
    package let place: String
    package var limits = Limits()

    package struct Limits: Sendable {
        package var tries = 3
        package var connectSeconds = 5.0
        /// Of one try, from the connection to the end of the response.
        package var trySeconds = 15.0
        /// Before the second try; each later pause is four times as long.
        package var firstPauseSeconds = 1.0
        /// If a receiver asks for a longer pause, the post fails.
        package var longestPauseSeconds = 60.0

        package init() {}
    }

    private static let longestAddress = 1800

    /// Nil if this is no http or https address with a host.
    package init?(_ address: String) {
        guard address.utf8.count <= Webhook.longestAddress,
            address.unicodeScalars.allSatisfy({ 0x21...0x7e ~= $0.value }),
            let scheme = ["http://", "https://"].first(where: {
                address.lowercased().hasPrefix($0)
            })
        else { return nil }
        let rest = address.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        self.address = String(parts[0])
        key = parts.count > 1 ? String(parts[1]) : ""
        place = scheme + host
    }

    /// Posts a payload, with retries after temporary errors; returns when the receiver has it.
    package func post(_ body: String, as format: AlertFormatName) throws {
        try post(body, type: format.contentType, confirmedBy: PostConfirmation(format))
    }

    /// `type` is the media type of the body.
    func post(_ body: String, type: String, confirmedBy confirmation: PostConfirmation) throws {
        var attempt = 1
        while true {
            let (status, answer) = try Curl.post(
                body, headers: ["Content-Type: \(type)"] + headers, to: address, place: place,
                limits: limits)
            switch status.next(after: attempt, limits) {
            case .done:
                guard answer.isFailure(for: confirmation) else { return }
                throw failure(.failedAnswer, answer)
            case .fail(let reason): throw failure(reason, answer)
            case .again(let seconds): Thread.sleep(forTimeInterval: seconds)
            }
            attempt += 1
        }
    }

    private func failure(
        _ reason: WebhookError.Reason, _ answer: ReceiverAnswer
    ) -> WebhookError {
        WebhookError(place: place, reason: reason, answer: answer.shown(without: secrets))
    }

    /// What a receiver may repeat of the address and of the headers, whole and in parts. Names of
    /// parameters are no secrets.
    private var secrets: [String] {
        let scheme = place.prefix { $0 != ":" } + "://"
        let authority = address.dropFirst(scheme.count).prefix { !"/?\\".contains($0) }
        let user = authority.split(separator: "@", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "@")
        let path = String(address.dropFirst(scheme.count + authority.count))
        let parts = (user + path).split { "/?&:@".contains($0) }.map { part in
            part.split(separator: "=", maxSplits: 1).last ?? part
        }
        let values = headers.map { $0.drop { $0 != ":" }.dropFirst() }
        let words = values.flatMap { $0.split(separator: " ") }
        return [key, user, path] + (parts + words).map(String.init)
    }
}

/// The result of one try, and the decision about the next.
package enum WebhookAnswer: Equatable, Sendable {
    /// With the pause that the receiver asks for.
    case status(Int, retryAfterSeconds: Double?)
    /// By curl's exit code.
    case unreachable(Int32)

    package enum Next: Equatable, Sendable {
        case done
        case fail(WebhookError.Reason)
        case again(afterSeconds: Double)
    }

    package func next(after attempt: Int, _ limits: Webhook.Limits) -> Next {
        if case .status(200..<300, _) = self { return .done }
        guard mayPass, attempt < limits.tries else { return .fail(reason(attempt)) }
        let usual = (1..<attempt).reduce(limits.firstPauseSeconds) { pause, _ in pause * 4 }
        let pause = max(asked ?? 0, usual)
        return pause <= limits.longestPauseSeconds
            ? .again(afterSeconds: pause) : .fail(reason(attempt))
    }

    private var asked: Double? {
        if case .status(_, let seconds) = self { seconds } else { nil }
    }

    /// Whether a retry may succeed: too many requests, a server error, the network.
    private var mayPass: Bool {
        switch self {
        case .status(let status, _): status == 408 || status == 429 || status >= 500
        case .unreachable(let code): ![Curl.badAddress, Curl.badCertificate].contains(code)
        }
    }

    private func reason(_ tries: Int) -> WebhookError.Reason {
        switch self {
        case .status(let status, _): .status(status, tries: tries)
        case .unreachable(let code): .unreachable(code, tries: tries)
        }
    }
}
