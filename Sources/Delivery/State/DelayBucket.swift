/// How long after its send something happened, in classes: fine in the first hour, hours up to
/// a day, then days. Bucket 0 holds what a wrong clock puts before the send.
package enum DelayBucket {
    /// The first second of each bucket from 1 on.
    package static let starts: [Int64] =
        [0, 60, 300, 900, 1800] + (1...23).map { $0 * 3600 } + (1...28).map { $0 * 86_400 }

    /// The bucket of a delay in milliseconds.
    package static func index(milliseconds: Int64) -> Int32 {
        guard milliseconds >= 0 else { return 0 }
        let seconds = milliseconds / 1000
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle } else { high = middle }
        }
        return Int32(low + 1)
    }
}

/// What a delay leads to.
package enum Stage: Int32, CaseIterable, Sendable {
    case received
    case impression
    case opened

    package var name: String {
        switch self {
        case .received: "received"
        case .impression: "impression"
        case .opened: "opened"
        }
    }

    /// Stage and bucket in one number.
    func packed(_ bucket: Int32) -> Int32 { rawValue << 8 | bucket }
}
