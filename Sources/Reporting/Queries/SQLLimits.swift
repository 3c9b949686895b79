internal import Glibc

/// How much a query may take.
package struct SQLLimits: Equatable, Sendable {
    /// More rows than these are left out, and the result says so. Nil: all.
    package var rows: Int?
    /// After this the query is stopped with an error. Nil: never.
    package var time: Duration?
    /// With more than this the query is stopped with an error: of what SQLite holds for the whole
    /// process, and of the rows of one result. Nil: no limit.
    package var memoryBytes: Int64?
    /// A longer text or row stops the query with an error: one call of a function on long texts can
    /// take hours, in which nothing can stop it.
    package var textBytes: Int32

    package init(
        rows: Int? = nil, time: Duration? = nil, memoryBytes: Int64? = nil,
        textBytes: Int32 = usualTextBytes
    ) {
        self.rows = rows
        self.time = time
        self.memoryBytes = memoryBytes
        self.textBytes = textBytes
    }

    package static let none = SQLLimits()
    /// For a person who asks at a terminal, and for rules of alerts.
    package static let standard = SQLLimits(
        rows: 100_000, time: .seconds(60), memoryBytes: usualMemoryBytes)
    /// For reports, which are made at night and need every row: half of the machine's memory.
    package static let report = SQLLimits(
        time: .seconds(1800), memoryBytes: max(usualMemoryBytes, machineMemoryBytes / 2))

    package static let usualMemoryBytes: Int64 = 1 << 30
    /// As long as the longest line that is read.
    package static let usualTextBytes: Int32 = 16 << 20

    private static let machineMemoryBytes =
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
}
