/// The incidents of a sample, indexed for one look-up per message.
struct Incidents: Sendable {
    private struct Incident: Sendable {
        let span: Range<Int64>
        let platform: Platform?
        let campaign: Int?
        let image: Bool?
        let variant: String?
        let version: String?
        let factor: Double

        func hits(_ message: Message) -> Bool {
            let image = message.form.asks(on: message.platform)
            return (platform ?? message.platform) == message.platform
                && (campaign ?? Int(message.campaign)) == Int(message.campaign)
                && (self.image ?? image) == image
                && variant.map { $0 == "\(message.variant.name)" } ?? true
                && version.map { $0 == "\(message.version)" } ?? true
        }
    }

    private var byMetric: [SampleIncident.Metric: [Incident]] = [:]
    let isEmpty: Bool

    init(
        _ incidents: [SampleIncident], campaigns: [String], _ options: SampleOptions
    ) throws(SampleError) {
        isEmpty = incidents.isEmpty
        for incident in incidents {
            try Incidents.expect("--apps", options.apps || incident.variant == nil, incident)
            try Incidents.expect(
                "--clients", options.clients || incident.appVersion == nil, incident)
            var campaign: Int?
            if let name = incident.campaign {
                campaign = campaigns.firstIndex(of: name)
                if campaign == nil { throw .unknownCampaign(found: name, known: campaigns) }
            }
            let start = Int64(incident.fromHour) * Micro.hour
            byMetric[incident.metric, default: []].append(
                Incident(
                    span: start..<start + Int64(incident.minutes) * Micro.minute,
                    platform: Platform.allCases.first { $0.name == incident.platform },
                    campaign: campaign, image: incident.image, variant: incident.variant,
                    version: incident.appVersion, factor: incident.factor))
        }
    }

    private static func expect(
        _ option: String, _ isFine: Bool, _ incident: SampleIncident
    ) throws(SampleError) {
        guard !isFine else { return }
        throw .incident(
            text: "\(incident)", part: "no \(option)", expected: "\(option), whose logs tell it")
    }

    /// The factor on a metric at a time for a message.
    func factor(_ metric: SampleIncident.Metric, at time: Int64, of message: Message) -> Double {
        product(metric, message) { $0.span.contains(time) ? $0.factor : 1 }
    }

    /// The largest factor that a metric can have at any time for a message, at least 1.
    func ceiling(_ metric: SampleIncident.Metric, of message: Message) -> Double {
        product(metric, message) { max(1, $0.factor) }
    }

    private func product(
        _ metric: SampleIncident.Metric, _ message: Message, of factor: (Incident) -> Double
    ) -> Double {
        if isEmpty { return 1 }
        return (byMetric[metric] ?? []).reduce(1) { $1.hits(message) ? $0 * factor($1) : $0 }
    }
}
