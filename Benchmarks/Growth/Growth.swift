import Delivery
import FCM
import Foundation
import NDJSON

/// Fills a store and measures each million.
final class Growth {
    /// Messages between two lines of output.
    private static let step = 1_000_000
    /// 2026-01-01 UTC, in ms.
    private static let start: Int64 = 1_767_225_600_000

    private let path: String
    private let writer: StateWriter
    private var batch: Batch
    private var traffic: Traffic
    private let batchSize: Int
    private let file: LedgerFile

    /// `dimensions`: as many of `Growth.dimensions`.
    init(database path: String, perDay: Int, dimensions: Int) throws {
        self.path = path
        let named = Growth.dimensions.prefix(dimensions).map {
            OwnDimension(name: $0.name, place: "/request/message/data/" + $0.name)
        }
        let store = try Store(writing: path, StoreSettings(dimensions: named))
        writer = try StateWriter(store)
        batchSize = IngestOptions(latest: Timestamp(microseconds: 0)).batchSize
        batch = Batch(size: batchSize)
        let identity = FileIdentity(
            path: "synthetic", device: 1, inode: 1, size: 1, modifiedNanoseconds: 1)
        file = LedgerFile(id: try writer.nextFile(), identity: identity)
        traffic = Traffic(
            sendsPerDay: perDay, start: Growth.start,
            profiles: Growth.profiles(dimensions).map(writer.intern),
            observed: Growth.observed.map(writer.intern),
            seed: 1)
    }

    func run(to messages: Int) throws {
        print(
            "messages,cpu_s_per_million,wall_s_per_million,generator_cpu_s,bytes_per_message,"
                + "peak_rss_mb")
        var sends = 0
        var last = (cpu: Usage.cpu, wall: Usage.wall, sends: 0)
        var generating = 0.0
        var next = Growth.step
        batch.files = [file]
        while sends < messages {
            var states: [MessageState] = []
            let before = Usage.cpu
            traffic.nextHour { states.append($0) }
            generating += Usage.cpu - before
            for (number, state) in states.enumerated() {
                if state.facts.contains(.sent) { sends += 1 }
                writer.add(state, file: 0, to: &batch)
                if number % 1000 == 0, batch.weight >= batchSize { try commit() }
            }
            guard sends >= next || sends >= messages else { continue }
            let now = (cpu: Usage.cpu, wall: Usage.wall, sends: sends)
            let millions = Double(now.sends - last.sends) / 1e6
            report(
                sends, (now.cpu - last.cpu - generating) / millions,
                (now.wall - last.wall - generating) / millions, generating / millions)
            last = now
            generating = 0
            next += Growth.step
        }
        try commit()
    }

    private func commit() throws {
        try writer.commit(&batch)
        let files = batch.files
        batch.removeAll()
        batch.files = files
    }

    private func report(_ sends: Int, _ cpu: Double, _ wall: Double, _ generator: Double) {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        print(
            String(
                format: "%d,%.3f,%.3f,%.3f,%.1f,%.1f", sends, cpu, wall, generator,
                Double(size) / Double(sends), Usage.peakMegabytes))
        fflush(nil)
    }
}

// MARK: - What messages share

extension Growth {
    /// Names, and how many values each has. Those of the first follow from the device, those of
    /// the others from the campaign.
    static let dimensions = [("locale", 50), ("team", 35), ("category", 20), ("app", 10)].map {
        (name: $0, values: $1)
    }

    /// Forty campaigns on three platforms, half of them with an image; with dimensions, each of
    /// these for every locale.
    private static func profiles(_ count: Int) -> [SendProfile] {
        (0..<40).flatMap { campaign in
            (0..<(count > 0 ? dimensions[0].values : 1)).flatMap { locale in
                Array(repeating: profile(campaign, locale, count), count: 3)
            }
        }
    }

    private static func profile(_ campaign: Int, _ locale: Int, _ count: Int) -> SendProfile {
        var profile = SendProfile()
        profile.campaign = "campaign_\(campaign)"
        profile.target = .token
        let image: ImageStatus = campaign % 2 == 0 ? .ok : .noImage
        profile.images = PerPlatform(repeating: image)
        profile.displays = PerPlatform(repeating: .shown)
        for (position, dimension) in dimensions.prefix(count).enumerated() {
            let number = position == 0 ? locale : campaign
            profile.dimensions[position] = "\(dimension.name)_\(number % dimension.values)"
        }
        return profile
    }

    private static let observed: [ObservedProfile] = (0..<40).map { campaign in
        var observed = ObservedProfile()
        observed.label = "campaign_\(campaign)"
        return observed
    }
}

/// What this process has used so far; times in seconds.
enum Usage {
    static var cpu: Double { seconds(now.ru_utime) + seconds(now.ru_stime) }

    /// The most memory that was held at any time.
    static var peakMegabytes: Double { Double(now.ru_maxrss) * 1024 / 1e6 }

    private static var now: rusage {
        var usage = rusage()
        getrusage(ownProcess, &usage)
        return usage
    }

    /// RUSAGE_SELF, which is imported as another type than `getrusage` takes.
    private static let ownProcess: Int32 = 0

    static var wall: Double { ProcessInfo.processInfo.systemUptime }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
