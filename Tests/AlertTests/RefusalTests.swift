import Alerts
import Foundation
import Testing

/// Refused sends that are made up, from alarm to end.
@Suite("Refused sends")
struct RefusalTests {
    /// The fault begins on a Thursday at nine.
    private static let nine = 38 * 24 + 9

    private typealias Fault = (kind: RefusalClass, code: String, share: Double)

    private static func world(
        _ hours: Int, _ kind: RefusalClass, _ code: String, _ share: Double,
        where isHit: @escaping (String, String) -> Bool = { _, _ in true }
    ) -> RandomRefusals {
        var world = RandomRefusals()
        world.fault = { platform, campaign, hour in
            nine..<nine + hours ~= hour && isHit(platform, campaign) ? (kind, code, share) : nil
        }
        return world
    }

    private static func alarms(
        _ world: RandomRefusals, seed: UInt64,
        of classes: [RefusalClass] = [.configuration, .fcm, .token]
    ) -> [(kind: RefusalClass, episode: Episode)] {
        RandomRefusals.alarms(world.hours(seed: seed), from: 38 * 24, of: classes)
    }

    private static func index(_ hour: Int64) -> Int { Int(hour - RandomRefusals.start) }

    @Test("quiet sends keep the budget: bursts, weekly mailings to old tokens, a short quota")
    func quiet() {
        let worlds = [(20.0, 15.0, 5.0), (60, 40, 10), (600, 400, 100)]
        let seeds: ClosedRange<UInt64> = 1...1
        for (android, ios, web) in worlds {
            var world = RandomRefusals()
            world.platforms = [("android", android), ("ios", ios), ("web", web)]
            world.mailing = android * 20
            let alarms = seeds.flatMap { RandomRefusals.alarms(world.hours(seed: $0)) }
            // The first 15 days are not judged.
            let months = Double(seeds.count * (world.days - 15)) / 30
            #expect(Double(alarms.count) <= months.rounded(.up), "\(android): \(alarms)")
        }
    }

    @Test("60 % of iOS refused for four hours: told at the first hour's end, one incident, its end")
    func platform() throws {
        for seed: UInt64 in 1...3 {
            let alarms = Self.alarms(
                Self.world(4, .configuration, "THIRD_PARTY_AUTH_ERROR", 0.6) { platform, _ in
                    platform == "ios"
                }, seed: seed)
            #expect(alarms.count == 1, "\(seed)")
            let alarm = try #require(alarms.first)
            #expect(alarm.kind == .configuration)
            #expect(alarm.episode.slice == Slice(["ios", nil, nil]))
            #expect(Self.index(alarm.episode.firedAt) == Self.nine)
            #expect(Self.index(alarm.episode.start) == Self.nine)
            #expect(Self.index(alarm.episode.end) == Self.nine + 4)
            #expect(alarm.episode.state == .resolved)
            #expect(alarm.episode.notified.count == 1)
            #expect(0.45...0.8 ~= alarm.episode.worst.score.drop)
        }
    }

    @Test("60 % of everything refused for four hours")
    func everything() throws {
        for seed: UInt64 in 1...3 {
            let alarms = Self.alarms(
                Self.world(4, .configuration, "PERMISSION_DENIED", 0.6), seed: seed)
            #expect(alarms.map(\.episode.slice) == [Slice([nil, nil, nil])], "\(seed)")
            #expect(alarms.first.map { Self.index($0.episode.firedAt) } == Self.nine)
        }
    }

    @Test("5 % of a campaign at 100 an hour, within two hours in most cases")
    func campaign() {
        let seeds: ClosedRange<UInt64> = 1...12
        let found = seeds.count { seed in
            var world = Self.world(12, .request, "INVALID_ARGUMENT", 0.05) { _, campaign in
                campaign == "orders"
            }
            world.platforms = [("android", 85), ("ios", 60), ("web", 15)]
            return Self.alarms(world, seed: seed, of: [.request]).contains {
                $0.kind == .request && $0.episode.slice.values[1] == "orders"
                    && Self.index($0.episode.firedAt) < Self.nine + 2
            }
        }
        #expect(found >= 9, "\(found)")
    }

    @Test("30 % of 20 an hour, within two hours")
    func small() {
        let seeds: ClosedRange<UInt64> = 1...12
        let found = seeds.count { seed in
            var world = Self.world(12, .fcm, "INTERNAL", 0.3) { platform, _ in platform == "ios" }
            world.platforms = [("android", 30), ("ios", 20), ("web", 5)]
            return Self.alarms(world, seed: seed, of: [.fcm]).contains {
                $0.kind == .fcm && Self.index($0.episode.firedAt) < Self.nine + 2
            }
        }
        #expect(found >= 10, "\(found)")
    }

    @Test("a share that rises over five days to 6 % is found")
    func slow() {
        let seeds: ClosedRange<UInt64> = 1...2
        let found = seeds.count { seed in
            var world = RandomRefusals()
            let from = 36 * 24
            world.fault = { platform, _, hour in
                let share = 0.06 * Double(hour - from) / 120
                return platform == "android" && hour > from
                    ? (.configuration, "SENDER_ID_MISMATCH", min(0.06, share)) : nil
            }
            return RandomRefusals.alarms(
                world.hours(seed: seed), from: from, of: [.configuration]
            ).contains {
                $0.kind == .configuration && $0.episode.slice == Slice(["android", nil, nil])
                    && Self.index($0.episode.firedAt) < from + 96
            }
        }
        #expect(found == seeds.count)
    }

    @Test("dead tokens of a purge or of a first mailing are no outage, and no part of one")
    func tokens() {
        for seed: UInt64 in 1...3 {
            // 12 points more for a day: no notification. Half of all: told, as dead tokens.
            let purge = Self.alarms(Self.world(24, .token, "UNREGISTERED", 0.12), seed: seed)
            #expect(purge.isEmpty, "\(purge)")
            let most = Self.alarms(Self.world(6, .token, "UNREGISTERED", 0.5), seed: seed)
            #expect(most.map(\.kind) == [.token])
        }
    }

    @Test("5xx of FCM for an hour: told, and over after it")
    func burst() throws {
        for seed: UInt64 in 1...3 {
            let alarms = Self.alarms(Self.world(1, .fcm, "UNAVAILABLE", 0.4), seed: seed)
            #expect(alarms.map(\.kind) == [.fcm])
            let alarm = try #require(alarms.first)
            #expect(Self.index(alarm.episode.end) == Self.nine + 1)
        }
    }

    @Test("of a small slice that is known to be over hours later, the end is that of its fault")
    func end() throws {
        for seed: UInt64 in 1...3 {
            var world = Self.world(12, .configuration, "THIRD_PARTY_AUTH_ERROR", 0.9) {
                platform, _ in platform == "web"
            }
            world.platforms = [("android", 40), ("web", 6)]
            world.mailing = 0
            let alarms = Self.alarms(world, seed: seed)
            #expect(alarms.count == 1)
            let alarm = try #require(alarms.first)
            #expect(alarm.episode.state == .resolved)
            #expect(Self.nine + 11...Self.nine + 13 ~= Self.index(alarm.episode.end))
        }
    }

    @Test("another order of leaves and refusals gives the same alarms")
    func order() {
        let hours = Self.world(4, .fcm, "INTERNAL", 0.5).hours(seed: 3)
        let shuffled = RefusalHours(
            leaves: hours.leaves, hours: hours.hours, attempts: hours.attempts,
            refusals: hours.refusals.reversed())
        let one = RandomRefusals.alarms(hours, from: Self.nine, of: [.fcm]).map(\.episode)
        #expect(
            one == RandomRefusals.alarms(shuffled, from: Self.nine, of: [.fcm]).map(\.episode))
        #expect(!one.isEmpty)
    }

    @Test(
        "every error has its class",
        arguments: [
            ("THIRD_PARTY_AUTH_ERROR", nil, 401, .configuration),
            ("messaging/authentication-error", nil, nil, .configuration),
            ("PERMISSION_DENIED", nil, 403, .configuration), ("HTTP_403", nil, 403, .configuration),
            ("QUOTA_EXCEEDED", nil, 429, .quota), ("HTTP_429", nil, nil, .quota),
            ("messaging/device-message-rate-exceeded", nil, nil, .quota),
            ("UNAVAILABLE", nil, 503, .fcm), ("HTTP_502", nil, nil, .fcm),
            ("INTERNAL", nil, 500, .fcm), ("INVALID_ARGUMENT", nil, 400, .request),
            ("messaging/invalid-payload", nil, 400, .request),
            ("UNREGISTERED", nil, 404, .token), ("NOT_FOUND", nil, 404, .token),
            ("INVALID_ARGUMENT", "Unregistered", 400, .token), ("a word", nil, 503, .fcm),
            ("a word", nil, nil, .other),
        ] as [(String, String?, Int64?, RefusalClass)])
    func classes(code: String, reason: String?, status: Int64?, kind: RefusalClass) {
        #expect(RefusalClass(code: code, apnsReason: reason, httpStatus: status) == kind)
    }

    @Test("the upper tail and the lower tail add up")
    func tails() {
        for (mean, variance) in [(0.2, 0.25), (3.0, 4.0), (50, 90), (900, 4000)] {
            for count in stride(from: 1.0, to: mean * 3 + 6, by: max(1, mean / 7).rounded()) {
                let upper = NegativeBinomial.logUpperTail(count, mean: mean, variance: variance)
                let lower = NegativeBinomial.logTail(count - 1, mean: mean, variance: variance)
                #expect(abs(exp(upper) + exp(lower) - 1) < 1e-6, "\(mean) \(count)")
            }
        }
    }
}
