/// The incidents of a sample, indexed for one look-up per message.
struct Incidents: Sendable {
    private struct Incident: Sendable {
        let span: Range<Int64>
        let platform: Platform?
        let campaign: Int?
        let image: Bool?
        let factor: Double

        func hits(_ message: Message) -> Bool {
            let image = message.form.asks(on: message.platform)
            return (platform ?? message.platform) == message.platform
                && (campaign ?? Int(message.campaign)) == Int(message.campaign)
                && (self.image ?? image) == image
        }
    }

    private var byMetric: [SampleIncident.Metric: [Incident]] = [:]
    let isEmpty: Bool

    init(_ incidents: [SampleIncident], campaigns: [String]) throws(SampleError) {
        isEmpty = incidents.isEmpty
        for incident in incidents {
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
                    campaign: campaign, image: incident.image, factor: incident.factor))
        }
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
