import Foundation

/// Disables core dumps: a process that reads logs has tokens and texts of messages in memory.
enum CoreDumps {
    static func turnOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
