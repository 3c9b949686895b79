package import Delivery

/// Metrics of a store and of an ingest, for Prometheus. Times are timestamps, not ages: Prometheus
/// computes ages, which keep growing when no ingest runs.
package struct IngestMetrics {
    /// The run of an ingest; times in seconds since 1970.
    package struct Run: Sendable {
        package var started: Double
        package var now: Double
        /// The end of the last ingest without error; nil if there was none.
        package var lastSuccess: Double?
        package var exitCode: Int32
        package var isFollowing: Bool

        package init(
            started: Double, now: Double, lastSuccess: Double?, exitCode: Int32, isFollowing: Bool
        ) {
            self.started = started
            self.now = now
            self.lastSuccess = lastSuccess
            self.exitCode = exitCode
            self.isFollowing = isFollowing
        }
    }

    private typealias Sample = PrometheusFormat.Sample

    package static let lastSuccessName = "pushfunnel_ingest_last_success_timestamp_seconds"

    package static func text(of store: StoreFigures, _ run: Run) -> String {
        text(of: store) + text(of: run)
    }

    /// What a store tells by itself, whether an ingest runs or not.
    package static func text(of store: StoreFigures) -> String {
        lines(store) + files(store) + times(store)
    }

    private static func lines(_ store: StoreFigures) -> String {
        PrometheusFormat.family(
            "pushfunnel_lines_total", "Lines read into the database, by result.",
            labelled("result", store.lines))
            + PrometheusFormat.family(
                "pushfunnel_rejected_lines_total",
                "Distinct rejected lines in the database, by reason.",
                labelled("reason", store.rejects))
            + PrometheusFormat.family(
                "pushfunnel_events",
                "Distinct client events in the database, with and without a known send.",
                labelled("join", store.events))
            + PrometheusFormat.family(
                "pushfunnel_ahead_messages",
                "Messages that arrived later than the time of the data: their clocks are ahead.",
                labelled("platform", store.ahead))
    }

    private static func files(_ store: StoreFigures) -> String {
        PrometheusFormat.family(
            "pushfunnel_files", "Files in the ledger, by how far they were read.",
            labelled("state", store.files))
            + PrometheusFormat.family(
                "pushfunnel_files_bytes", "Size of these files at their last read.",
                [([], Double(store.fileBytes))])
            + PrometheusFormat.family(
                "pushfunnel_database_size_bytes",
                "Size on disk of the database and of its write-ahead log.",
                labelled("file", store.size))
    }

    private static func times(_ store: StoreFigures) -> String {
        PrometheusFormat.times([
            ("pushfunnel_newest_send", "Time of the newest record of a send.", store.newestSend),
            ("pushfunnel_newest_event", "Time of the newest client event.", store.newestEvent),
        ])
    }

    private static func text(of run: Run) -> String {
        let figures: [(String, String, Double?)] = [
            (
                "pushfunnel_ingest_start_timestamp_seconds",
                "Start of the last ingest.", run.started
            ),
            (
                lastSuccessName,
                "End of the last ingest without error, or last scan of a follower.",
                run.lastSuccess
            ),
            (
                "pushfunnel_ingest_duration_seconds",
                "Duration of the last ingest, or of the follower so far.",
                ((run.now - run.started) * 1000).rounded() / 1000
            ),
            (
                "pushfunnel_ingest_exit_code",
                "Exit code of the last ingest; 74 while a follower cannot read a log.",
                Double(run.exitCode)
            ),
            (
                "pushfunnel_ingest_following", "1 if a follower wrote these metrics.",
                run.isFollowing ? 1 : 0
            ),
        ]
        return figures.map { name, help, value in
            PrometheusFormat.family(name, help, value.map { [([], $0)] } ?? [])
        }.joined()
    }

    private static func labelled(_ label: String, _ figures: [StoreFigures.Named]) -> [Sample] {
        figures.map { ([(name: label, text: $0.name)], Double($0.count)) }
    }
}
