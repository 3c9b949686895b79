/// Draws the campaign and service of the calls to FCM in one hour.
struct Calls {
    private var sums: [(upTo: Double, campaign: Int, service: Service)] = []

    /// Volumes are in sends. A multicast makes several with one call, so it calls less often.
    init(_ campaigns: [Campaign], _ volumes: [Double]) {
        var sum = 0.0
        for (index, campaign) in campaigns.enumerated() where volumes[index] > 0 {
            let services = [
                (campaign.first, 1 - campaign.secondShare),
                (campaign.second, campaign.secondShare),
            ]
            for (service, share) in services where share > 0 {
                sum += volumes[index] * share / (service == .multicast ? Self.meanSize : 1)
                sums.append((sum, index, service))
            }
        }
    }

    func draw(_ random: inout Random) -> (campaign: Int, service: Service) {
        let value = random.unit() * (sums.last?.upTo ?? 0)
        let call = sums.first { value < $0.upTo }
        return (call?.campaign ?? 0, call?.service ?? .orders)
    }

    /// Devices of one multicast.
    static func drawSize(_ random: inout Random) -> Int {
        sizes.lowerBound + random.below(sizes.count)
    }

    private static let sizes = 2...25
    private static let meanSize = Double(sizes.lowerBound + sizes.upperBound) / 2
}
