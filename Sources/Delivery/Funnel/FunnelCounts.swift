/// The funnel of some messages: counts, and the rates that follow from them.
package struct FunnelCounts: Equatable, Sendable {
    package var attempted: Int64 = 0
    package var sent: Int64 = 0
    package var failed: Int64 = 0
    package var received: Int64 = 0
    package var receipts: Int64 = 0
    package var receiptsBeforeOpen: Int64 = 0
    /// Nil where no platform among them can tell.
    package var impressions: Int64?
    package var opened: Int64 = 0
    package var late: Int64 = 0
    package var dismissed: Int64 = 0
    package var phantom: Int64 = 0
    package var platformConflicts: Int64 = 0
    /// Of `sent`, those with something to show: what opens are a share of.
    package var openBase: Int64 = 0
    /// Of `openBase`, those where impressions can be told: what impressions are a share of.
    package var impressionBase: Int64 = 0

    package init() {}

    package var failureRate: Proportion { Proportion(failed, of: attempted) }
    package var deliveryRate: Proportion { Proportion(received, of: sent) }
    package var openRate: Proportion { Proportion(opened, of: openBase) }
    package var impressionRate: Proportion? {
        impressions.map { Proportion($0, of: impressionBase) }
    }
    /// Share of opened messages with a receipt before the open: how far receipts can be trusted.
    package var receiptCoverage: Proportion { Proportion(receiptsBeforeOpen, of: opened) }

    package static func += (a: inout FunnelCounts, b: FunnelCounts) {
        a.attempted += b.attempted
        a.sent += b.sent
        a.failed += b.failed
        a.received += b.received
        a.receipts += b.receipts
        a.receiptsBeforeOpen += b.receiptsBeforeOpen
        if let more = b.impressions { a.impressions = (a.impressions ?? 0) + more }
        a.opened += b.opened
        a.late += b.late
        a.dismissed += b.dismissed
        a.phantom += b.phantom
        a.platformConflicts += b.platformConflicts
        a.openBase += b.openBase
        a.impressionBase += b.impressionBase
    }
}
