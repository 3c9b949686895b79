/// The events of a segment's sends of one hour, by age: arrival hour − send hour.
package struct SegmentEvents: Equatable, Sendable {
    /// Ages 0 to 24 hours. Of older events the hour of arrival is unknown.
    package static let ages = 25

    package let segment: Int64
    package private(set) var received = Array(repeating: Int64(0), count: ages)
    package private(set) var opened = Array(repeating: Int64(0), count: ages)

    init(segment: Int64) { self.segment = segment }

    /// Adds messages of a row of `delay_cells`.
    mutating func add(_ messages: Int64, packed: Int64) {
        guard let (stage, age) = DelayAge.of(packed: packed) else { return }
        switch stage {
        case .received: received[age] &+= messages
        case .opened: opened[age] &+= messages
        case .impression, .converted: break
        }
    }

    /// Whether there are any; a damaged row may have counts below 0.
    var isPlausible: Bool { !(received + opened).contains { $0 < 0 } }
}

/// The hour of arrival in `delay_cells.stage_bucket`; the same as `hours_later` of the view
/// `delay_hourly`.
private enum DelayAge {
    private static let byBucket: [Int?] = {
        var ages = [Int?](repeating: nil, count: 256)
        for (bucket, from, _) in DelayBucket.all {
            ages[Int(bucket)] =
                (from ?? -1) < 0 ? 0 : (from ?? 0) < 86_400 ? Int(from ?? 0) / 3600 : nil
        }
        return ages
    }()

    static func of(packed: Int64) -> (stage: Stage, age: Int)? {
        guard let stage = Stage(rawValue: Int32(packed >> 8 & 3)),
            let age = byBucket[Int(packed & 255)]
        else { return nil }
        let later = Int(packed >> 10)
        let hours = age + (later == 3 ? -1 : later)
        return 0..<SegmentEvents.ages ~= hours ? (stage, hours) : nil
    }
}

// MARK: As bytes

extension SegmentEvents {
    /// For each segment its number, then the counts of each stage up to the last that is not 0,
    /// after how many they are. Numbers are of seven bits a byte, the lowest first, and all but the
    /// last byte have the highest bit (LEB128).
    static func bytes(_ events: [SegmentEvents]) -> [UInt8] {
        var bytes: [UInt8] = []
        for one in events {
            append(one.segment, to: &bytes)
            for counts in [one.received, one.opened] {
                let known = counts.prefix((counts.lastIndex { $0 != 0 } ?? -1) + 1)
                append(Int64(known.count), to: &bytes)
                for count in known { append(count, to: &bytes) }
            }
        }
        return bytes
    }

    /// Nil for what `bytes` has not made.
    static func read(_ bytes: [UInt8]) -> [SegmentEvents]? {
        var rest = bytes[...]
        var events: [SegmentEvents] = []
        while !rest.isEmpty {
            guard let segment = number(&rest) else { return nil }
            var one = SegmentEvents(segment: segment)
            guard fill(&one.received, &rest), fill(&one.opened, &rest) else { return nil }
            events.append(one)
        }
        return events
    }

    private static func fill(_ counts: inout [Int64], _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let known = number(&rest), 0...Int64(ages) ~= known else { return false }
        for place in 0..<Int(known) {
            guard let count = number(&rest) else { return false }
            counts[place] = count
        }
        return true
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var left = UInt64(bitPattern: number)
        while left > 127 {
            bytes.append(UInt8(left & 127) | 128)
            left >>= 7
        }
        bytes.append(UInt8(left))
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        var number: UInt64 = 0
        for place in 0..<UInt64(10) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt64(byte & 127) << (7 * place)
            if byte < 128 { return Int64(bitPattern: number) }
        }
        return nil
    }
}
