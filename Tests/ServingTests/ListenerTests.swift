import Foundation
import Serving
import TestSupport
import Testing

@Suite("Clients")
struct ListenerTests {
    private static func listener(
        _ limits: ClientLimits = ClientLimits()
    ) throws -> (Listener, port: UInt16) {
        let address = try #require(ListenAddress("0"))
        let listener = Listener(address, limits) { request in
            Response(.text, "\(request.path)\n")
        }
        return (listener, try listener.start())
    }

    @Test("get the answer and the end of their connection")
    func answer() async throws {
        let (listener, port) = try Self.listener()
        defer { listener.stop() }
        let answer = try await RawClient.ask(port, "/a")
        #expect(answer.status == 200 && answer.body == "/a\n")
        #expect(answer.headers["connection"] == "close")
        #expect(answer.headers["content-length"] == "3")
        let policy = answer.headers["content-security-policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("script"))
        let head = try await RawClient.ask(port, "/a", method: "HEAD")
        #expect(head.status == 200 && head.body == "" && head.headers["content-length"] == "3")
    }

    @Test("may send a request in pieces, and more behind it")
    func pieces() async throws {
        // Other tests may keep this one waiting between the pieces.
        var limits = ClientLimits()
        limits.request = .seconds(600)
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop() }
        let client = try RawClient(port: port)
        for piece in ["GET /p", "ieces HTTP/1.1\r\nHost: localhost\r", "\n\r", "\nmore"] {
            #expect(await client.send(piece))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await client.answer().body == "/pieces\n")
    }

    @Test("that are slow block nobody, and get no more time than others")
    func slow() async throws {
        var limits = ClientLimits()
        limits.request = .seconds(2)
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop() }
        let slow = try (0..<50).map { _ in try RawClient(port: port) }
        for client in slow { #expect(await client.send("GET / HTTP/1.1\r\nHost: loc")) }
        for _ in 0..<20 { #expect(try await RawClient.ask(port, "/quick").status == 200) }
        for client in slow { #expect(try await client.answer().status == 408) }
    }

    @Test("beyond the limit wait for others to end")
    func many() async throws {
        var limits = ClientLimits()
        limits.clients = 2
        limits.request = .seconds(1)
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop() }
        let idle = try (0..<3).map { _ in try RawClient(port: port) }
        #expect(try await RawClient.ask(port, "/late").status == 200)
        for client in idle { #expect(try await client.answer().status == 408) }
    }

    @Test("that send a head without end are refused")
    func endless() async throws {
        var limits = ClientLimits()
        // A busy machine may stop this test for longer than the usual limits.
        limits.request = .seconds(120)
        limits.rest = .seconds(120)
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop(waiting: .zero) }
        let client = try RawClient(port: port)
        await client.send("GET / HTTP/1.1\r\n")
        for _ in 0..<20 {
            guard await client.send("X: " + String(repeating: "x", count: 1000)) else { break }
        }
        #expect(try await client.answer().status == 431)
        #expect(try await RawClient.ask(port, "/").status == 200)
    }

    @Test("that leave without a word do no harm")
    func gone() async throws {
        let (listener, port) = try Self.listener()
        defer { listener.stop() }
        for _ in 0..<50 { _ = try await RawClient(port: port).send("GET /") }
        #expect(try await RawClient.ask(port, "/").status == 200)
        #expect(listener.failure == nil)
    }

    @Test("cannot be served at an address that is taken")
    func taken() async throws {
        let (listener, port) = try Self.listener()
        defer { listener.stop() }
        let other = Listener(try #require(ListenAddress("\(port)"))) { _ in Response(.text, "") }
        #expect(throws: ListenError(address: "127.0.0.1:\(port)", number: EADDRINUSE)) {
            try other.start()
        }
    }
}
