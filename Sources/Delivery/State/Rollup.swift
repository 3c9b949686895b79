/// The tables of counts that ingest keeps exact, and the columns of each.
package enum RollupTable: UInt8, CaseIterable, Sendable {
    case funnel
    case delay
    case failure
    case topicSend
    case topicReceipt
    case orphan
    case label
    case validated
    /// Explicit and implied impressions by segment alone: which platforms tell of any.
    case impression

    package var name: String {
        switch self {
        case .funnel: "funnel_cells"
        case .delay: "delay_cells"
        case .failure: "failure_cells"
        case .topicSend: "topic_send_cells"
        case .topicReceipt: "topic_receipt_cells"
        case .orphan: "orphan_cells"
        case .label: "label_cells"
        case .validated: "validated_cells"
        case .impression: "impression_cells"
        }
    }

    /// Whether counts are kept by the hour; else `RollupCell.hour` is 0.
    package var isHourly: Bool { self != .impression }

    /// The names of the hour, the reference and the detail, of those that the table has.
    package var keyColumns: [String] {
        switch self {
        case .funnel: ["send_hour", "segment"]
        case .delay: ["send_hour", "segment", "stage_bucket"]
        case .failure: ["send_hour", "segment", "error"]
        case .topicSend, .validated: ["send_hour", "segment"]
        case .topicReceipt, .orphan: ["send_hour", "observed"]
        case .label: ["event_hour", "observed", "kind"]
        case .impression: ["segment"]
        }
    }

    package var countColumns: [String] {
        switch self {
        case .funnel: FunnelLane.allCases.map(\.name)
        case .topicSend: ["sent", "failed", "events"]
        case .topicReceipt: ["received", "opened"]
        case .orphan: ["messages", "events", "opened"]
        case .delay, .failure, .validated, .impression: ["messages"]
        case .label: ["events"]
        }
    }
}

/// The counts of one funnel cell, in the order of the columns.
package enum FunnelLane: Int, CaseIterable, Sendable {
    case attempted, sent, failed, received, receipts, receiptsBeforeOpen
    case impressions, opened, late, dismissed, phantom, platformConflicts, events

    package var name: String {
        switch self {
        case .attempted: "attempted"
        case .sent: "sent"
        case .failed: "failed"
        case .received: "received"
        case .receipts: "receipts"
        case .receiptsBeforeOpen: "receipts_before_open"
        case .impressions: "impressions"
        case .opened: "opened"
        case .late: "late"
        case .dismissed: "dismissed"
        case .phantom: "phantom"
        case .platformConflicts: "platform_conflicts"
        case .events: "events"
        }
    }
}

/// One row of a rollup table.
package struct RollupCell: Hashable, Sendable {
    package var table: RollupTable
    /// Hours since 1970-01-01 UTC.
    package var hour: Int32
    /// A segment or an observed profile.
    package var reference: Int32
    /// An error, a stage and bucket, or a kind of event; 0 where the table has none.
    package var detail: Int32

    package init(_ table: RollupTable, hour: Int64, reference: Int32, detail: Int32 = 0) {
        self.table = table
        self.hour = Int32(clamping: hour)
        self.reference = reference
        self.detail = detail
    }
}

/// Counts to add to rollup rows; a lane for each count column.
package struct RollupDelta: Equatable, Sendable {
    package typealias Counts = SIMD16<Int32>

    package private(set) var cells: [RollupCell: Counts] = [:]

    package init() {}

    package mutating func add(_ counts: Counts, to cell: RollupCell) {
        cells[cell, default: .zero] &+= counts
    }

    /// Rows whose counts change.
    package var changes: [(cell: RollupCell, counts: Counts)] {
        cells.filter { $0.value != .zero }.map { ($0.key, $0.value) }
    }
}
