import Foundation

/// A process that reads logs has tokens and texts of messages in its memory: they belong into no
/// file of a crash.
enum CoreDumps {
    static func turnOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
