import Foundation

/// The reason for a failed post.
package struct WebhookError: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        case status(Int, tries: Int)
        /// The answer to an accepted request reports that the message failed.
        case failedAnswer
        /// By curl's exit code.
        case unreachable(Int32, tries: Int)
        /// The program curl does not exist, or cannot be started.
        case noCurl
        /// An error of this machine, by `errno`.
        case system(Int32)
    }

    /// Scheme, host and port of the address.
    package var place: String
    package var reason: Reason
    /// The first words of the receiver's answer; empty without one.
    package var answer: String

    package init(place: String, reason: Reason, answer: String = "") {
        self.place = place
        self.reason = reason
        self.answer = answer
    }
}

extension WebhookError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .status(let status, let tries):
            "\(place): the message was not accepted: HTTP \(status)\(after(tries))"
                + (answer.isEmpty ? "" : ": \(answer)")
        case .failedAnswer: "\(place): the message was not accepted: \(answer)"
        case .unreachable(let code, let tries):
            "\(place): the message was not sent: "
                + (Curl.words[code] ?? "curl ended with \(code)") + after(tries)
        case .noCurl: "\(place): the message was not sent: curl is not installed"
        case .system(let number):
            "\(place): the message was not sent: \(String(cString: strerror(number)))"
        }
    }

    package var hint: String {
        switch reason {
        case .status(404, _), .status(410, _): "the webhook does not exist: create a new one"
        case .status(401, _), .status(403, _): "the receiver denied access: check the address"
        case .status(400, _), .status(415, _), .status(422, _):
            "select the format of the receiver with --format"
        case .status(300..<400, _): "the receiver has moved: use its new address"
        case .status(413, _):
            "the message is too large for the receiver: --template makes a shorter one"
        case .failedAnswer: "check the address, and select the receiver's format with --format"
        case .status(429, _): "the receiver limits the rate: post less often"
        case .status: "the receiver failed: the next run posts again"
        case .unreachable(5, _): "check http_proxy and https_proxy"
        case .unreachable(35, _), .unreachable(Curl.badCertificate, _):
            "check the host, and the machine's certificates"
        case .unreachable: "check the address and the network"
        case .noCurl: "install it: apt-get install curl"
        case .system: "run the same command again"
        }
    }

    private func after(_ tries: Int) -> String { tries > 1 ? " (\(tries) tries)" : "" }
}

extension Curl {
    static let badAddress: Int32 = 3
    static let badCertificate: Int32 = 60

    /// Of curl's exit codes. https://curl.se/docs/manpage.html#EXIT
    fileprivate static let words = [
        badAddress: "the address is invalid",
        5: "the proxy's name is unknown",
        6: "the host's name is unknown",
        7: "the connection was refused",
        28: "the connection timed out",
        35: "the TLS connection failed",
        52: "the connection ended without an answer",
        badCertificate: "its certificate is not trusted",
    ]
}
