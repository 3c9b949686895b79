import Foundation

/// The limit of `ulimit -v`. When a process reaches it, Swift ends the process without a message.
enum AddressSpace {
    /// An ingest with two threads takes 300 MB, of which 100 are in use.
    private static let enough: UInt64 = 512 << 20

    /// Warns if an ingest might reach it.
    static func warnIfSmall() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
            limit.rlim_cur < enough
        else { return }
        let megabytes = limit.rlim_cur >> 20
        Terminal.note(
            "warning: this process may use \(megabytes) MB of addresses (ulimit -v), and may end "
                + "without an error message when it needs more\n"
                + "    hint: allow \(enough >> 20) MB\n")
    }
}
