internal import Foundation

/// The head of an HTTP request. `serve` answers GET and HEAD only, so a request has no body.
package struct Request: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
    }

    package var method: Method
    /// Decoded; it begins with a slash.
    package var path: String
    /// The query of the address: each name once, in its order.
    package var query: [(name: String, value: String)]
    /// By lower-case name.
    package var headers: [String: String]

    package static func == (a: Request, b: Request) -> Bool {
        a.method == b.method && a.path == b.path && a.headers == b.headers
            && a.query.elementsEqual(b.query) { $0 == $1 }
    }

    /// A value of the query; nil if it is not there or empty, as forms send empty fields.
    package func value(_ name: String) -> String? {
        query.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}

/// The reason to refuse a request, with its status.
package struct Refusal: Error, Equatable, Sendable {
    package var status: Status
    package var message: String

    package init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension Request {
    /// Bytes of a head; more are refused with 431.
    package static let longestHead = 16 * 1024
    private static let longestTarget = 12 * 1024
    private static let mostHeaders = 64

    /// Reads a head: all bytes up to the empty line, each line with CR LF at its end.
    ///
    /// It is strict, because a proxy in front of it must not read another request in the same
    /// bytes: https://www.rfc-editor.org/rfc/rfc9112
    package init(head: some Collection<UInt8>) throws(Refusal) {
        let text = String(decoding: head, as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard text.unicodeScalars.allSatisfy(Self.isAllowed), let first = lines.popFirst() else {
            throw Refusal(.badRequest, "the head has control characters")
        }
        let target: Substring
        let version: Substring
        (method, target, version) = try Self.start(first)
        headers = try Self.headers(lines.filter { !$0.isEmpty })
        (path, query) = try Self.address(target)
        guard headers["host"] != nil || version == "HTTP/1.0" else {
            throw Refusal(.badRequest, "the header Host is missing")
        }
        guard headers["transfer-encoding"] == nil, headers["content-length"] ?? "0" == "0" else {
            throw Refusal(.badRequest, "a request must not have a body")
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0x7f || scalar == "\r" || scalar == "\n"
            || scalar == "\t"
    }

    private static func start(
        _ line: Substring
    ) throws(Refusal) -> (Method, target: Substring, version: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else {
            throw Refusal(.badRequest, "expected METHOD ADDRESS HTTP/1.1")
        }
        guard let method = Method(rawValue: String(words[0])) else {
            throw Refusal(.methodNotAllowed, "only GET and HEAD are allowed: serve changes nothing")
        }
        guard words[1].utf8.count <= longestTarget else {
            throw Refusal(.addressTooLong, "the address is longer than \(longestTarget) bytes")
        }
        return (method, words[1], words[2])
    }

    private static func headers(_ lines: [Substring]) throws(Refusal) -> [String: String] {
        guard lines.count <= mostHeaders else {
            throw Refusal(.headTooLarge, "more than \(mostHeaders) headers")
        }
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].isToken,
                !line.contains(where: \.isNewline)
            else { throw Refusal(.badRequest, "expected NAME: VALUE in each header") }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            if let before = headers[name] {
                guard name != "host", name != "content-length", name != "authorization" else {
                    throw Refusal(.badRequest, "the header \(name) stands there twice")
                }
                headers[name] = before + ", " + value
            } else {
                headers[name] = value
            }
        }
        return headers
    }

    private static func address(
        _ target: Substring
    ) throws(Refusal) -> (path: String, query: [(name: String, value: String)]) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.hasPrefix("/"), let path = String(parts[0]).removingPercentEncoding,
            !path.contains("\0")
        else { throw Refusal(.badRequest, "the address is damaged") }
        var query: [(name: String, value: String)] = []
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0]), let value = decoded(sides.count > 1 ? sides[1] : "")
            else { throw Refusal(.badRequest, "the query of the address is damaged") }
            guard !query.contains(where: { $0.name == name }) else {
                throw Refusal(.badRequest, "the query of the address has a name twice")
            }
            query.append((name, value))
        }
        return (path, query)
    }

    /// Forms send a blank as a plus, and the end of a line as CR LF.
    private static func decoded(_ text: Substring) -> String? {
        String(text.replacing("+", with: " ")).removingPercentEncoding?
            .replacing("\r\n", with: "\n")
    }
}

extension Substring {
    /// https://www.rfc-editor.org/rfc/rfc9110#name-tokens
    fileprivate var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
