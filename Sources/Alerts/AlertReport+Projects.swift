extension AlertReport {
    /// One report of projects that were judged by themselves: their alerts, and the worst state.
    package init(of projects: [AlertReport]) {
        let freshness = projects.map(\.freshness)
        self.init(
            state: AlertReport.worst(projects.map(\.state)),
            timeZone: projects.first?.timeZone ?? "",
            historyDays: projects.first?.historyDays ?? 0,
            freshness: freshness.first { $0.state != "ok" } ?? freshness.first
                ?? Freshness(state: "stale"),
            alerts: projects.flatMap(\.alerts))
        evaluatedUntil = projects.compactMap(\.evaluatedUntil).min()
        segmentsTested = projects.reduce(0) { $0 + $1.segmentsTested }
        segmentsLowVolume = projects.reduce(0) { $0 + $1.segmentsLowVolume }
        segmentsNotEnoughHistory = projects.reduce(0) { $0 + $1.segmentsNotEnoughHistory }
        series = projects.flatMap(\.series)
        self.projects = projects
    }

    /// What fires, or cannot be judged because records are missing, must show; else one project
    /// that can be judged is enough.
    private static func worst(_ states: [AlertState]) -> AlertState {
        let order: [AlertState] = [.noData, .firing, .ok, .lowVolume]
        return order.first(where: states.contains) ?? .notEnoughHistory
    }

    /// The report without the other alerts, and without projects that have none.
    package func keeping(_ isKept: (Alert) -> Bool) -> AlertReport {
        var report = self
        report.alerts = alerts.filter(isKept)
        report.projects = projects.map { $0.keeping(isKept) }.filter { !$0.alerts.isEmpty }
        return report
    }
}
