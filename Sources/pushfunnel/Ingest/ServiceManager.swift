import Foundation

/// Sends the status of the service to systemd, or to a program with the same protocol: a datagram
/// of `NAME=value` lines to the socket in `NOTIFY_SOCKET`. Without that variable it does nothing.
///
/// https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
final class ServiceManager {
    private let descriptor: Int32
    private let address: [UInt8]
    private var status = ""
    private var alive = -Double.infinity
    /// Half of the watchdog's limit, as its manual advises; nil without a watchdog.
    let keepAliveSeconds: Double?

    init() {
        let name = Defaults.environment("NOTIFY_SOCKET") ?? ""
        address = ServiceManager.address(name)
        descriptor =
            address.isEmpty
            ? -1 : socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        keepAliveSeconds = ServiceManager.watchdogSeconds.map { $0 / 2 }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func ready(_ status: String) {
        self.status = status
        send("READY=1\nSTATUS=\(status)")
    }

    func stopping() { send("STOPPING=1\nSTATUS=stopping after the current batch") }

    /// Sends a status that differs from the last one.
    func report(_ status: String) {
        guard status != self.status else { return }
        self.status = status
        send("STATUS=\(status)")
    }

    /// Resets the watchdog; cheap enough to call often.
    func keepAlive() {
        guard let keepAliveSeconds else { return }
        let now = ProcessInfo.processInfo.systemUptime
        // At half the interval: if this call is a little early, the next one is still in time.
        guard now - alive >= keepAliveSeconds / 2 else { return }
        alive = now
        send("WATCHDOG=1")
    }

    /// https://www.freedesktop.org/software/systemd/man/latest/sd_watchdog_enabled.html
    private static var watchdogSeconds: Double? {
        guard let text = Defaults.environment("WATCHDOG_USEC"), let microseconds = Double(text),
            microseconds > 0
        else { return nil }
        if let process = Defaults.environment("WATCHDOG_PID"), Int32(process) != getpid() {
            return nil
        }
        return microseconds / 1_000_000
    }

    /// The bytes of a `sockaddr_un`: a path that ends in zero, or an abstract name behind one.
    /// Empty for any other name, and for one that is too long.
    private static func address(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        let path: [UInt8]
        switch bytes.first {
        case UInt8(ascii: "/"): path = bytes + [0]
        case UInt8(ascii: "@"): path = [0] + bytes.dropFirst()
        default: return []
        }
        guard path.count <= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return [] }
        return withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
    }

    /// Errors are ignored: the service works without.
    private func send(_ text: String) {
        guard descriptor >= 0 else { return }
        let message = Array(text.utf8)
        address.withUnsafeBytes { address in
            guard let start = address.baseAddress else { return }
            _ = sendto(
                descriptor, message, message.count, Int32(MSG_NOSIGNAL),
                start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
        }
    }
}
