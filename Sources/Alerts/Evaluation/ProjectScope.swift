internal import Delivery
internal import SQLite

// A Firebase project whose sends alone are judged. It is the first dimension of every slice of its
// alerts, so that their ids, incidents, silences and acceptances are of this project only.
//
// Client events and files name no project: whether records arrive is a matter of the whole store.

extension AlertSettings {
    package func of(project: String?) -> AlertSettings {
        var settings = self
        settings.project = project
        return settings
    }

    /// What every slice has; empty for all projects together.
    var projectSlice: [AlertReport.Dimension] {
        project.map { [AlertReport.Dimension(name: AlertHistory.projectDimension, text: $0)] } ?? []
    }
}

extension [AlertReport.Dimension] {
    /// Nil in slices of all projects together.
    package var project: String? { first { $0.name == AlertHistory.projectDimension }?.text }
}

/// What the judgement of one project needs to know of the sends of the others.
struct ProjectSurroundings: Sendable {
    /// Events in so many minutes of an hour can be strays: of late files, or of wrong clocks.
    private static let mostStrayMinutes = 3

    /// Refused sends that name no project.
    private(set) var unnamedRefusals: Int64 = 0
    /// The hours in which records of any project arrived, since 1970.
    private var hoursWithRecords: Set<Int64>?

    /// Of all projects together: nothing is missing.
    init() {}

    init(
        _ cells: [SendCell], of project: String, hours: Range<Int64>, _ clock: HourClock,
        _ db: Connection
    ) throws {
        let minutes = try RecordMinutes.withEvents(hours, clock, db)
        hoursWithRecords = Set(minutes.filter { $0.value > Self.mostStrayMinutes }.keys)
        guard project != Segment.noWord else { return }
        let sql = "select id from segments where project = ?"
        let unnamed = Set(try Int64.fetchAll(db, sql: sql, arguments: [Segment.noWord]))
        unnamedRefusals = cells.reduce(0) {
            unnamed.contains($1.segment) ? $0.addingReportingOverflow($1.failed).partialValue : $0
        }
    }

    /// Whether an hour without events of the judged sends may be one without data. If records of
    /// other projects arrived, the missing events are a drop.
    func mayLackData(_ hour: Int64) -> Bool {
        hoursWithRecords.map { !$0.contains(hour) } ?? true
    }
}
