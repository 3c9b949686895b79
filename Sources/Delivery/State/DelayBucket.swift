/// How long after its send something happened, in classes: fine in the first hour, hours up to
/// a day, then days. What a wrong clock puts before the send has classes of its own.
package enum DelayBucket {
    /// The first second of each bucket from 1 on.
    package static let starts: [Int64] =
        [0, 60, 300, 900, 1800] + (1...23).map { $0 * 3600 } + (1...28).map { $0 * 86_400 }

    /// The first second of each bucket before the send, from 255 down; the last has none.
    package static let earlyStarts: [Int64?] = [-60, -300, -900, -3600, -86_400, nil]

    /// The bucket of a delay in milliseconds.
    package static func index(milliseconds: Int64) -> Int32 {
        guard milliseconds >= 0 else { return earlyIndex(milliseconds) }
        let seconds = milliseconds / 1000
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle } else { high = middle }
        }
        return Int32(low + 1)
    }

    /// The hours of the clock from a send to something within a day after it, less the whole hours
    /// of its delay: 0 or 1, and from -1 to 2 where an hour of the clock is shorter or longer than
    /// others. With it, each count has its hour of arrival.
    package static func hoursLater(sent: Int64, _ moment: Int64, _ clock: HourClock) -> Int32 {
        let delay = moment - sent
        guard (0..<86_400_000).contains(delay) else { return 0 }
        let hours = clock.hour(of: moment) - clock.hour(of: sent) - delay / 3_600_000
        return Int32(truncatingIfNeeded: hours)
    }

    private static func earlyIndex(_ milliseconds: Int64) -> Int32 {
        let later = earlyStarts.prefix { $0.map { $0 * 1000 > milliseconds } ?? false }
        return 255 - Int32(later.count)
    }

    /// Every bucket with its first second and the one after its last; nil is without end.
    package static var all: [(bucket: Int32, from: Int64?, to: Int64?)] {
        let early = earlyStarts.enumerated().map { index, start in
            (255 - Int32(index), start, index == 0 ? 0 : earlyStarts[index - 1])
        }
        let usual = starts.enumerated().map { index, start in
            (Int32(index + 1), Int64?(start), index + 1 < starts.count ? starts[index + 1] : nil)
        }
        return early.reversed() + usual
    }
}

/// What a delay leads to.
package enum Stage: Int32, CaseIterable, Sendable {
    case received
    case impression
    case opened
    case converted

    package var name: String {
        switch self {
        case .received: "received"
        case .impression: "impression"
        case .opened: "opened"
        case .converted: "converted"
        }
    }

    /// Stage, bucket and `DelayBucket.hoursLater` in one number.
    func packed(_ bucket: Int32, hoursLater: Int32) -> Int32 {
        rawValue << 8 | bucket | (hoursLater << Stage.hoursLaterPlace & Stage.hoursLater)
    }

    /// How many hours of the clock the moment of a packed number is after the hour of its send;
    /// from a day after it on, the fewest that it can be. Nil for moments before the send, and for
    /// conversions, which another system may log: they do not tell how far clients' records reach.
    static func clockHours(ofPacked number: Int32) -> Int64? {
        guard number >> 8 & 3 != converted.rawValue else { return nil }
        let bucket = Int(number & 255)
        guard (1...DelayBucket.starts.count).contains(bucket) else { return nil }
        let later = (number & hoursLater) >> hoursLaterPlace
        return DelayBucket.starts[bucket - 1] / 3600 + Int64(later == 3 ? -1 : later)
    }

    /// The bits of `DelayBucket.hoursLater`, of which 3 stands for -1.
    static let hoursLater: Int32 = 3 << hoursLaterPlace
    private static let hoursLaterPlace: Int32 = 10
}
