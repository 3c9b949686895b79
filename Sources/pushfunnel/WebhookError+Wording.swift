import Foundation

extension WebhookError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .status(let status, let tries):
            "\(place): the alert was not taken: HTTP \(status)\(after(tries))"
        case .unreachable(let code, let tries):
            "\(place): the alert was not sent: \(words(code))\(after(tries))"
        case .noCurl: "\(place): the alert was not sent: there is no curl"
        case .system(let number):
            "\(place): the alert was not sent: \(String(cString: strerror(number)))"
        }
    }

    package var hint: String {
        switch reason {
        case .status(404, _), .status(410, _): "the webhook is gone: make a new one"
        case .status(401, _), .status(403, _): "the receiver does not allow it: check the address"
        case .status(400, _), .status(415, _), .status(422, _):
            "the receiver expects another form: --format names it"
        case .status(300..<400, _): "the receiver has moved: give the new address"
        case .status(429, _): "the receiver asks for more time between alerts: tell them less often"
        case .status: "the receiver is in trouble: the next run with news posts again"
        case .unreachable(let code, _): CurlCode(rawValue: code)?.hint ?? CurlCode.usualHint
        case .noCurl: "install it: apt-get install curl"
        case .system: "run the same command again"
        }
    }

    private func after(_ tries: Int) -> String { tries > 1 ? " (\(tries) tries)" : "" }

    private func words(_ code: Int32) -> String {
        CurlCode(rawValue: code)?.words ?? "curl ended with \(code)"
    }
}

extension CurlCode {
    fileprivate static let usualHint = "check the address and the way there"

    fileprivate var words: String {
        switch self {
        case .badAddress: "the address cannot be read"
        case .unknownProxy: "the proxy's name is unknown"
        case .unknownHost: "the host's name is unknown"
        case .refused: "nothing answers there"
        case .timedOut: "it took too long"
        case .noTLS: "no secure connection could be made"
        case .emptyAnswer: "the connection ended without an answer"
        case .badCertificate: "its certificate is not trusted"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .unknownProxy: "check http_proxy and https_proxy"
        case .badCertificate, .noTLS: "check the host, and the machine's certificates"
        default: CurlCode.usualHint
        }
    }
}
