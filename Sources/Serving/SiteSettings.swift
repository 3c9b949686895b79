package import Alerts
package import Delivery
package import Reporting

/// What a site shows, and how much its answers may take.
package struct SiteSettings: Sendable {
    /// The database.
    package var path: String
    /// The days of the zone that pages are in, where an address names no other.
    package var days: LocalDays
    package var reports: ReportCatalog
    package var queries: QueryCatalog
    /// A folder with more queries, for rules of alerts.
    package var queryFolder: String?
    package var alerts: AlertSettings
    /// How original files are read to trace a message.
    package var reading: IngestOptions
    /// Of each statement.
    package var limits: SQLLimits
    /// The words for an error.
    package var wording: @Sendable (any Error) -> String
    /// ms since 1970.
    package var now: @Sendable () -> Int64

    var pictures: AlertPictures {
        AlertPictures(settings: alerts, hourOfWeek: days.hourOfWeek)
    }

    package init(
        path: String, days: LocalDays, reports: ReportCatalog, queries: QueryCatalog,
        queryFolder: String?, alerts: AlertSettings, reading: IngestOptions, limits: SQLLimits,
        wording: @escaping @Sendable (any Error) -> String, now: @escaping @Sendable () -> Int64
    ) {
        self.path = path
        self.days = days
        self.reports = reports
        self.queries = queries
        self.queryFolder = queryFolder
        self.alerts = alerts
        self.reading = reading
        self.limits = limits
        self.wording = wording
        self.now = now
    }
}
