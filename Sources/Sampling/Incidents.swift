/// The incidents of a sample, made ready for asking once per message.
struct Incidents: Sendable {
    private struct Incident: Sendable {
        let span: Range<Int64>
        let platform: Platform?
        let campaign: Int?
        let image: Bool?
        let factor: Double

        func hits(_ platform: Platform, _ campaign: Int, _ image: Bool) -> Bool {
            (self.platform ?? platform) == platform && (self.campaign ?? campaign) == campaign
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

    /// The factor on a metric at a time for one kind of message.
    func factor(
        _ metric: SampleIncident.Metric, at time: Int64, _ platform: Platform, _ campaign: Int,
        image: Bool
    ) -> Double {
        if isEmpty { return 1 }
        return (byMetric[metric] ?? []).reduce(1) { product, incident in
            incident.span.contains(time) && incident.hits(platform, campaign, image)
                ? product * incident.factor : product
        }
    }

    /// The largest factor that a metric can have at any time for one kind of message, at least 1.
    func ceiling(
        _ metric: SampleIncident.Metric, _ platform: Platform, _ campaign: Int, image: Bool
    ) -> Double {
        if isEmpty { return 1 }
        return (byMetric[metric] ?? []).reduce(1) { product, incident in
            incident.hits(platform, campaign, image) ? product * max(1, incident.factor) : product
        }
    }
}
