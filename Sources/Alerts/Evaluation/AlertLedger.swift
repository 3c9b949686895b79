internal import Delivery
package import SQLite

/// Records incidents and decides on notifications. One incident has one notification when it fires,
/// more while it lasts, and one when it is over, however often and whenever alerts run.
///
/// - The row of an incident follows the counts: all schedules of runs leave the same rows.
/// - **Notifications**: when an incident fires first; when it is far worse than at the last
///   notification (`Episode.isFarWorse`), or after `repeat`; when it is over, if the last
///   notification said that it fires. An incident that began and ended since the last run has one
///   notification, that it is over.
/// - **Reopened**: an alarm of the same slice soon after the end (`SameIncident`), or a drop that
///   was resolved too early, is the same incident.
///   After a notification of the end, the next one is sent at once if the drop is critical again,
///   or far worse than before; else when the first `repeat` has passed. If the incident ends
///   earlier, none is sent.
/// - **Parts**: slices that fire in the same hours are parts of one incident (`IncidentParts`),
///   which has all notifications.
/// - **Accepted**: no notification. Alarms that began before the acceptance belong to it; a later
///   one is another incident. After it is undone, what still fires is news.
/// - **Silenced**: no notification. Receivers that keep incidents open can close one that ends.
/// - **Projects**: a run of one project sees and changes the incidents of this project only, and a
///   run of all projects together those without one.
/// - **Runs in the past** (`--now`): an incident that a later run has recorded is not changed, and
///   no notification is sent.
package enum AlertLedger {
    private static let hour: Int64 = 3_600_000

    /// Marks the alerts that are news, and records incidents and notifications unless `isDryRun`.
    /// The transaction must have the right to write from its beginning. With `isQuiet`, `now` is in
    /// hours in which warnings are silenced.
    package static func record(
        _ evaluation: AlertEvaluation, _ settings: AlertSettings, now: Int64,
        isQuiet: Bool = false, isDryRun: Bool = false, words: @escaping AlertWording,
        _ db: Connection
    ) throws -> [AlertReport.Alert] {
        let previous = try Settings.alertsUntil(project: settings.project, db)
        let silences = try AlertSilence.all(db).filter { $0.isActive(at: now) }
        let since = min(evaluation.followedFrom ?? now, now) - SameIncident.longestPause * hour
        var pool = try AlertIncident.since(since, db)
            .filter { $0.slice.project == settings.project }
        let notifier = Notifier(
            settings: settings, now: now, isQuiet: isQuiet, previous: previous,
            silences: silences, words: words)
        var entries: [Entry] = []
        for alert in evaluation.alerts.sorted(by: { $0.startsAt < $1.startsAt }) {
            let incident = incident(of: alert, from: &pool)
            if let incident, evaluation.isCut(alert), incident.endsAt != nil { continue }
            entries += [notifier.entry(alert, incident)].compactMap(\.self)
        }
        // Only the end of missing records says which files never came.
        let mayEnd = pool.contains {
            AlertRule(rawValue: $0.rule) == .freshness && ($0.endsAt == nil || $0.notified.isFiring)
        }
        let gaps = mayEnd ? try evaluation.hoursWithoutFiles(db) : []
        entries += pool.compactMap { notifier.entry(notFound: $0, evaluation, gaps: gaps) }
        let leads = IncidentParts.join(&entries)
        if !isDryRun {
            try save(&entries, leads, db)
            if let until = evaluation.evaluatedUntil, until >= previous ?? 0 {
                let (project, text) = (settings.project, String(until))
                if until != previous { try Settings.set(.alertsUntil, project: project, text, db) }
                try evaluation.keep(project: project, db)
            }
        }
        return entries.filter(\.isReported).map(\.identified)
    }

    /// Incidents before their parts, which name their rows.
    private static func save(
        _ entries: inout [Entry], _ leads: [Int: Int], _ db: Connection
    ) throws {
        for place in entries.indices.sorted(by: { leads[$0] == nil && leads[$1] != nil }) {
            if let lead = leads[place] {
                entries[place].incident.partOf = entries[lead].incident.rowID
            }
            guard entries[place].incident != entries[place].before else { continue }
            try entries[place].incident.save(db)
        }
    }

    // MARK: Which incident

    /// The incident that an alert belongs to: one of the same slice within hours, or one at the
    /// same time whose slice contains the alert's or is part of it, because late records can move
    /// slices.
    private static func incident(
        of alert: AlertReport.Alert, from pool: inout [AlertIncident]
    ) -> AlertIncident? {
        func distance(_ place: Int) -> Int64 { abs(pool[place].startsAt - alert.startsAt) }
        let known = pool.indices.filter {
            pool[$0].rule == alert.rule && mayContinue(pool[$0], alert)
        }
        let same = known.filter {
            pool[$0].alertID == alert.id && isNear(pool[$0], alert)
        }
        let nested = known.filter {
            AlertSilence.areNested(pool[$0].slice, alert.slice) && meet(pool[$0], alert)
        }
        let found = same.isEmpty ? nested : same
        return found.min { distance($0) < distance($1) }.map { pool.remove(at: $0) }
    }

    /// Freshness and custom rules are judged for the current moment: they continue until their end.
    private static func mayContinue(
        _ incident: AlertIncident, _ alert: AlertReport.Alert
    ) -> Bool {
        guard let accepted = incident.acceptedAt,
            AlertRule(rawValue: alert.rule)?.isDrop ?? false
        else { return true }
        return alert.startsAt < accepted
    }

    private static func isNear(_ incident: AlertIncident, _ alert: AlertReport.Alert) -> Bool {
        // Freshness and custom rules are judged for the current moment: after its end, an alarm is
        // another incident.
        guard AlertRule(rawValue: alert.rule)?.isDrop ?? false else {
            return incident.endsAt == nil
        }
        if meet(incident, alert) { return true }
        let drop = alert.worstDrop ?? alert.drop
        if let end = incident.endsAt, end <= alert.startsAt {
            return SameIncident.holds(
                pause: (alert.startsAt - end) / hour, drop: drop, after: incident.worstDrop)
        }
        let pause = incident.startsAt - (alert.endsAt ?? incident.startsAt)
        return SameIncident.holds(pause: pause / hour, drop: incident.worstDrop, after: drop)
    }

    /// Whether both last at the same time.
    private static func meet(_ incident: AlertIncident, _ alert: AlertReport.Alert) -> Bool {
        incident.startsAt < alert.endsAt ?? .max && alert.startsAt < incident.endsAt ?? .max
    }

    // MARK: Notifications

    /// An alert as it is reported, and the row of its incident.
    struct Entry {
        var alert: AlertReport.Alert
        var incident: AlertIncident
        /// The row before this run.
        var before: AlertIncident?

        /// The alert with what receivers know its incident by.
        var identified: AlertReport.Alert {
            var alert = alert
            alert.firstSlice = incident.firstSlice
            alert.severities =
                incident.firstSeverity == alert.severity
                ? [alert.severity] : [incident.firstSeverity, alert.severity]
            return alert
        }

        /// Of an accepted incident: notes, once, that receivers may close it.
        mutating func close() {
            closeQuietly()
            if alert.isQuietlyClosed { alert.state = .accepted }
        }

        mutating func closeQuietly() {
            alert.isQuietlyClosed = incident.notified.isFiring
            incident.notified.drop = nil
        }

        /// Old incidents that were over before are left out.
        var isReported: Bool {
            alert.endsAt == nil || alert.isNews || alert.isQuietlyClosed
                || before.map { $0.endsAt == nil && $0.acceptedAt == nil } ?? false
        }
    }

    /// Decides which alerts are news.
    private struct Notifier {
        let settings: AlertSettings
        let now: Int64
        let isQuiet: Bool
        let previous: Int64?
        let silences: [AlertSilence]
        let words: AlertWording

        /// Nil if the alert was over before the first run.
        func entry(_ alert: AlertReport.Alert, _ before: AlertIncident?) -> Entry? {
            if let before, isOfLaterRun(before) {
                var alert = alert
                alert.id = before.alertID
                return Entry(alert: alert, incident: before, before: before)
            }
            if let before, before.acceptedAt != nil { return accepted(alert, before) }
            let isNewlyOver = alert.endsAt.map { end in previous.map { end > $0 } ?? true } ?? false
            guard before != nil || alert.endsAt == nil || isNewlyOver else { return nil }
            var alert = alert
            alert.id = before?.alertID ?? alert.id
            // It may have begun before the hours that were followed.
            alert.startsAt = min(alert.startsAt, before?.startsAt ?? alert.startsAt)
            let isCritical = alert.severity == "critical"
            // What was critical once stays critical: receivers must not see it change back.
            if before?.severity == "critical" { alert.severity = "critical" }
            var incident = AlertIncident(alert, words: words)
            if let before { incident.inherit(from: before) }
            var entry = Entry(alert: alert, incident: incident, before: before)
            if alert.endsAt == nil {
                notify(&entry, isCritical: isCritical)
                entry.alert.isKeptOpen =
                    entry.incident.notified.isFiring
                    && [.silenced, .inhibited].contains(entry.alert.state)
            } else {
                let isUnreported = before == nil && previous != nil && alert.state == .resolved
                notifyEnd(&entry, isForced: isUnreported)
            }
            return entry
        }

        private func accepted(_ alert: AlertReport.Alert, _ before: AlertIncident) -> Entry {
            var entry = Entry(alert: alert, incident: before, before: before)
            entry.alert.id = before.alertID
            entry.alert.startsAt = before.startsAt
            entry.alert.state = .accepted
            entry.incident.endsAt = alert.endsAt
            entry.close()
            return entry
        }

        /// For an incident without an alert in this run: it is over if its rule could be judged.
        /// `gaps` are hours without files, ms.
        func entry(
            notFound before: AlertIncident, _ evaluation: AlertEvaluation, gaps: [Range<Int64>]
        ) -> Entry? {
            let rule = AlertRule(rawValue: before.rule)
            let isWatched =
                rule.map(settings.isOn) ?? settings.checks.contains { $0.name == before.rule }
            let isOpen = before.endsAt == nil
            guard !isOfLaterRun(before),
                !isWatched && isOpen || evaluation.judged.contains(before.rule),
                isOpen || before.notified.isFiring && before.acceptedAt == nil
            else { return nil }
            let end = before.endsAt ?? max(evaluation.evaluatedUntil ?? now, before.startsAt)
            let ending: AlertReport.Ending =
                if before.acceptedAt != nil {
                    .accepted
                } else if rule?.isDrop ?? false && isOpen {
                    .withdrawn
                } else if rule == .freshness {
                    .arrived(
                        milliseconds: end - before.startsAt,
                        without: gaps.filter { $0.overlaps(before.startsAt..<end) })
                } else {
                    .after(milliseconds: end - before.startsAt)
                }
            let alert = before.resolved(at: end, ending)
            var incident = before
            incident.endsAt = end
            guard before.acceptedAt == nil else {
                var entry = Entry(alert: alert, incident: incident, before: before)
                entry.close()
                return entry
            }
            incident.state = alert.state.rawValue
            var entry = Entry(alert: alert, incident: incident, before: before)
            if isWatched {
                notifyEnd(&entry, isForced: false)
            } else {
                entry.closeQuietly()
            }
            return entry
        }

        private func isOfLaterRun(_ incident: AlertIncident) -> Bool { incident.updatedAt > now }

        private func isSilenced(_ alert: AlertReport.Alert) -> Bool {
            isQuiet && alert.severity == "warning" || silences.contains { $0.covers(alert) }
        }

        /// `isCritical`: now, not at its worst.
        private func notify(_ entry: inout Entry, isCritical: Bool) {
            guard entry.alert.state == .firing else { return }
            let notified = entry.incident.notified
            if isSilenced(entry.alert) {
                entry.alert.state = .silenced
            } else if isDue(entry, isCritical: isCritical) {
                entry.alert.isNews = true
                entry.alert.wasReportedOver = notified.isEnd
                entry.incident.notified = AlertIncident.Notified(
                    at: now,
                    drop: max(entry.alert.drop, notified.drop ?? entry.before?.worstDrop ?? 0),
                    count: notified.count + 1)
            } else if notified.isEnd {
                entry.alert.state = .reopened
            }
            entry.incident.state = entry.alert.state.rawValue
        }

        private func isDue(_ entry: Entry, isCritical: Bool) -> Bool {
            let notified = entry.incident.notified
            guard let last = notified.at else { return true }
            let worst = notified.drop ?? entry.before?.worstDrop ?? 0
            let wasCritical = !notified.isEnd && entry.before?.severity == "critical"
            if isCritical && !wasCritical || Episode.isFarWorse(entry.alert.drop, than: worst) {
                return true
            }
            let pause = settings.pause(after: notified.isEnd ? 1 : notified.count)
            return Double(now - last) >= pause * 3_600_000 && !entry.alert.isBackForNow
        }

        private func notifyEnd(_ entry: inout Entry, isForced: Bool) {
            let notified = entry.incident.notified
            guard isForced || notified.isFiring else { return }
            if isSilenced(entry.alert) {
                entry.closeQuietly()
                return
            }
            entry.alert.state = .resolved
            entry.alert.isNews = true
            entry.incident.notified = AlertIncident.Notified(
                at: now, drop: nil, count: notified.count + 1)
        }
    }
}

extension AlertReport.Alert {
    /// Whether its newest hours lack at most half of the drop: it will soon be over.
    fileprivate var isBackForNow: Bool {
        recent.map { $0.observed >= $0.expected * (1 - drop / 2) } ?? false
    }
}
