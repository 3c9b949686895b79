internal import FlyingSocks
internal import Glibc

/// Where the server listens: a plain address and a port.
package struct ListenAddress: Equatable, Sendable {
    package static let usualPort: UInt16 = 8417

    package var host: String
    package var port: UInt16

    /// `127.0.0.1:8417`, `[::1]:8417` or a port of loopback alone; nil for other text.
    package init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        let host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
        let rest = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(rest) else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        guard Self.isPlain(self.host), isBracketed == self.host.contains(":") else { return nil }
    }

    package init() {
        host = "127.0.0.1"
        port = Self.usualPort
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether a text is an address of IPv4 or IPv6, not a name.
    static func isPlain(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }

    /// A socket that listens there. Throws `SocketError`.
    func listen() throws -> Socket {
        if host.contains(":") {
            return try bound(sockaddr_in6.inet6(ip6: host, port: port))
        }
        return try bound(sockaddr_in.inet(ip4: host, port: port))
    }

    private func bound(_ address: some SocketAddress) throws -> Socket {
        let socket = try Socket(domain: Int32(address.family))
        do {
            // A port that was just given up can be taken at once.
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: address)
            try socket.listen()
            return socket
        } catch {
            try? socket.close()
            throw error
        }
    }
}
