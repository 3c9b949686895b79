import Foundation
import Serving
import Testing

@Suite("Who gets an answer")
struct GateTests {
    private func status(
        _ gate: Gate = Gate(), host: String = "localhost", path: String = "/",
        _ headers: String...
    ) throws -> Status? {
        let lines = ["GET \(path) HTTP/1.1", "Host: \(host)"] + headers
        let request = try Request(head: Array(lines.joined(separator: "\r\n").utf8))
        do throws(Refusal) {
            try gate.check(request)
            return nil
        } catch {
            return error.status
        }
    }

    @Test(
        "who asks for this machine, by a name that nobody else can give it",
        arguments: [
            "localhost", "localhost:8417", "LOCALHOST", "a.localhost", "127.0.0.1:9", "[::1]:8417",
            "10.1.2.3", "push.example.org", "Push.Example.Org:443",
        ])
    func known(host: String) throws {
        var gate = Gate()
        gate.hosts = ["push.example.org"]
        #expect(try status(gate, host: host) == nil)
    }

    @Test(
        "not who asks by another name: the page of a stranger may do so",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[::1", "1.2.3",
        ])
    func rebinding(host: String) throws {
        #expect(try status(host: host) == .wrongHost)
    }

    @Test("not what pages of other sites load; links may lead here")
    func sites() throws {
        #expect(
            try status(Gate(), "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors")
                == .forbidden)
        #expect(
            try status(Gate(), "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate") == nil)
        #expect(
            try status(Gate(), "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors") == nil)
    }

    @Test("who has the token, as a bearer or as a password")
    func token() throws {
        var gate = Gate()
        gate.token = "correct:horse"
        let basic = { (pair: String) in
            "Authorization: Basic \(Data(pair.utf8).base64EncodedString())"
        }
        #expect(try status(gate, "Authorization: Bearer correct:horse") == nil)
        #expect(try status(gate, "authorization: bearer correct:horse") == nil)
        #expect(try status(gate, basic("anybody:correct:horse")) == nil)
        for header in [
            "X: y", "Authorization: Bearer", "Authorization: Bearer correct:hors",
            "Authorization: Bearer correct:horsf", "Authorization: Digest correct:horse",
            "Authorization: Basic ###", basic("correct:horse"), basic(""),
        ] {
            #expect(try status(gate, header) == .unauthorized, "\(header)")
        }
        #expect(try status(gate, path: "/healthz") == nil)
        #expect(try status(gate, host: "evil.example", path: "/healthz") == .wrongHost)
    }

    @Test("whom a proxy knows")
    func proxy() throws {
        var gate = Gate()
        gate.proxyHeader = "X-Forwarded-User"
        #expect(try status(gate, "x-forwarded-user: ann") == nil)
        #expect(try status(gate, "x-forwarded-user:") == .unauthorized)
        #expect(try status(gate) == .unauthorized)
    }

    @Test("addresses to listen on are plain")
    func addresses() {
        #expect(ListenAddress("8000") == ListenAddress("127.0.0.1:8000"))
        #expect(ListenAddress("[::1]:80")?.text == "[::1]:80")
        #expect(ListenAddress("[::1]:80")?.isLoopback == true)
        #expect(ListenAddress("127.1.2.3:80")?.isLoopback == true)
        #expect(ListenAddress("0.0.0.0:80")?.isLoopback == false)
        #expect(ListenAddress("[::]:80")?.isLoopback == false)
        for text in ["", "localhost:80", "1.2.3.4", "1.2.3.4:", "1.2.3.4:70000", "::1:80", ":80"] {
            #expect(ListenAddress(text) == nil, "\(text)")
        }
    }
}
