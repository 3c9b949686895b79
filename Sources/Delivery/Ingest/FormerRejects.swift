internal import FCM

/// The distinct rejected lines of a store: those that files which are read again may take back.
struct FormerRejects: Sendable {
    /// Reasons for which lines were rejected.
    var reasons: [RejectReason]
    var hashes: Set<UInt64>

    /// Of one line, those that hold no more: it is rejected for none of these reasons now.
    func withdrawn(
        _ line: UnsafeBufferPointer<UInt8>, rejectedFor now: [RejectReason]
    ) -> [UInt64] {
        reasons.filter { !now.contains($0) }.map { RejectedLine.hash(of: line, $0) }
            .filter(hashes.contains)
    }
}
