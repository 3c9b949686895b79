internal import Delivery
package import SQLite

/// Who was told what, and when: so that an incident is told once, again after some hours, and
/// once when it is over, however many runs there are and whenever.
///
/// - The row of an incident follows what the counts say of it: any runs leave the same rows.
/// - **Told**: when it fires first; again each time the drop has grown by 15 points, or after
///   `repeat`; when it is over, if the last that was told is that it fires. What began and ended
///   since the last run is told once, as over.
/// - **Reopened**: an alarm of the same slice within a day after its end is the same incident. It
///   is not told as one that has just begun: who heard of the end hears that it goes on when
///   `repeat` has passed since, or it is worse than it ever was. If it ends before, nobody does.
/// - **Looking back**: of an incident that a run of a later moment has noted, nothing is told and
///   nothing is changed.
package enum AlertLedger {
    /// A drop that has grown by so much is told again.
    private static let tellingGrowth = 0.15
    /// The same as `incidents()` of episodes has it, ms.
    private static let sameIncident: Int64 = 24 * 3_600_000

    /// Marks which alerts are news now and keeps what follows from telling them: inside of a
    /// transaction that writes from its beginning, unless `isDryRun`.
    package static func settle(
        _ evaluation: AlertEvaluation, _ settings: AlertSettings, now: Int64,
        isDryRun: Bool = false, _ db: Connection
    ) throws -> [AlertReport.Alert] {
        let previous = try previousRun(db)
        let desk = Desk(
            settings: settings, now: now, previous: previous,
            silences: try AlertSilence.all(db).filter { $0.isActive(at: now) })
        let since = min(evaluation.followedFrom ?? now, now) - sameIncident
        var pool = try AlertIncident.since(since, db)
        var alerts: [AlertReport.Alert] = []
        func note(_ entry: Entry) throws {
            if !isDryRun, entry.incident != entry.before {
                try entry.incident.save(db)
            }
            let isChange = entry.alert.isNews || entry.before.map { $0.endsAt == nil } ?? false
            if entry.alert.endsAt == nil || isChange { alerts.append(entry.alert) }
        }
        for alert in evaluation.alerts.sorted(by: { $0.startsAt < $1.startsAt }) {
            let incident = take(alert, from: &pool)
            if let entry = desk.entry(alert, incident) { try note(entry) }
        }
        for incident in pool {
            if let entry = desk.entry(unseen: incident, evaluation) { try note(entry) }
        }
        if !isDryRun, let until = evaluation.evaluatedUntil, until > previous ?? 0 {
            try Settings.set(.alertsUntil, String(until), db)
        }
        return alerts.sorted(by: AlertReport.Alert.isBefore)
    }

    /// The end of the last hour that any run has judged, ms; nil before the first.
    package static func previousRun(_ db: Connection) throws -> Int64? {
        try Settings.integer(.alertsUntil, db)
    }

    // MARK: Which incident

    /// The incident that an alert belongs to: of the same slice and not a day apart, or at the
    /// same time and of a slice that holds it, or is held by it, as late records may move slices.
    private static func take(
        _ alert: AlertReport.Alert, from pool: inout [AlertIncident]
    ) -> AlertIncident? {
        func distance(_ place: Int) -> Int64 { abs(pool[place].startsAt - alert.startsAt) }
        let known = pool.indices.filter { pool[$0].rule == alert.rule }
        let same = known.filter {
            pool[$0].alertID == alert.id && isNear(pool[$0], alert)
        }
        let nested = known.filter {
            AlertSilence.areNested(pool[$0].slice, alert.slice) && meet(pool[$0], alert, within: 0)
        }
        let found = same.isEmpty ? nested : same
        return found.min { distance($0) < distance($1) }.map { pool.remove(at: $0) }
    }

    private static func isNear(_ incident: AlertIncident, _ alert: AlertReport.Alert) -> Bool {
        // What is seen of this moment alone is over when it is, and another one after that.
        guard AlertRule(rawValue: alert.rule)?.isDrop ?? false else {
            return incident.endsAt == nil
        }
        return meet(incident, alert, within: sameIncident)
    }

    private static func meet(
        _ incident: AlertIncident, _ alert: AlertReport.Alert, within gap: Int64
    ) -> Bool {
        incident.startsAt < alert.endsAt.map { $0 + gap } ?? .max
            && alert.startsAt < incident.endsAt.map { $0 + gap } ?? .max
    }

    // MARK: What is told

    /// An alert as it is told, and the row that it leaves.
    private struct Entry {
        var alert: AlertReport.Alert
        var incident: AlertIncident
        var before: AlertIncident?
    }

    /// Decides what is told.
    private struct Desk {
        let settings: AlertSettings
        let now: Int64
        let previous: Int64?
        let silences: [AlertSilence]

        /// Nil for what was over before anybody watched.
        func entry(_ alert: AlertReport.Alert, _ before: AlertIncident?) -> Entry? {
            if let before, isOfLater(before) {
                var alert = alert
                alert.id = before.alertID
                return Entry(alert: alert, incident: before, before: before)
            }
            let isNewlyOver = alert.endsAt.map { end in previous.map { end > $0 } ?? true } ?? false
            guard before != nil || alert.endsAt == nil || isNewlyOver else { return nil }
            var alert = alert
            alert.id = before?.alertID ?? alert.id
            // It may have begun before the hours that were followed.
            alert.startsAt = min(alert.startsAt, before?.startsAt ?? alert.startsAt)
            var incident = AlertIncident(alert)
            incident.rowID = before?.rowID
            incident.told = before?.told ?? AlertIncident.Told()
            var entry = Entry(alert: alert, incident: incident, before: before)
            if alert.endsAt == nil {
                tell(&entry)
            } else {
                let isUntold = before == nil && previous != nil && alert.state == .resolved
                tellEnd(&entry, isOwed: isUntold)
            }
            return entry
        }

        /// One that no alert belongs to: over, where its rule could be judged.
        func entry(unseen before: AlertIncident, _ evaluation: AlertEvaluation) -> Entry? {
            let isWatched =
                AlertRule(rawValue: before.rule).map(settings.isOn)
                ?? settings.checks.contains { $0.name == before.rule }
            let isOpen = before.endsAt == nil
            guard !isOfLater(before),
                !isWatched && isOpen || evaluation.judged.contains(before.rule),
                isOpen || before.told.isBeginning
            else { return nil }
            let end = before.endsAt ?? max(evaluation.evaluatedUntil ?? now, before.startsAt)
            let isDrop = AlertRule(rawValue: before.rule)?.isDrop ?? false
            let span = AlertPhrases.duration(end - before.startsAt)
            let alert = before.resolved(
                at: end,
                because: isDrop && isOpen
                    ? "no drop in the records that have come by now" : "over after \(span)")
            var incident = before
            incident.endsAt = end
            incident.state = alert.state.rawValue
            var entry = Entry(alert: alert, incident: incident, before: before)
            if isWatched { tellEnd(&entry, isOwed: false) } else { entry.incident.told.drop = nil }
            return entry
        }

        /// Whether it was noted by a run of a later moment.
        private func isOfLater(_ incident: AlertIncident) -> Bool { incident.updatedAt > now }

        private func isSilenced(_ alert: AlertReport.Alert) -> Bool {
            silences.contains { $0.covers(alert) }
        }

        private func tell(_ entry: inout Entry) {
            guard entry.alert.state == .firing else { return }
            let told = entry.incident.told
            if isSilenced(entry.alert) {
                entry.alert.state = .silenced
            } else if isDue(entry) {
                entry.alert.isNews = true
                if told.isEnd {
                    entry.alert.summary = "not over after all: \(entry.alert.summary)"
                }
                entry.incident.told = AlertIncident.Told(
                    at: now, drop: max(entry.alert.drop, told.drop ?? entry.before?.worstDrop ?? 0),
                    count: told.count + 1)
            } else if told.isEnd {
                entry.alert.state = .reopened
            }
            entry.incident.state = entry.alert.state.rawValue
        }

        private func isDue(_ entry: Entry) -> Bool {
            guard let toldAt = entry.incident.told.at else { return true }
            let worst = entry.incident.told.drop ?? entry.before?.worstDrop ?? 0
            return entry.alert.drop >= worst + tellingGrowth
                || Double(now - toldAt) >= settings.repeatHours * 3_600_000
        }

        private func tellEnd(_ entry: inout Entry, isOwed: Bool) {
            let told = entry.incident.told
            guard isOwed || told.isBeginning else { return }
            if isSilenced(entry.alert) {
                entry.incident.told.drop = nil
                return
            }
            entry.alert.state = .resolved
            entry.alert.isNews = true
            entry.incident.told = AlertIncident.Told(at: now, drop: nil, count: told.count + 1)
        }
    }
}

extension AlertReport.Alert {
    /// Firing first, then by metric and slice.
    static func isBefore(_ a: Self, _ b: Self) -> Bool {
        func key(_ alert: Self) -> (Int, String, String) {
            let order: [State] = [.firing, .reopened, .silenced, .inhibited, .resolved]
            return (
                order.firstIndex(of: alert.state) ?? 0, alert.metric,
                AlertPhrases.name(alert.slice)
            )
        }
        return key(a) < key(b)
    }
}
