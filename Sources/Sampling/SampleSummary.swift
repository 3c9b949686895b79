/// The size of a written sample.
package struct SampleSummary: Sendable, Equatable {
    /// Log files, without `truth.json`.
    package var files = 0
    package var lines = 0
    /// Bytes on disk.
    package var bytes = 0
    /// Bytes before compression.
    package var bytesInflated = 0
    /// Token sends attempted.
    package var sends = 0
    /// Distinct client events, as in the truth's ledger.
    package var events = 0
    /// Broken lines.
    package var rejected = 0
}
