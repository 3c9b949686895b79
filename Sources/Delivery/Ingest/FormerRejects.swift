internal import FCM

/// The distinct rejected lines of a store. A file that is read again may now understand some.
struct FormerRejects: Sendable {
    /// Reasons for which lines were rejected.
    var reasons: [RejectReason]
    var hashes: Set<UInt64>

    /// Hashes of stored rejects of one line: those for reasons that it is not rejected for now.
    func withdrawn(
        _ line: UnsafeBufferPointer<UInt8>, rejectedFor now: [RejectReason]
    ) -> [UInt64] {
        reasons.filter { !now.contains($0) }.map { RejectedLine.hash(of: line, $0) }
            .filter(hashes.contains)
    }
}
