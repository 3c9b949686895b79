/// Slices of one rule that fire in the same hours are one incident: the one that is known, or of
/// those that a run finds the one that lacks most, and its parts, which have no notifications.
///
/// A part begins at most three hours before or after its incident. If the incident is known, a
/// part does not contain it, and lacks at most twice as much: a larger outage is news. Refusals of
/// another class have another cause and cure, so they are no parts. A part is an incident of its
/// own when the first one is over before it. If a part becomes critical, the incident does.
enum IncidentParts {
    private static let longestDelay: Int64 = 3 * 3_600_000

    /// Takes back the notifications of parts. Returns the place of the incident of each part.
    static func join(_ entries: inout [AlertLedger.Entry]) -> [Int: Int] {
        var leads: [Int: Int] = [:]
        let open = entries.indices.filter { entries[$0].isFiring }
            .sorted { entries[$0].rank < entries[$1].rank }
        for place in open {
            if let known = entries[place].incident.partOf {
                if let lead = open.first(where: { entries[$0].incident.rowID == known }) {
                    leads[place] = lead
                } else {
                    promote(&entries[place], from: entries.first { $0.incident.rowID == known })
                }
            } else if entries[place].before == nil {
                leads[place] = open.first { lead in
                    lead != place && leads[lead] == nil
                        && entries[lead].rank < entries[place].rank
                        && entries[place].mayBePart(of: entries[lead])
                }
            }
        }
        for (part, lead) in leads.sorted(by: { $0.key < $1.key }) {
            attach(part, to: lead, &entries)
        }
        return leads
    }

    private static func attach(_ part: Int, to lead: Int, _ entries: inout [AlertLedger.Entry]) {
        entries[part].alert.isNews = false
        entries[part].alert.partOf = entries[lead].alert.id
        entries[part].incident.notified = entries[part].before?.notified ?? .init()
        entries[lead].alert.parts.append(entries[part].alert.slice)
        entries[lead].escalate(to: entries[part].alert.severity)
    }

    /// Its next notification is due when the next one of the incident would have been.
    private static func promote(
        _ entry: inout AlertLedger.Entry, from lead: AlertLedger.Entry?
    ) {
        entry.incident.partOf = nil
        guard let notified = lead?.before?.notified, notified.at != nil else { return }
        entry.alert.isNews = false
        entry.incident.notified = notified
    }

    /// How many times as much as its incident a part may lack.
    static let largestPart = 2.0

    static func meet(_ start: Int64, _ other: Int64) -> Bool {
        abs(start - other) <= longestDelay
    }
}

extension AlertLedger.Entry {
    fileprivate var isFiring: Bool {
        alert.endsAt == nil && [.firing, .reopened].contains(alert.state)
            && AlertRule(rawValue: alert.rule)?.isDrop ?? false
    }

    /// Known incidents come first, in the order of their starts, then those that lack most.
    fileprivate var rank: (Int, Double, Double, String) {
        let start = Double(alert.startsAt)
        return before == nil
            ? (1, -alert.missing, start, alert.id) : (0, start, -alert.missing, alert.id)
    }

    fileprivate func mayBePart(of lead: AlertLedger.Entry) -> Bool {
        alert.rule == lead.alert.rule && lead.incident.partOf == nil
            && IncidentParts.meet(alert.startsAt, lead.alert.startsAt)
            && refusals == lead.refusals
            && (lead.before == nil || !isLarger(than: lead))
    }

    private func isLarger(than lead: AlertLedger.Entry) -> Bool {
        alert.slice.allSatisfy(lead.alert.slice.contains)
            || alert.missing > IncidentParts.largestPart * lead.alert.missing
    }

    private var refusals: AlertReport.Dimension? {
        alert.slice.first { $0.name == AlertHistory.refusalDimension }
    }

    fileprivate mutating func escalate(to severity: String) {
        guard severity == "critical", alert.severity == "warning" else { return }
        alert.severity = severity
        incident.severity = severity
    }
}
