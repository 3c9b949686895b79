import Foundation

/// `truth.json` of a sample: the funnel as it was made up, before any line was written.
struct Truth: Decodable {
    struct Cell: Decodable {
        var send_hour: String
        var platform: String
        var campaign: String
        var image: String
        /// Of samples with two projects.
        var project: String?
        /// Of samples with apps.
        var app: String?
        var variant: String?
        var attempted: Int
        var sent: Int
        var failed: Int
        var received: Int
        var impressions: Int
        var opened: Int
    }

    /// Of samples with clients.
    struct ClientCell: Decodable {
        var send_hour: String
        var platform: String
        var campaign: String
        var image: String
        var project: String?
        var app: String?
        var variant: String?
        var app_version: String
        var action: String
        var received: Int
        var impressions: Int
        var opened: Int
    }

    struct Conversions: Decodable {
        var send_hour: String
        var platform: String
        var campaign: String
        var image: String
        var currency: String
        var converted: Int
        var converted_opened: Int
        var converted_late: Int
        var value_millionths: Int
    }

    struct Refusals: Decodable {
        var attempted: Int
        var failed: Int
    }

    struct Ledger: Decodable {
        var lines: Int
        var blank: Int
        var rejected: [String: Int]
        var foreign: Int
        var new: Int
        var duplicate: Int
        var events: Int
        var matched: Int
        var orphan: Int
        var label_events: Int
    }

    var totals: [String: Int]
    var failures: [String: Int]
    var failures_by_true_platform: [String: Refusals]
    var targets: [String: Int]
    var uninstalls: [String: Int]
    var ledger: Ledger
    var cells: [Cell]
    /// Of samples with clients.
    var clients: [ClientCell]?
    /// Of samples with conversions.
    var conversions: [Conversions]?

    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

/// The six numbers of a funnel; impressions are null where none is known.
struct Funnel: Equatable {
    var counts = [0, 0, 0, 0, 0]
    var impressions: Int?

    static func += (sum: inout Funnel, cell: Truth.Cell) {
        let counts = [cell.attempted, cell.sent, cell.failed, cell.received, cell.opened]
        for (index, count) in counts.enumerated() { sum.counts[index] += count }
        if cell.impressions > 0 { sum.impressions = (sum.impressions ?? 0) + cell.impressions }
    }
}

extension Truth {
    /// Sums over the cells that are alike in some words.
    func sums(by key: (Cell) -> [String]) -> [[String]: Funnel] {
        cells.reduce(into: [:]) { $0[key($1), default: Funnel()] += $1 }
    }
}
