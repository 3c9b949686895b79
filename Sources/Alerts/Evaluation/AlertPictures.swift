internal import Delivery
package import SQLite

/// The series of recorded incidents, computed from the counts of their hours as alerts judge them:
/// the row of an incident has its worst hour only.
package struct AlertPictures: Sendable {
    /// An incident of the view `alerts`.
    package struct Incident: Equatable, Sendable {
        package var rule: String
        /// `platform=ios,campaign=welcome`; empty means all sends.
        package var slice: String
        /// Hours since 1970; the end is nil while it fires.
        package var start: Int64
        package var end: Int64?

        package init(rule: String, slice: String, start: Int64, end: Int64?) {
            self.rule = rule
            self.slice = slice
            self.start = start
            self.end = end
        }
    }

    /// The drawn hours before an incident, and after it.
    private static let before: Int64 = 48
    private static let after: Int64 = 24

    private let settings: AlertSettings
    private var hourOfWeek: @Sendable (Int64) -> Int

    /// `hourOfWeek` converts a moment, in ms since 1970, to the local hour of the week.
    package init(
        settings: AlertSettings, hourOfWeek: @escaping @Sendable (Int64) -> Int
    ) {
        self.settings = settings
        self.hourOfWeek = hourOfWeek
    }

    /// In the order of the incidents; incidents of one slice that are close together have one
    /// drawing. Incidents without a series are left out: missing records, and custom rules.
    package func series(of incidents: [Incident], _ db: Connection) throws -> [AlertSeries] {
        let drawn = incidents.filter { $0.watched?.isDrop ?? false }
        guard !drawn.isEmpty else { return [] }
        guard let newest = try AsOf.stored(db) else { return [] }
        // A record in the last minute of an hour closes it.
        let now = newest + 60_000
        let clock = try AlertClock(db, now: now, lag: 0)
        let spans = drawn.map { AlertPictures.span($0, end: clock.hours.hour(of: now)) }
        let from = spans.map(\.lowerBound).min() ?? 0
        let until = max(from, spans.map(\.upperBound).max() ?? from)
        let first = floorDay(from * 3_600_000) * 24
        var settings = settings
        settings.drawnDimensions = drawn.flatMap(\.ownDimensions)
        var histories: [String?: AlertHistory] = [:]
        for project in Set(drawn.map(\.project)) {
            histories[project] = try AlertHistory(
                db, clock, settings.of(project: project), from: first, until: until)
        }
        let known = Set(try RecordMinutes.withEvents(from..<until, clock.hours, db).keys)
        let (ofMoment, hours) = (hourOfWeek, clock.hours)
        var pictures = self
        pictures.hourOfWeek = { ofMoment(hours.beginning(of: $0)) }
        return pictures.draw(drawn, spans, histories) { known.contains($0) }
    }

    private static func span(_ incident: Incident, end: Int64) -> Range<Int64> {
        // Of a longer incident, the beginning.
        let last = min(incident.end ?? end, incident.start + LeafSpan.longestIncident)
        let from = incident.start - before
        return from..<max(from, min(last + after, end))
    }

    private func draw(
        _ incidents: [Incident], _ spans: [Range<Int64>], _ histories: [String?: AlertHistory],
        hasData: (Int64) -> Bool
    ) -> [AlertSeries] {
        var drawn: [(incident: Incident, span: Range<Int64>)] = []
        return zip(incidents, spans).compactMap { incident, span in
            let isDrawn = drawn.contains {
                $0.incident.isSameSeries(incident) && $0.span.overlaps(span)
            }
            guard !isDrawn, let rule = incident.watched, let history = histories[incident.project]
            else { return nil }
            drawn.append((incident, span))
            let same = incidents.filter(incident.isSameSeries)
            let near = incidents.filter { $0.project == incident.project }
            let hours =
                switch rule {
                case .sends: sends(incident, span, history)
                case .failed: refusals(incident, span, history.refusals, same)
                default: rates(rule, incident, span, history, near, hasData: hasData)
                }
            return AlertSeries(
                metric: incident.rule, slice: AlertSilence.slice(incident.slice), hours: hours,
                episodes: same.map { AlertSeries.Episode(start: $0.start, end: $0.end) })
        }
    }

    private func sends(
        _ incident: Incident, _ span: Range<Int64>, _ history: AlertHistory
    ) -> [AlertSeries.Hour] {
        guard let slice = incident.words(history.sends.dimensions) else { return [] }
        return SendAlerts.model(
            history.sends, slice, settings.parameters(.sends), hourOfWeek: hourOfWeek
        ).course(of: [[0]], span: span)[0]
    }

    private func refusals(
        _ incident: Incident, _ span: Range<Int64>, _ counts: RefusalHours, _ same: [Incident]
    ) -> [AlertSeries.Hour] {
        let leaves = incident.words(counts.dimensions)?.places(in: counts.leaves) ?? []
        guard let kind = incident.refusals, !leaves.isEmpty else { return [] }
        return counts.course(
            of: kind, in: leaves, span: span, parameters: settings.parameters(.failed),
            excluded: same.map {
                LeafSpan.incident(
                    of: leaves, $0.start, $0.end ?? span.upperBound,
                    from: counts.hours.lowerBound)
            }, hourOfWeek: hourOfWeek)
    }

    private func rates(
        _ rule: AlertRule, _ incident: Incident, _ span: Range<Int64>, _ history: AlertHistory,
        _ incidents: [Incident], hasData: (Int64) -> Bool
    ) -> [AlertSeries.Hour] {
        let model = RateModel(
            rule == .delivered ? history.delivered : history.opened,
            parameters: settings.parameters(rule), hourOfWeek: hourOfWeek)
        func leaves(_ incident: Incident) -> [Int] {
            incident.words(model.cohorts.dimensions)?.places(in: model.leaves) ?? []
        }
        let excluded = incidents.filter { $0.watched == rule }.map {
            LeafSpan.incident(
                of: leaves($0), $0.start, $0.end ?? span.upperBound, from: model.hours.lowerBound)
        }
        let own = leaves(incident)
        guard !own.isEmpty else { return [] }
        return model.course(of: [own], span: span, excluded: excluded, hasData: hasData)[0]
    }
}

extension AlertPictures.Incident {
    fileprivate var watched: AlertRule? { AlertRule(rawValue: rule) }

    /// Dimensions of the database in which its slice has a value.
    fileprivate var ownDimensions: [String] {
        AlertSilence.slice(slice).filter(\.isOfDatabase).map(\.name)
    }

    fileprivate func words(_ dimensions: [String]) -> Slice? {
        Slice(AlertSilence.slice(slice), of: dimensions)
    }

    fileprivate var project: String? { AlertSilence.slice(slice).project }

    fileprivate var refusals: RefusalClass? {
        AlertSilence.slice(slice).first { $0.name == AlertHistory.refusalDimension }
            .flatMap { RefusalClass(rawValue: $0.text) }
    }

    /// Whether both have the same series.
    fileprivate func isSameSeries(_ other: AlertPictures.Incident) -> Bool {
        rule == other.rule && slice == other.slice
    }
}
