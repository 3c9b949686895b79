internal import Delivery
internal import FCM
internal import Foundation
internal import NDJSON

/// A row of counts under the words of a send.
struct SegmentRow<Counts: Decodable>: Decodable {
    var hours: Int64
    var segment: Segment
    var counts: Counts

    private struct Words: Decodable {
        var hours: Int64
        var platform: String
        var platformSource: String
        var campaign: String
        var imageStatus: String
        var silent: Int64
        var targetKind: String
        var topic: String?
    }

    init(from decoder: any Decoder) throws {
        let words = try Words(from: decoder)
        hours = words.hours
        segment = Segment(
            platform: Platform.allCases.first { $0.name == words.platform } ?? .unknown,
            platformSource: PlatformSource.allCases.first { $0.name == words.platformSource }
                ?? .none,
            campaign: words.campaign,
            imageStatus: ImageStatus.allCases.first { $0.name == words.imageStatus } ?? .unknown,
            isSilent: words.silent != 0,
            target: TargetKind.allCases.first { $0.name == words.targetKind } ?? .unknown,
            topic: words.topic)
        counts = try Counts(from: decoder)
    }
}

/// A row of counts under what clients say.
struct ObservedRow<Counts: Decodable>: Decodable {
    var hours: Int64
    var profile: ObservedProfile
    var counts: Counts

    private struct Words: Decodable {
        var hours: Int64
        var observedPlatforms: UInt8?
        var observedLabel: String?
        var composerId: String?
        var composerName: String?
        var observedTopic: String?
        var priorityLowered: Int64?
    }

    init(from decoder: any Decoder) throws {
        let words = try Words(from: decoder)
        hours = words.hours
        profile = ObservedProfile()
        profile.platforms = words.observedPlatforms ?? 0
        profile.label = words.observedLabel
        profile.composerID = words.composerId
        profile.composerName = words.composerName
        profile.topic = words.observedTopic
        profile.isPriorityLowered = words.priorityLowered.map { $0 != 0 }
        counts = try Counts(from: decoder)
    }
}

struct FunnelCounts: Decodable {
    let lanes: RollupDelta.Counts

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A member for each lane, by its column's name, as the decoder has changed it.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        var lanes = RollupDelta.Counts.zero
        for lane in FunnelLane.allCases {
            let name = Name(stringValue: FunnelCounts.camel(lane.name))
            lanes[lane.rawValue] = Int32(clamping: try members.decode(Int64.self, forKey: name))
        }
        self.lanes = lanes
    }

    private static func camel(_ name: String) -> String {
        let parts = name.split(separator: "_")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.capitalized }
    }
}

struct DelayCounts: Decodable {
    var stageBucket: Int32
    var messages: Int64
}

struct MessageCounts: Decodable {
    var messages: Int64
}

struct FailureCounts: Decodable {
    var messages: Int64
    private var errorCode: String?
    private var apnsReason: String?
    private var httpStatus: Int64?

    var error: SendError? {
        errorCode.map { SendError(code: $0, apnsReason: apnsReason, httpStatus: httpStatus) }
    }
}

struct TopicCounts: Decodable {
    var sent: Int64
    var failed: Int64
    var events: Int64
}

struct ReceivedCounts: Decodable {
    var received: Int64
    var opened: Int64
}

struct OrphanCounts: Decodable {
    var messages: Int64
    var events: Int64
    var opened: Int64
}

struct LabelCounts: Decodable {
    var kind: Int32
    var events: Int64
}

struct MinutesRow: Decodable {
    var hour: String
    var sends: Int64
    var events: Int64
}

/// A rejected line, with its place.
struct RejectRow: Decodable {
    var path: String
    var line: Int64
    var byte: Int64
    var reason: String
    var keys: String
    var expected: String
    var excerpt: String
}

struct RejectedLineRow: Decodable {
    var lineHash: Int64
    var reason: String
}

struct LedgerRow: Decodable {
    var path: String
    var state: String
    var problem: String?
    var sizeBytes: Int64
    var lines: Int64
    var new: Int64
    var duplicate: Int64
    var rejected: Int64
    var blank: Int64
    var pastRetention: Int64
    /// Missing in what earlier versions exported.
    var foreignLines: Int64?
    var unprovenEvents: Int64?
    var firstMs: Int64?
    var lastMs: Int64?
    var newestSendMs: Int64?
    var newestEventMs: Int64?

    func file(id: Int64) -> LedgerFile {
        let identity = FileIdentity(
            path: path, device: 0, inode: 0, size: sizeBytes, modifiedNanoseconds: 0)
        var file = LedgerFile(id: id, identity: identity, headLength: 0, headHash: 0)
        file.counts.lines = lines
        file.counts.new = new
        file.counts.duplicate = duplicate
        file.counts.rejected = rejected
        file.counts.blank = blank
        file.counts.pastRetention = pastRetention
        file.counts.foreign = foreignLines ?? 0
        file.counts.unprovenEvents = unprovenEvents ?? 0
        file.state = FileState(rawValue: state) ?? .reading
        file.problem = problem
        if let firstMs, let lastMs { file.messageTimes = firstMs...max(firstMs, lastMs) }
        return file
    }
}
