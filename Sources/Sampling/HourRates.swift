/// The probabilities of failure, delivery and open for messages sent in one hour.
///
/// rate = f(platform, campaign, image, hour of week), a little noise, and incidents.
struct HourRates {
    private let delivery: [Double]
    private let opens: [Double]

    init(hourSinceEpoch: Int, seed: UInt64) {
        var random = Random(seed: seed ^ 0x7261_7465, stream: UInt64(hourSinceEpoch))
        let attention = Traffic.attention(hourSinceEpoch: hourSinceEpoch)
        let common = max(0.8, 1 + 0.025 * random.normal())
        delivery = [0.93, 0.9, 0.8].map { $0 * min(1.05, max(0.9, 1 + 0.008 * random.normal())) }
        opens = [1, 0.85, 0.5].map {
            $0 * attention * common * max(0.85, 1 + 0.015 * random.normal())
        }
    }

    func failure(_ platform: Platform) -> Double {
        platform == .web ? 0.04 : 0.028
    }

    func delivery(_ message: Message) -> Double {
        delivery[Int(message.platform.rawValue)] * (message.silent ? 0.92 : 1)
    }

    /// The share of delivered messages that are opened at any time.
    func open(_ message: Message, _ campaign: Campaign) -> Double {
        let lift = message.form.asks(on: message.platform) ? campaign.imageLift : 1
        return campaign.openRate * lift * opens[Int(message.platform.rawValue)]
    }
}
