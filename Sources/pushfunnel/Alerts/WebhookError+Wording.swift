import Foundation

extension WebhookError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .status(let status, let tries):
            "\(place): the alert was not accepted: HTTP \(status)\(after(tries))"
        case .unreachable(let code, let tries):
            "\(place): the alert was not sent: \(words(code))\(after(tries))"
        case .noCurl: "\(place): the alert was not sent: curl is not installed"
        case .system(let number):
            "\(place): the alert was not sent: \(String(cString: strerror(number)))"
        }
    }

    package var hint: String {
        switch reason {
        case .status(404, _), .status(410, _): "the webhook does not exist: create a new one"
        case .status(401, _), .status(403, _): "the receiver denied access: check the address"
        case .status(400, _), .status(415, _), .status(422, _):
            "select the format of the receiver with --format"
        case .status(300..<400, _): "the receiver has moved: use its new address"
        case .status(429, _): "the receiver limits the rate: run alert less often"
        case .status: "the receiver failed: the next run with news posts again"
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
    fileprivate static let usualHint = "check the address and the network"

    fileprivate var words: String {
        switch self {
        case .badAddress: "the address is invalid"
        case .unknownProxy: "the proxy's name is unknown"
        case .unknownHost: "the host's name is unknown"
        case .refused: "the connection was refused"
        case .timedOut: "the connection timed out"
        case .noTLS: "the TLS connection failed"
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
