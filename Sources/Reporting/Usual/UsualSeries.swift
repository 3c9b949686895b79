internal import Delivery

/// What is counted of a day, in the words of people.
enum UsualMeasure: String, CaseIterable, Sendable {
    case sent
    case received
    case shown
    case opened

    var isRate: Bool { self != .sent }
}

/// Whose days are compared.
enum UsualSubject: Hashable, Comparable, Sendable {
    case all
    case platform(String)
    case campaign(String)

    var kind: String {
        switch self {
        case .all: "all"
        case .platform: "platform"
        case .campaign: "campaign"
        }
    }

    /// Whether its devices cannot tell what they show: Apple's do so only while the app is open.
    var isBlind: Bool { self == .platform("ios") }

    var name: String? {
        switch self {
        case .all: nil
        case .platform(let name), .campaign(let name): name
        }
    }
}

/// The counts of a day.
struct DayCounts: Equatable, Sendable {
    var sent: Int64 = 0
    var received: Int64 = 0
    var shown: Int64 = 0
    var shownBase: Int64 = 0
    var opened: Int64 = 0
    var openBase: Int64 = 0

    init() {}

    /// Of a row of `usual_days`.
    init(_ row: NamedCells) {
        sent = row.count("sent") ?? 0
        received = row.count("received") ?? 0
        shown = row.count("impressions") ?? 0
        shownBase = row.count("impression_base") ?? 0
        opened = row.count("opened") ?? 0
        openBase = row.count("open_base") ?? 0
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.sent += b.sent
        sum.received += b.received
        sum.shown += b.shown
        sum.shownBase += b.shownBase
        sum.opened += b.opened
        sum.openBase += b.openBase
        return sum
    }

    /// The count, and what it is a part of.
    func parts(_ measure: UsualMeasure) -> (count: Int64, whole: Int64?) {
        switch measure {
        case .sent: (sent, nil)
        case .received: (received, sent)
        case .shown: (shown, shownBase)
        case .opened: (opened, openBase)
        }
    }
}

extension NamedCells {
    /// The day of a row of `usual_days`, since 1970-01-01.
    var day: Int64? { word("local_day").flatMap(Period.hour).map { $0 / 24 } }
}
