internal import Delivery
internal import SQLite

/// The counts of some weeks of sends, read in one pass over two tables.
package struct AlertHistory: Sendable {
    package static let usualDimensions = ["platform", "campaign", "image"]
    /// In alerts of rule `failed`: a `RefusalClass`.
    package static let refusalDimension = "error_class"
    /// In alerts of one project: `AlertSettings.project`.
    package static let projectDimension = "project"
    /// Campaigns beyond this number, those with the fewest sends, are watched as one; so are values
    /// of the database's dimensions.
    package static let mostValues = 200
    package static let otherValues = "(other)"
    /// After three days opens no longer count, and hours seldom change.
    private static let settledHours = 4 * 24

    /// Of all sends.
    package internal(set) var delivered: Cohorts
    /// Of sends with something to show.
    package internal(set) var opened: Cohorts
    package internal(set) var sends: SendHours
    package internal(set) var refusals: RefusalHours
    /// Messages with events and unknown sends, from after the newest send.
    package let orphansSinceNewestSend: Int64
    /// What is normal from some hour on, because it was accepted.
    var accepted: [AcceptedChange] = []
    let surroundings: ProjectSurroundings
    /// The events of settled hours that were not kept yet.
    let counted: AlertHours.Counted
    /// Hours since 1970.
    private(set) var holidayHours: Set<Int64> = []

    package var hours: Range<Int64> { delivered.hours }

    /// What the judgement of the hours from `first` to `end` needs: these hours, the training hours
    /// before them, and the sends before those. The data may begin later. Hours that are not over
    /// by the clock are unknown: later records do not change the result.
    init(
        _ db: Connection, _ clock: AlertClock, _ settings: AlertSettings, from first: Int64,
        until end: Int64
    ) throws {
        let training = AlertParameters.lag + settings.historyDays * 24
        let asked = first - Int64(training + Cohorts.ages - 1)..<end
        let known = asked.clamped(to: .min..<clock.hours.hour(of: clock.now))
        orphansSinceNewestSend = try AlertHistory.orphans(clock, known, db)
        let dimensions = settings.dimensions
        let segments = try SegmentWords.all(of: settings.project, by: dimensions, db)
        var sends = try SendCell.all(known, db)
        if let project = settings.project {
            surroundings = try ProjectSurroundings(
                sends, of: project, hours: asked, clock.hours, db)
            sends.removeAll { segments[$0.segment] == nil }
        } else {
            surroundings = ProjectSurroundings()
        }
        let (hours, cells) = SendCell.sinceLongGap(sends, in: asked)
        let plan = LeafPlan(segments, cells, ignored: settings.ignoredSlices)
        var delivered = Array(repeating: CohortRows(), count: plan.leaves.count)
        var opened = delivered
        var next = 0
        var events = try AlertHours(db)
        for (index, hour) in hours.enumerated() {
            while next < cells.count, cells[next].hour == index {
                if let place = plan.place(of: cells[next].segment) {
                    let sent = Double(cells[next].sent)
                    delivered[place.leaf].add(sent: sent, hour: index)
                    if !place.isSilent { opened[place.leaf].add(sent: sent, hour: index) }
                }
                next += 1
            }
            let past = Int(known.upperBound - hour)
            for one in try events.events(of: hour, isSettled: past > AlertHistory.settledHours) {
                guard let leaf = plan.place(of: one.segment)?.leaf else { continue }
                delivered[leaf].add(one.received.prefix(past), hour: index)
                opened[leaf].add(one.opened.prefix(past), hour: index)
            }
        }
        counted = events.counted
        self.delivered = Cohorts(
            dimensions: dimensions, leaves: plan.leaves, hours: hours, rows: delivered)
        self.opened = Cohorts(
            dimensions: dimensions, leaves: plan.leaves, hours: hours, rows: opened)
        self.sends = SendHours(plan, cells, dimensions: dimensions, hours: hours)
        refusals =
            settings.isOn(.failed)
            ? try RefusalHours(
                plan, cells, dimensions: dimensions, hours: hours, known: known, db) : .none
    }

    /// The stored hours of so many days before an hour.
    func hours(before end: Int64, days: Int) -> Range<Int64> {
        (end - Int64(days * 24)..<end).clamped(to: hours)
    }

    func with(_ holidays: Holidays, hourOfWeek: (Int64) -> Int) -> AlertHistory {
        var history = self
        history.holidayHours = holidays.hours(in: hours, hourOfWeek)
        return history
    }

    /// The hour of the oldest sends, of all projects or of one.
    static func firstHour(of project: String?, _ db: Connection) throws -> Int64? {
        let own = "where segment in (select id from segments where project = ?)"
        return try String.fetchOne(
            db, sql: "select min(send_hour) from funnel_cells \(project == nil ? "" : own)",
            arguments: [project].compactMap(\.self)
        ).flatMap(Period.hour)
    }

    private static func orphans(
        _ clock: AlertClock, _ hours: Range<Int64>, _ db: Connection
    ) throws -> Int64 {
        guard let newest = clock.newestSend else { return 0 }
        let sql = "select sum(messages) from orphan_cells where send_hour > ? and send_hour < ?"
        return try Int64.fetchOne(
            db, sql: sql,
            arguments: [clock.hours.hour(of: newest), hours.upperBound].map(Period.text)) ?? 0
    }
}

extension AlertReport.Dimension {
    /// Whether the database was given it: other databases do not have it.
    package var isOfDatabase: Bool {
        !AlertHistory.usualDimensions.contains(name)
            && ![AlertHistory.projectDimension, AlertHistory.refusalDimension].contains(name)
    }
}
