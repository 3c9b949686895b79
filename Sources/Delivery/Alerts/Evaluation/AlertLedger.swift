package import GRDB

/// Who was told what, and when: so that an incident is told once, again after some hours, and
/// once when it is over, however many runs there are at a time.
package enum AlertLedger {
    /// A drop that has grown by so much is told again.
    private static let tellingGrowth = 0.15

    /// Marks which alerts are news now and keeps what follows from telling them: inside of a
    /// transaction that writes from its beginning, unless `isDryRun`.
    package static func settle(
        _ evaluation: AlertEvaluation, _ settings: AlertSettings, now: Int64,
        isDryRun: Bool = false, _ db: Database
    ) throws -> [AlertReport.Alert] {
        let silences = try AlertSilence.all(db).filter { $0.isActive(at: now) }
        var open = try AlertIncident.open(db)
        let ended = evaluation.alerts.filter { $0.state == .resolved }
        var told: [AlertReport.Alert] = []
        for var alert in evaluation.alerts where alert.state != .resolved {
            let incident = take(alert, from: &open)
            if let incident {
                alert.id = incident.alertID
                // It may have begun before the hours that were followed.
                alert.startsAt = min(alert.startsAt, incident.startsAt)
            }
            if alert.state == .firing, silences.contains(where: { $0.covers(alert) }) {
                alert.state = .silenced
            }
            alert.isNews = alert.state == .firing && isDue(alert, incident, settings, now: now)
            // What an earlier stage explains is no incident of its own.
            if !isDryRun, alert.state != .inhibited || incident != nil {
                try AlertIncident.save(alert, incident, now: now, db)
            }
            told.append(alert)
        }
        for incident in open where evaluation.judged.contains(incident.rule) {
            var alert = incident.resolved(
                at: ended.last { $0.id == incident.alertID }?.endsAt
                    ?? evaluation.evaluatedUntil ?? now)
            alert.isNews =
                incident.toldAt != nil && !silences.contains { $0.covers(alert) }
            if !isDryRun { try AlertIncident.close(incident, alert, now: now, db) }
            told.append(alert)
        }
        return told.sorted(by: AlertReport.Alert.isBefore)
    }

    /// The open incident that an alert belongs to. Late records may move an incident's slice: one
    /// of the same rule that holds it, or is held by it, is the same.
    private static func take(
        _ alert: AlertReport.Alert, from open: inout [AlertIncident]
    ) -> AlertIncident? {
        let place =
            open.firstIndex { $0.alertID == alert.id }
            ?? open.firstIndex {
                $0.rule == alert.rule && AlertSilence.areNested($0.slice, alert.slice)
                    && $0.startsAt < alert.updatedAt
            }
        return place.map { open.remove(at: $0) }
    }

    private static func isDue(
        _ alert: AlertReport.Alert, _ incident: AlertIncident?, _ settings: AlertSettings,
        now: Int64
    ) -> Bool {
        guard let toldAt = incident?.toldAt else { return true }
        return alert.drop >= (incident?.toldDrop ?? 0) + tellingGrowth
            || Double(now - toldAt) >= settings.repeatHours * 3_600_000
    }
}

extension AlertReport.Alert {
    /// Firing first, then by metric and slice.
    static func isBefore(_ a: Self, _ b: Self) -> Bool {
        func key(_ alert: Self) -> (Int, String, String) {
            let order: [State] = [.firing, .silenced, .inhibited, .resolved]
            return (
                order.firstIndex(of: alert.state) ?? 0, alert.metric,
                AlertPhrases.name(alert.slice)
            )
        }
        return key(a) < key(b)
    }
}
