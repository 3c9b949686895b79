import Foundation
import TestSupport

/// A datagram socket as systemd listens on, bound to a path or to an abstract name.
final class NotifySocket {
    enum Kind: String, CaseIterable, Sendable {
        case path, abstract
    }

    /// What `NOTIFY_SOCKET` is to hold.
    let name: String
    private let descriptor: Int32
    private let folder: TemporaryFolder
    private(set) var messages: [String] = []

    init(_ kind: Kind) throws {
        folder = try TemporaryFolder()
        let path = kind == .path ? folder.file("notify") : "pushfunnel-\(UUID().uuidString)"
        name = kind == .path ? path : "@" + path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let family = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
        let address = family + (kind == .path ? Array(path.utf8) + [0] : [0] + Array(path.utf8))
        let isBound = address.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                bind(
                    descriptor, $0.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(bytes.count)) == 0
            }
        }
        guard isBound == true else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    /// Takes messages until one is as asked for; false when none comes in two minutes.
    func waits(for isWanted: (String) -> Bool) -> Bool {
        for _ in 0..<1200 {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 100) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { continue }
            let message = String(decoding: bytes.prefix(count), as: UTF8.self)
            messages.append(message)
            if isWanted(message) { return true }
        }
        return false
    }
}
