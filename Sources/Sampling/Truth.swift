/// A set of counters, each with its name in `truth.json`.
protocol Counters {
    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] { get }
}

extension Counters {
    /// Members of a JSON object, in the order of `counters`.
    var members: [(String, String)] {
        Self.counters.map { ($0.name, "\(self[keyPath: $0.path])") }
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum += b
        return sum
    }

    static func += (sum: inout Self, other: Self) {
        for (_, path) in counters { sum[keyPath: path] += other[keyPath: path] }
    }
}

/// The funnel measures of a set of messages.
struct Measures: Counters {
    var attempted = 0, sent = 0, failed = 0, received = 0, impressions = 0, opened = 0

    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("attempted", \.attempted), ("sent", \.sent), ("failed", \.failed),
            ("received", \.received), ("impressions", \.impressions), ("opened", \.opened),
        ]
    }
}

/// Measures of the totals only.
struct Extras: Counters {
    var late = 0, phantom = 0, dismissed = 0, receipts = 0, validated = 0, topicSends = 0
    var silentSent = 0

    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("late", \.late), ("phantom", \.phantom), ("dismissed", \.dismissed),
            ("receipts", \.receipts), ("validated", \.validated), ("topic_sends", \.topicSends),
            ("silent_sent", \.silentSent),
        ]
    }
}

/// What happened to targets and on the way to them.
struct TargetMeasures: Counters {
    /// Refused sends that the sender tried again and FCM accepted; messages that a device reported
    /// as delivered at a lower priority.
    var retried = 0, lowered = 0

    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [("retried", \.retried), ("priority_lowered", \.lowered)]
    }
}

/// The counts of a reader of all lines.
struct Ledger: Counters {
    var lines = 0, blank = 0, new = 0, duplicate = 0
    /// By index into `BrokenLine.all`.
    var broken = [Int](repeating: 0, count: BrokenLine.all.count)
    /// Distinct facts: one for each kind of event of each message.
    var events = 0
    /// Facts of messages with a send, and of messages without one.
    var matched = 0, orphan = 0
    var labelEvents = 0

    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("lines", \.lines), ("blank", \.blank), ("new", \.new), ("duplicate", \.duplicate),
            ("events", \.events), ("matched", \.matched), ("orphan", \.orphan),
            ("label_events", \.labelEvents),
        ]
    }

    /// Rejected lines by reason, in the order of the reasons.
    var rejected: [(reason: String, lines: Int)] {
        zip(BrokenLine.all, broken).compactMap { line, count in line.reason.map { ($0, count) } }
            .filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    }

    /// Lines of other systems.
    var foreign: Int {
        zip(BrokenLine.all, broken).reduce(0) { $1.0.reason == nil ? $0 + $1.1 : $0 }
    }

    mutating func count(_ isNew: Bool) {
        lines += 1
        if isNew { new += 1 } else { duplicate += 1 }
    }
}

/// The true funnel of the messages that were sent in one hour.
///
/// Counted while messages are planned, never from lines.
struct HourTruth {
    private(set) var cells: [Measures]
    var extras = Extras()
    var ledger = Ledger()
    var failures: [String: Int] = [:]
    var targets = TargetMeasures()
    /// Accepted sends whose target was refused as UNREGISTERED next, by campaign.
    var uninstalls: [Int: Int] = [:]
    /// Attempted and failed sends by platform, even if the log does not name the platform.
    var refusals: [Platform: Measures] = [:]

    /// By cell and what clients told.
    private var clients: [Int: [ClientWords: Measures]] = [:]
    /// By cell and currency.
    private var conversions: [Int: [String: ConversionTruth]] = [:]

    init(campaigns: Int) {
        cells = Array(
            repeating: Measures(),
            count: campaigns * Self.platforms * Self.images * SendGroup.all.count)
    }

    private static let platforms = Platform.allCases.count
    private static let images = ImageClass.allCases.count

    /// The cell in which a send counts.
    subscript(send: Send) -> Measures {
        get { cells[Self.index(of: send)] }
        set { cells[Self.index(of: send)] = newValue }
    }

    private static func index(of send: Send) -> Int {
        let platform = Int(send.message.campaign) * platforms + Int(send.loggedPlatform.rawValue)
        let image = platform * images + Int(send.imageClass.rawValue)
        return image * SendGroup.all.count + send.group.index
    }

    mutating func add(_ counts: Measures, of send: Send, told: ClientWords) {
        clients[Self.index(of: send), default: [:]][told, default: Measures()] += counts
    }

    /// The cells with received messages.
    func clientRows(hour: Int, _ world: World) -> [ClientCell] {
        var rows: [TruthWords: [ClientWords: Measures]] = [:]
        for (place, told) in clients {
            rows[words(at: place, world), default: [:]].merge(told, uniquingKeysWith: +)
        }
        return rows.flatMap { words, told in
            told.map { ClientCell(hour: hour, words: words, told: $0, measures: $1) }
        }.sorted { ($0.words, $0.told) < ($1.words, $1.told) }
    }

    mutating func add(_ counts: ConversionTruth, of send: Send, in currency: String) {
        conversions[Self.index(of: send), default: [:]][currency, default: ConversionTruth()] +=
            counts
    }

    /// The cells with conversions.
    func conversionRows(hour: Int, _ world: World) -> [ConversionCell] {
        var rows: [TruthWords: [String: ConversionTruth]] = [:]
        for (place, currencies) in conversions {
            rows[words(at: place, world), default: [:]].merge(currencies, uniquingKeysWith: +)
        }
        return rows.flatMap { words, currencies in
            currencies.map {
                ConversionCell(hour: hour, words: words, currency: $0, counts: $1)
            }
        }.sorted { ($0.words, $0.currency) < ($1.words, $1.currency) }
    }

    /// The cells with sends. Groups of sends are apart where the options have them.
    func rows(hour: Int, _ world: World) -> [TruthCell] {
        var rows: [TruthWords: Measures] = [:]
        for (place, measures) in cells.enumerated() where measures.attempted > 0 {
            rows[words(at: place, world), default: Measures()] += measures
        }
        return rows.map { TruthCell(hour: hour, words: $0, measures: $1) }
            .sorted { $0.words < $1.words }
    }

    private func words(at place: Int, _ world: World) -> TruthWords {
        let group = SendGroup.all[place % SendGroup.all.count]
        let image = place / SendGroup.all.count
        let platform = Platform.allCases[image / Self.images % Self.platforms]
        let campaign = world.campaigns[image / Self.images / Self.platforms]
        var words = TruthWords(
            platform: platform.name, campaign: campaign.name,
            image: ImageClass.allCases[image % Self.images].name)
        if world.options.twoProjects { words.project = campaign.project.name(group.project) }
        if world.options.apps {
            words.app = group.brand?.app(on: platform).map { "\($0)" } ?? "(none)"
            words.variant = group.variant.map { "\($0.name)" } ?? "(none)"
        }
        return words
    }
}

/// One cell of the funnel.
struct TruthCell {
    var hour: Int
    var words: TruthWords
    var measures: Measures
}

/// The conversions of a cell, by currency.
struct ConversionCell {
    var hour: Int
    var words: TruthWords
    var currency: String
    var counts: ConversionTruth
}

/// What the sends of a cell have in common.
struct TruthWords: Hashable, Comparable {
    var platform: String
    var campaign: String
    var image: String
    /// Nil in samples with one project.
    var project: String?
    /// Nil in samples without apps.
    var app: String?
    var variant: String?

    /// Each with its name in `truth.json`.
    var members: [(name: String, word: String)] {
        let optional = [("project", project), ("app", app), ("variant", variant)]
        return [("platform", platform), ("campaign", campaign), ("image", image)]
            + optional.compactMap { name, word in word.map { (name, $0) } }
    }

    static func < (a: TruthWords, b: TruthWords) -> Bool {
        a.members.map(\.word).lexicographicallyPrecedes(b.members.map(\.word))
    }
}

/// The truth of the whole sample.
struct Truth {
    var cells: [TruthCell] = []
    var conversions: [ConversionCell] = []
    var clients: [ClientCell] = []
    var extras = Extras()
    var ledger = Ledger()
    var failures: [String: Int] = [:]
    var targets = TargetMeasures()
    /// By the name of the campaign.
    var uninstalls: [String: Int] = [:]
    var refusals: [Platform: Measures] = [:]

    var totals: Measures {
        cells.reduce(into: Measures()) { $0 += $1.measures }
    }

    mutating func add(_ hour: HourTruth, hour number: Int, _ world: World) {
        cells += hour.rows(hour: number, world)
        conversions += hour.conversionRows(hour: number, world)
        clients += hour.clientRows(hour: number, world)
        extras += hour.extras
        ledger += hour.ledger
        for (index, count) in hour.ledger.broken.enumerated() { ledger.broken[index] += count }
        failures.merge(hour.failures, uniquingKeysWith: +)
        targets += hour.targets
        for (campaign, count) in hour.uninstalls {
            uninstalls[world.campaigns[campaign].name, default: 0] += count
        }
        for (platform, counts) in hour.refusals {
            refusals[platform, default: Measures()] += counts
        }
    }
}
