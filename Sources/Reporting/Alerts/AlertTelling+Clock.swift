#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension AlertTelling {
    /// The machine's clock, in ms since 1970 UTC.
    package static func clock() -> Int64 {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000
    }
}
