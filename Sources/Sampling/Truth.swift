/// The funnel measures of a set of messages.
struct Measures: Equatable {
    var attempted = 0
    var sent = 0
    var failed = 0
    var received = 0
    var impressions = 0
    var opened = 0

    static func += (sum: inout Measures, other: Measures) {
        sum.attempted += other.attempted
        sum.sent += other.sent
        sum.failed += other.failed
        sum.received += other.received
        sum.impressions += other.impressions
        sum.opened += other.opened
    }
}

/// What is counted in the totals only.
struct Extras: Equatable {
    var late = 0
    var phantom = 0
    var dismissed = 0
    var receipts = 0
    var validated = 0
    var topicSends = 0
    var silentSent = 0

    static func += (sum: inout Extras, other: Extras) {
        sum.late += other.late
        sum.phantom += other.phantom
        sum.dismissed += other.dismissed
        sum.receipts += other.receipts
        sum.validated += other.validated
        sum.topicSends += other.topicSends
        sum.silentSent += other.silentSent
    }
}

/// What FCM refused of a platform, the one that each message goes to, whatever its log tells.
struct Refusals: Equatable {
    var attempted = 0
    var failed = 0

    static func += (sum: inout Refusals, other: Refusals) {
        sum.attempted += other.attempted
        sum.failed += other.failed
    }
}

/// What a reader of all lines must count.
struct Ledger: Equatable {
    var lines = 0
    var blank = 0
    /// By index into `BrokenLine.all`.
    var broken = [Int](repeating: 0, count: BrokenLine.all.count)
    var new = 0
    var duplicate = 0
    /// Distinct facts: one for each kind of event of each message.
    var events = 0
    /// Facts of messages that have a send, and of those that have none.
    var matched = 0
    var orphan = 0
    var labelEvents = 0

    /// Rejected lines by reason, in the order of the reasons.
    var rejected: [(reason: String, lines: Int)] {
        zip(BrokenLine.all, broken).compactMap { line, count in line.reason.map { ($0, count) } }
            .filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    }

    /// Lines of other systems.
    var foreign: Int {
        zip(BrokenLine.all, broken).reduce(0) { $1.0.reason == nil ? $0 + $1.1 : $0 }
    }

    static func += (sum: inout Ledger, other: Ledger) {
        sum.lines += other.lines
        sum.blank += other.blank
        for index in sum.broken.indices { sum.broken[index] += other.broken[index] }
        sum.new += other.new
        sum.duplicate += other.duplicate
        sum.events += other.events
        sum.matched += other.matched
        sum.orphan += other.orphan
        sum.labelEvents += other.labelEvents
    }

    mutating func count(_ isNew: Bool) {
        lines += 1
        if isNew { new += 1 } else { duplicate += 1 }
    }
}

/// The true funnel of the messages that were sent in one hour.
///
/// It is counted while messages are decided, never by reading lines.
struct HourTruth {
    private(set) var cells: [Measures]
    var extras = Extras()
    var ledger = Ledger()
    var failures: [String: Int] = [:]
    var refusals: [Platform: Refusals] = [:]

    init(campaigns: Int) {
        cells = Array(
            repeating: Measures(),
            count: campaigns * Platform.allCases.count * ImageClass.allCases.count)
    }

    /// The cell in which a send counts.
    subscript(send: Send) -> Measures {
        get { cells[Self.index(of: send)] }
        set { cells[Self.index(of: send)] = newValue }
    }

    private static func index(of send: Send) -> Int {
        (Int(send.message.campaign) * Platform.allCases.count + Int(send.toldPlatform.rawValue))
            * ImageClass.allCases.count + Int(send.imageClass.rawValue)
    }

    /// The cells that hold anything.
    func rows(hour: Int, campaigns: [Campaign]) -> [TruthCell] {
        var rows: [TruthCell] = []
        for (index, measures) in cells.enumerated() where measures.attempted > 0 {
            let images = ImageClass.allCases
            let platforms = Platform.allCases
            rows.append(
                TruthCell(
                    hour: hour,
                    platform: platforms[index / images.count % platforms.count],
                    campaign: campaigns[index / images.count / platforms.count].name,
                    image: images[index % images.count], measures: measures))
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
    var measures: Measures

    var order: (String, String, String) { (platform.name, campaign, image.name) }
}

/// The truth of the whole sample.
struct Truth {
    var cells: [TruthCell] = []
    var extras = Extras()
    var ledger = Ledger()
    var failures: [String: Int] = [:]
    var refusals: [Platform: Refusals] = [:]

    var totals: Measures {
        cells.reduce(into: Measures()) { $0 += $1.measures }
    }

    mutating func add(_ hour: HourTruth, hour number: Int, campaigns: [Campaign]) {
        cells += hour.rows(hour: number, campaigns: campaigns)
        extras += hour.extras
        ledger += hour.ledger
        failures.merge(hour.failures, uniquingKeysWith: +)
        for (platform, counts) in hour.refusals {
            refusals[platform, default: Refusals()] += counts
        }
    }
}
