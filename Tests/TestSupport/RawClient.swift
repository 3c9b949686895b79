internal import Foundation
internal import Glibc

/// A client of HTTP on this machine that sends exactly the bytes that a test wants. It waits on
/// threads of its own: a server in the same process needs those of the test.
package final class RawClient: Sendable {
    package struct Failure: Error {}

    package struct Answer: Equatable, Sendable {
        package var status: Int
        /// By lower-case name.
        package var headers: [String: String]
        package var body: String
    }

    private let descriptor: Int32

    package init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map {
                connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), size)
            }
        }
        guard connected == 0 else { throw Failure() }
    }

    private static func apart<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    deinit { close(descriptor) }

    /// False when the server has ended the connection.
    @discardableResult
    package func send(_ text: String) async -> Bool {
        await RawClient.apart { self.sendAll(text) }
    }

    private func sendAll(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Whether the server says anything, or ends the connection, within some time.
    package func hasAnswer(within limit: Duration) async -> Bool {
        let milliseconds = Int32(limit / .milliseconds(1))
        return await RawClient.apart {
            var asked = pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&asked, 1, milliseconds) != 0
        }
    }

    /// All that comes until the server ends the connection.
    package func answer() async throws -> Answer {
        try await RawClient.apart { Result { try self.received() } }.get()
    }

    private func received() throws -> Answer {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return try RawClient.parsed(String(decoding: bytes, as: UTF8.self))
    }

    private static func parsed(_ text: String) throws -> Answer {
        guard let end = text.firstRange(of: "\r\n\r\n") else { throw Failure() }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failure() }
        let headers = lines.dropFirst().map { line in
            let sides = line.split(separator: ":", maxSplits: 1)
            return (sides[0].lowercased(), sides[1].trimmingCharacters(in: .whitespaces))
        }
        return Answer(
            status: status, headers: Dictionary(headers) { first, _ in first },
            body: String(text[end.upperBound...]))
    }

    /// One request and its answer. `headers` are lines without their ends.
    package static func ask(
        _ port: UInt16, _ path: String, method: String = "GET", host: String? = nil,
        headers: [String] = []
    ) async throws -> Answer {
        let client = try RawClient(port: port)
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")"] + headers
        await client.send((lines + ["", ""]).joined(separator: "\r\n"))
        return try await client.answer()
    }
}
