/// The funnel of each platform for Prometheus, since the first record that the store counts.
package enum FunnelMetrics {
    /// `table` has the rows of the query `funnel_by_platform`.
    package static func text(of table: ResultTable) -> String {
        let samples = NamedCells.rows(table).flatMap { row in
            steps.compactMap { step -> PrometheusFormat.Sample? in
                row.count(step.column).map { count in
                    (
                        [("platform", row.text("platform")), ("step", step.name)],
                        Double(count)
                    )
                }
            }
        }
        return PrometheusFormat.family(
            "pushfunnel_funnel_messages", "Messages by platform and by how far they got.", samples)
    }

    private static let steps: [(name: String, column: String)] = [
        ("attempted", "attempted"), ("failed", "failed"), ("sent", "sent"),
        ("received", "received"), ("shown", "impressions"), ("opened", "opened"),
    ]
}
