import Delivery
import FCM
import Foundation

/// Messages and their events, hour after hour, as states: what decoding would give, without logs.
///
/// A tenth have UUIDs. Opens come up to 72 hours after their send, so that every hour has events of
/// messages of the last three days. The same seed gives the same traffic.
struct Traffic {
    private static let hour: Int64 = 3_600_000
    private static let longestDelay: Double = 72 * 3_600_000

    private let sendsPerHour: Int
    /// References of send profiles by campaign and platform, and of what clients say.
    private let profiles: [Int32]
    private let observed: [Int32]
    private var random: Random
    private var now: Int64
    /// Events by the hour in which they come, from the present one on.
    private var coming: [[MessageState]]

    init(sendsPerDay: Int, start: Int64, profiles: [Int32], observed: [Int32], seed: UInt64) {
        sendsPerHour = sendsPerDay / 24
        self.profiles = profiles
        self.observed = observed
        random = Random(seed: seed)
        now = start
        coming = Array(repeating: [], count: 74)
    }

    /// Calls `body` for the sends of the next hour and for the events that come in it.
    mutating func nextHour(_ body: (MessageState) -> Void) {
        let step = Double(Traffic.hour) * 1000 / Double(sendsPerHour)
        for number in 0..<sendsPerHour {
            let micros = now * 1000 + Int64((Double(number) + random.unit()) * step)
            let send = makeSend(at: micros)
            body(send)
            addEvents(of: send)
        }
        for event in coming[0] { body(event) }
        coming.removeFirst()
        coming.append([])
        now += Traffic.hour
    }

    private mutating func makeSend(at micros: Int64) -> MessageState {
        let platform = random.below(10)
        var state = MessageState(key: makeKey(platform, micros))
        state.facts = .sent
        state.sentAt = micros / 1000
        let kind = platform < 6 ? 0 : platform < 9 ? 1 : 2
        state.profile = profiles[random.below(profiles.count / 3) * 3 + kind]
        state.targetHash = random.next()
        return state
    }

    /// Six of ten are Android's, three Apple's, one web's.
    private mutating func makeKey(_ platform: Int, _ micros: Int64) -> MessageKey {
        switch platform {
        case 0..<6: MessageKey(k: micros << 2, tail: Int64(bitPattern: random.next()))
        case 6..<9: MessageKey(k: micros << 2 | 1, tail: 0)
        default:
            MessageKey(
                k: Int64(bitPattern: 1 << 63 | random.next() >> 4),
                tail: Int64(bitPattern: 1 << 63 | random.next() >> 2))
        }
    }

    private mutating func addEvents(of send: MessageState) {
        if random.unit() < 0.62 { add(.receipt, of: send, median: 8000, sigma: 1.6) }
        if random.unit() < 0.09 { add(.open, of: send, median: 1_200_000, sigma: 2.2) }
        if random.unit() < 0.03 { add(.dismiss, of: send, median: 1_800_000, sigma: 2) }
    }

    private mutating func add(
        _ kind: EventKind, of send: MessageState, median: Double, sigma: Double
    ) {
        let delay = min(median * exp(sigma * random.normal()), Traffic.longestDelay)
        var event = MessageState(key: send.key)
        event.facts = .event(kind)
        event.eventTimes[kind] = send.sentAt + Int64(delay)
        event.observed = observed[Int(send.profile) % observed.count]
        coming[Int((event.eventTimes[kind] - now) / Traffic.hour)].append(event)
    }
}

/// SplitMix64.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Box and Muller.
    mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * Double.pi * unit())
    }
}
