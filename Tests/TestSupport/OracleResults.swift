/// The key of a cell of the funnel.
package struct OracleCell: Hashable, Comparable {
    /// `YYYY-MM-DDTHH`, UTC.
    package var sendHour: String
    package var platform: String
    package var campaign: String
    package var project: String
    /// In the order of `OracleDimensions.names`.
    package var dimensions: [String]
    package var image: String
    package var imageStatus: String
    package var silent: Bool

    package init(
        sendHour: String, platform: String, campaign: String, project: String,
        dimensions: [String], image: String, imageStatus: String, silent: Bool
    ) {
        self.sendHour = sendHour
        self.platform = platform
        self.campaign = campaign
        self.project = project
        self.dimensions = dimensions
        self.image = image
        self.imageStatus = imageStatus
        self.silent = silent
    }

    package static func < (left: OracleCell, right: OracleCell) -> Bool {
        left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    private var sortKey: [String] {
        [sendHour, platform, campaign, project] + dimensions + [image, imageStatus, "\(silent)"]
    }
}

/// Where received messages are counted by what clients told.
package struct OracleClientCell: Hashable, Comparable {
    package var cell: OracleCell
    /// In the order of `OracleDimensions.clientNames`.
    package var told: [String]

    package init(cell: OracleCell, told: [String]) {
        self.cell = cell
        self.told = told
    }

    package static func < (left: OracleClientCell, right: OracleClientCell) -> Bool {
        let words = [left, right].map { $0.told.joined(separator: "|") }
        return (left.cell, words[0]) < (right.cell, words[1])
    }
}

/// The counts of a cell.
package struct OracleCounts: Equatable {
    package var attempted = 0
    package var sent = 0
    package var failed = 0
    package var received = 0
    package var receipts = 0
    package var impressions = 0
    /// Received, by what a client wrote.
    package var impressionBase = 0
    package var opened = 0
    package var late = 0
    package var dismissed = 0
    package var phantom = 0
    /// Devices told both the priority asked for and the one delivered at.
    package var priorityTold = 0
    package var priorityLowered = 0
    /// Attempted, with a platform that is known whatever FCM answered.
    package var failureBase = 0
    package var failuresInBase = 0

    package init(
        attempted: Int = 0, sent: Int = 0, failed: Int = 0, received: Int = 0, receipts: Int = 0,
        impressions: Int = 0, impressionBase: Int = 0, opened: Int = 0, late: Int = 0,
        dismissed: Int = 0, phantom: Int = 0, priorityTold: Int = 0, priorityLowered: Int = 0,
        failureBase: Int = 0, failuresInBase: Int = 0
    ) {
        self.attempted = attempted
        self.sent = sent
        self.failed = failed
        self.received = received
        self.receipts = receipts
        self.impressions = impressions
        self.impressionBase = impressionBase
        self.opened = opened
        self.late = late
        self.dismissed = dismissed
        self.phantom = phantom
        self.priorityTold = priorityTold
        self.priorityLowered = priorityLowered
        self.failureBase = failureBase
        self.failuresInBase = failuresInBase
    }
}

/// A class of delays of one day's sends.
package struct OracleDelay: Hashable {
    /// `YYYY-MM-DD`, UTC.
    package var sendDay: String
    package var platform: String
    /// `received`, `impression`, `opened` or `converted`.
    package var stage: String
    /// Nil for more than a day before the send.
    package var fromSeconds: Int?
    /// Not in it; nil for four weeks and more.
    package var toSeconds: Int?

    package init(
        sendDay: String, platform: String, stage: String, fromSeconds: Int?, toSeconds: Int?
    ) {
        self.sendDay = sendDay
        self.platform = platform
        self.stage = stage
        self.fromSeconds = fromSeconds
        self.toSeconds = toSeconds
    }

    /// Days before and after are whole days; the hour around the send has finer classes.
    init(sendDay: String, platform: String, stage: String, milliseconds: Int64) {
        let (minute, hour, day) = (60, 3600, 86_400)
        var borders = [-day, -hour, -15 * minute, -5 * minute, -minute]
        borders += [0, minute, 5 * minute, 15 * minute, 30 * minute]
        borders += (1...23).map { $0 * hour } + (1...28).map { $0 * day }
        self.init(
            sendDay: sendDay, platform: platform, stage: stage,
            fromSeconds: borders.last { $0 * 1000 <= milliseconds },
            toSeconds: borders.first { $0 * 1000 > milliseconds })
    }
}

/// One message, or one send that has no message ID.
package struct OracleMessage: Equatable, Comparable {
    /// Nil for failed and validated sends, and for the request row of a topic in an export.
    package var messageID: String?
    /// `sent`, `failed`, `orphan` or `validated`.
    package var status: String
    package var platform: String
    package var platformSource: String
    package var campaign: String
    package var project: String
    package var dimensions: [String]
    /// In the order of `OracleDimensions.clientNames`.
    package var told: [String]
    package var image: String
    package var imageStatus: String
    package var silent: Bool
    package var sentMs: Int64?
    /// Of a failed send; also of a validated one that FCM refused.
    package var errorCode: String?
    package var apnsReason: String?
    /// Earliest client event of any kind.
    package var receivedMs: Int64?
    package var receiptMs: Int64?
    package var foregroundMs: Int64?
    /// Explicit impressions only.
    package var impressionMs: Int64?
    package var openedMs: Int64?
    package var dismissedMs: Int64?
    package var phantomMs: Int64?
    package var convertedMs: Int64?
    /// What events say: `android`, `android+ios`, or empty.
    package var observedPlatform: String
    /// `token`, `fid`, `topic`, `condition` or `none`.
    package var targetKind: String
    /// The topic, or the condition.
    package var topic: String?
    /// Of an orphan: `topic`, `composer` or `no_send`.
    package var orphanReason: String?
    /// Time of the send; of an orphan, the time in its ID, else of its earliest event.
    package var cohortMs: Int64?

    package static func < (left: OracleMessage, right: OracleMessage) -> Bool {
        left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    private var sortKey: [String] {
        [messageID ?? "", status, "\(sentMs ?? 0)", errorCode ?? "", "\(self)"]
    }
}

/// What became of the lines.
package struct OracleLedger: Equatable {
    /// lines = blank + foreign + rejected + new + duplicate.
    package var lines = 0
    package var foreign = 0
    package var blank = 0
    /// Every occurrence, by reason.
    package var rejected: [String: Int] = [:]
    package var new = 0
    package var duplicate = 0
    /// Distinct sends, to topics too; validated ones are none.
    package var sends = 0
    /// Distinct kinds of client event, over all messages: events = matched + orphan.
    package var events = 0
    package var matched = 0
    package var orphan = 0
    /// Distinct records that name a label or campaign only.
    package var labelEvents = 0

    package init() {}
}
