internal import Foundation

/// Decides who gets an answer, before anything is read from the database.
package struct Gate: Sendable {
    /// Names under which a browser may reach the server, besides `localhost` and plain addresses.
    package var hosts: Set<String> = []
    /// Requests must have it, as a bearer or as the password of any user.
    package var token: String?
    /// A header that a proxy sets once it knows the user.
    package var proxyHeader: String?

    package init() {}

    /// Throws the reason to refuse a request.
    ///
    /// A page of a stranger could let its own name lead to this machine and then read what is
    /// here (DNS rebinding): so a name must be known. A plain address cannot be redirected.
    package func check(_ request: Request) throws(Refusal) {
        if let host = request.headers["host"], !isKnown(host: host) {
            throw Refusal(
                .wrongHost, "no server of this name: start serve with --host NAME to allow it")
        }
        // Links from elsewhere may lead here; images, scripts and frames may not.
        if request.headers["sec-fetch-site"] == "cross-site",
            request.headers["sec-fetch-mode"] != "navigate"
        {
            throw Refusal(.forbidden, "requests of other sites are not allowed")
        }
        // Says nothing but that the server lives.
        guard request.path != Site.health else { return }
        if let token, !Gate.isEqual(given(request) ?? "", token) {
            throw Refusal(.unauthorized, "expected the token of --token-file")
        }
        if let proxyHeader, request.headers[proxyHeader.lowercased()] ?? "" == "" {
            throw Refusal(.unauthorized, "expected the header \(proxyHeader) of a proxy")
        }
    }

    private func isKnown(host: String) -> Bool {
        let name = Gate.name(ofHost: host.lowercased())
        return name == "localhost" || name.hasSuffix(".localhost") || hosts.contains(name)
            || ListenAddress.isPlain(name)
    }

    /// Without a port, and without the brackets of an IPv6 address.
    private static func name(ofHost host: String) -> String {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            return String(host[host.index(after: host.startIndex)..<end])
        }
        return String(host.prefix { $0 != ":" })
    }

    private func given(_ request: Request) -> String? {
        let words = (request.headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return nil }
        switch words[0].lowercased() {
        case "bearer": return String(words[1])
        case "basic":
            let pair = Data(base64Encoded: String(words[1])).map {
                String(decoding: $0, as: UTF8.self)
            }
            return pair?.firstIndex(of: ":").flatMap { pair?[$0...].dropFirst() }.map(String.init)
        default: return nil
        }
    }

    /// In a time that does not tell how much of it is right.
    private static func isEqual(_ given: String, _ expected: String) -> Bool {
        let (given, expected) = (Array(given.utf8), Array(expected.utf8))
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
