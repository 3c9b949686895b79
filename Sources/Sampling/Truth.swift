/// A set of counters, each with its name in `truth.json`.
protocol Counters {
    static var counters: [(name: String, path: WritableKeyPath<Self, Int>)] { get }
}

extension Counters {
    /// Members of a JSON object, in the order of `counters`.
    var members: [(String, String)] {
        Self.counters.map { ($0.name, "\(self[keyPath: $0.path])") }
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

    init(campaigns: Int) {
        cells = Array(
            repeating: Measures(),
            count: campaigns * Self.platforms * Self.images * Self.namings)
    }

    private static let platforms = Platform.allCases.count
    private static let images = ImageClass.allCases.count
    private static let namings = Project.Naming.allCases.count

    /// The cell in which a send counts.
    subscript(send: Send) -> Measures {
        get { cells[Self.index(of: send)] }
        set { cells[Self.index(of: send)] = newValue }
    }

    private static func index(of send: Send) -> Int {
        let platform = Int(send.message.campaign) * platforms + Int(send.loggedPlatform.rawValue)
        let image = platform * images + Int(send.imageClass.rawValue)
        return image * namings + Int(send.projectNaming.rawValue)
    }

    /// The cells with sends; those of all projects together unless `byProject`.
    func rows(hour: Int, campaigns: [Campaign], byProject: Bool) -> [TruthCell] {
        var rows: [TruthCell] = []
        for first in stride(from: 0, to: cells.count, by: Self.namings) {
            let place = first / Self.namings
            let campaign = campaigns[place / Self.images / Self.platforms]
            var cell = TruthCell(
                hour: hour,
                platform: Platform.allCases[place / Self.images % Self.platforms],
                campaign: campaign.name,
                image: ImageClass.allCases[place % Self.images], measures: Measures())
            for naming in Project.Naming.allCases {
                cell.measures += cells[first + Int(naming.rawValue)]
                guard byProject, cell.measures.attempted > 0 else { continue }
                cell.project = campaign.project.name(naming)
                rows.append(cell)
                cell.measures = Measures()
            }
            if cell.measures.attempted > 0 { rows.append(cell) }
        }
        return rows.sorted { $0.order < $1.order }
    }
}

/// One cell of the funnel.
struct TruthCell {
    var hour: Int
    var platform: Platform
    var campaign: String
    var image: ImageClass
    /// Nil in samples with one project.
    var project: String?
    var measures: Measures

    var order: (String, String, String, String) {
        (platform.name, campaign, image.name, project ?? "")
    }
}

/// The truth of the whole sample.
struct Truth {
    var cells: [TruthCell] = []
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

    mutating func add(
        _ hour: HourTruth, hour number: Int, campaigns: [Campaign], byProject: Bool
    ) {
        cells += hour.rows(hour: number, campaigns: campaigns, byProject: byProject)
        extras += hour.extras
        ledger += hour.ledger
        for (index, count) in hour.ledger.broken.enumerated() { ledger.broken[index] += count }
        failures.merge(hour.failures, uniquingKeysWith: +)
        targets += hour.targets
        for (campaign, count) in hour.uninstalls {
            uninstalls[campaigns[campaign].name, default: 0] += count
        }
        for (platform, counts) in hour.refusals {
            refusals[platform, default: Measures()] += counts
        }
    }
}
