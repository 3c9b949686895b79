package import Foundation

/// The statuses that `serve` answers with.
package enum Status: Int, Sendable {
    case ok = 200
    case found = 302
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case timeout = 408
    case addressTooLong = 414
    case wrongHost = 421
    case headTooLarge = 431
    case failed = 500
    case unavailable = 503

    var phrase: String {
        switch self {
        case .ok: "OK"
        case .found: "Found"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .timeout: "Request Timeout"
        case .addressTooLong: "URI Too Long"
        case .wrongHost: "Misdirected Request"
        case .headTooLarge: "Request Header Fields Too Large"
        case .failed: "Internal Server Error"
        case .unavailable: "Service Unavailable"
        }
    }
}

package struct Response: Sendable {
    package enum Kind: String, Sendable {
        case html = "text/html; charset=utf-8"
        case text = "text/plain; charset=utf-8"
        case csv = "text/csv; charset=utf-8"
        case json = "application/json"
        case metrics = "text/plain; version=0.0.4; charset=utf-8"
    }

    package var status: Status
    package var kind: Kind
    package var body: Data
    /// Headers of this answer alone.
    package var headers: [(name: String, value: String)] = []

    package init(_ kind: Kind, _ text: String, status: Status = .ok) {
        self.status = status
        self.kind = kind
        body = Data(text.utf8)
    }

    /// A status with its reason, as text.
    package init(_ refusal: Refusal) {
        self.init(.text, "error: \(refusal.message)\n", status: refusal.status)
        switch refusal.status {
        case .methodNotAllowed: headers = [("Allow", "GET, HEAD")]
        case .unauthorized:
            headers = [("WWW-Authenticate", #"Basic realm="pushfunnel", charset="UTF-8""#)]
        case .unavailable: headers = [("Retry-After", "5")]
        default: break
        }
    }

    /// Nothing from elsewhere, no script, no frame. Forms lead to this server only.
    /// https://www.w3.org/TR/CSP3/
    private static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'
        """

    /// The answer as HTTP has it. Each connection ends after it.
    func bytes(withBody: Bool) -> Data {
        let all =
            [
                ("Content-Type", kind.rawValue), ("Content-Length", "\(body.count)"),
                ("Connection", "close"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", Response.policy),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
                ("X-Frame-Options", "DENY"),
            ] + headers
        let lines = all.map { "\($0.0): \($0.1)\r\n" }.joined()
        let head = Data("HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n\(lines)\r\n".utf8)
        return withBody ? head + body : head
    }
}
