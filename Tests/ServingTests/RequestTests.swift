import Serving
import Testing

@Suite("Heads of requests")
struct RequestTests {
    private func request(_ lines: String...) throws(Refusal) -> Request {
        try Request(head: Array(lines.joined(separator: "\r\n").utf8))
    }

    private func status(_ head: String) -> Status? {
        do throws(Refusal) {
            _ = try Request(head: Array(head.utf8))
            return nil
        } catch {
            return error.status
        }
    }

    @Test("are read as forms and browsers write them")
    func read() throws {
        let request = try request(
            "GET /explore.csv?by=platform&campaign=a+b%26c&empty= HTTP/1.1",
            "HOST: localhost:8417", "accept:  text/html ", "Accept: */*")
        #expect(request.method == .get)
        #expect(request.path == "/explore.csv")
        #expect(request.query.map(\.name) == ["by", "campaign", "empty"])
        #expect(request.value("campaign") == "a b&c")
        #expect(request.value("empty") == nil)
        #expect(request.headers == ["host": "localhost:8417", "accept": "text/html, */*"])
    }

    @Test("keep the lines of a text")
    func lines() throws {
        let request = try request("GET /sql?q=select%0D%0A1 HTTP/1.1", "Host: localhost")
        #expect(request.value("q") == "select\n1")
    }

    @Test(
        "are refused, each with its status",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: a", .methodNotAllowed),
            ("DELETE / HTTP/1.1\r\nHost: a", .methodNotAllowed),
            ("GET / HTTP/2\r\nHost: a", .badRequest),
            ("GET /\r\nHost: a", .badRequest),
            ("GET / HTTP/1.1", .badRequest),
            ("GET http://a/ HTTP/1.1\r\nHost: a", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", .badRequest),
            ("GET / HTTP/1.1\r\nHost : a", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\r\n folded", .badRequest),
            ("GET / HTTP/1.1\nHost: a", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\nX: b", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\u{0}", .badRequest),
            ("GET /%00 HTTP/1.1\r\nHost: a", .badRequest),
            ("GET /%ff HTTP/1.1\r\nHost: a", .badRequest),
            ("GET /%zz HTTP/1.1\r\nHost: a", .badRequest),
            ("GET /?a=1&a=2 HTTP/1.1\r\nHost: a", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", .badRequest),
        ] as [(String, Status)])
    func refused(head: String, expected: Status) {
        #expect(status(head) == expected)
    }

    @Test("are refused when they are too large")
    func large() {
        let long = String(repeating: "a", count: 13_000)
        #expect(status("GET /\(long) HTTP/1.1\r\nHost: a") == .addressTooLong)
        let many = (1...65).map { "\r\nX-\($0): 1" }.joined()
        #expect(status("GET / HTTP/1.1\r\nHost: a\(many)") == .headTooLarge)
    }
}
