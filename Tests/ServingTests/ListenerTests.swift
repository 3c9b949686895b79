import Foundation
import Serving
import TestSupport
import Testing

@Suite("Clients")
struct ListenerTests {
    private static func listener(
        _ limits: ClientLimits = ListenerTests.patient()
    ) throws -> (Listener, port: UInt16) {
        let address = try #require(ListenAddress("0"))
        let listener = Listener(address, limits) { request in
            Response(.text, "\(request.path)\n")
        }
        return (listener, try listener.start())
    }

    /// Limits for tests of something else: a busy machine may stop a test for a quarter of an hour.
    private static func patient() -> ClientLimits {
        var limits = ClientLimits()
        limits.request = .seconds(86_400)
        return limits
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
        let (listener, port) = try Self.listener()
        defer { listener.stop() }
        let client = try RawClient(port: port)
        for piece in ["GET /p", "ieces HTTP/1.1\r\nHost: localhost\r", "\n\r", "\nmore"] {
            #expect(await client.send(piece))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await client.answer().body == "/pieces\n")
    }

    @Test("that are slow block nobody")
    func slow() async throws {
        let (listener, port) = try Self.listener()
        defer { listener.stop(waiting: .zero) }
        let slow = try (0..<50).map { _ in try RawClient(port: port) }
        for client in slow { #expect(await client.send("GET / HTTP/1.1\r\nHost: loc")) }
        for _ in 0..<20 { #expect(try await RawClient.ask(port, "/quick").status == 200) }
        for client in slow { #expect(await client.send("alhost\r\n\r\n")) }
        for client in slow { #expect(try await client.answer().status == 200) }
    }

    @Test("that send no whole request in time are refused")
    func late() async throws {
        var limits = ClientLimits()
        limits.request = .milliseconds(200)
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop() }
        let slow = try (0..<5).map { _ in try RawClient(port: port) }
        for client in slow { await client.send("GET / HTTP/1.1\r\nHost: loc") }
        for client in slow { #expect(try await client.answer().status == 408) }
    }

    @Test("beyond the limit wait for others to end")
    func many() async throws {
        var limits = Self.patient()
        limits.clients = 2
        let (listener, port) = try Self.listener(limits)
        defer { listener.stop(waiting: .zero) }
        let first = try (0..<2).map { _ in try RawClient(port: port) }
        let waiting = try RawClient(port: port)
        await waiting.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(!(await waiting.hasAnswer(within: .milliseconds(200))))
        for client in first {
            await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await client.answer().status == 200)
        }
        #expect(try await waiting.answer().body == "/late\n")
    }

    @Test("that send a head without end are refused")
    func endless() async throws {
        var limits = Self.patient()
        limits.rest = .seconds(600)
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
