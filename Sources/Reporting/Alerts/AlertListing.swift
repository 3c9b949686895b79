internal import Alerts
internal import Delivery
internal import NDJSON

/// The stored incidents, silences and acceptances, as tables for `alert list`.
package enum AlertListing {
    /// Incidents without end, and those that ended in the last `days`, newest first; silences that
    /// are active at `now`, in ms since 1970; all accepted incidents. With a project, its incidents
    /// and the silences that cover them. Throws `QueryError`.
    package static func tables(
        database path: String, days: Int, project: String? = nil, now: Int64
    ) throws -> [TitledTable] {
        let session = try SQLSession(path: path)
        let since = text(now - Int64(days) * 86_400_000)
        let slice = project.map { AlertSilence.text(project: $0) }
        return [
            TitledTable(
                title: "incidents",
                table: try session.run(
                    sql: incidents, parameters: ["since": since, "slice": slice])),
            TitledTable(
                title: "silences",
                table: try session.run(
                    sql: silences, parameters: ["now": text(now), "slice": slice])),
            TitledTable(
                title: "accepted",
                table: try session.run(sql: accepted, parameters: ["slice": slice])),
        ]
    }

    private static let isOfProject = """
        (:slice is null or instr(',' || slice || ',', ',' || :slice || ',') > 0)
        """

    private static let incidents = """
        select id, state, severity, rule, slice, starts_at, ends_at, summary from alerts
        where (ends_at is null or ends_at > :since) and \(isOfProject)
        order by starts_at desc, id desc
        """

    private static let silences = """
        select id, rule, slice, until, comment from alert_silences
        where
            since <= :now and until > :now
            and (\(isOfProject) or instr(',' || slice, ',project=') = 0)
        order by id
        """

    private static let accepted = """
        select id, rule, slice, starts_at, accepted_at, comment from alerts
        where accepted_at is not null and \(isOfProject)
        order by accepted_at desc, id desc
        """

    /// As views have it, without milliseconds.
    private static func text(_ moment: Int64) -> String {
        Timestamp(milliseconds: moment / 1000 * 1000).text.prefix(19) + "Z"
    }
}
