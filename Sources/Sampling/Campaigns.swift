/// One campaign: its texts, senders and open rates.
struct Campaign: Sendable {
    /// The name under which its sends count; `(none)` for sends without one.
    let name: String
    let title: StaticString
    let body: StaticString
    let link: StaticString
    let category: StaticString
    /// Share of all always-on sends.
    let weight: Double
    /// Opens of delivered messages on Android at an average hour, without an image.
    let openRate: Double
    /// The share of sends with an image, and the factor of an image on the open rate.
    let imageShare: Double
    let imageLift: Double
    var first: Service
    var second: Service
    var secondShare: Double
    let silent: Bool
    let wakes: Bool
    var project = Project.first
    /// Whether clients tell the version of the app, and the button that opened a message.
    var tellsClients = false
    /// Whether its sends name an app and a variant.
    var namesApps = false

    private static let noName = "(none)"

    /// Whether it is sent once.
    var isBurst: Bool { weight == 0 }

    /// The name in log lines, empty for `(none)`.
    var label: String { name == Self.noName ? "" : name }

    private init(
        _ name: String, _ title: StaticString, _ body: StaticString, link: StaticString,
        category: StaticString, weight: Double, openRate: Double, imageShare: Double,
        imageLift: Double = 1, by first: Service, and second: Service, _ secondShare: Double,
        silent: Bool = false, wakes: Bool = false
    ) {
        self.name = name
        self.title = title
        self.body = body
        self.link = link
        self.category = category
        self.weight = weight
        self.openRate = openRate
        self.imageShare = imageShare
        self.imageLift = imageLift
        self.first = first
        self.second = second
        self.secondShare = secondShare
        self.silent = silent
        self.wakes = wakes
    }
}

extension Campaign {
    /// The campaigns that run all the time. Texts are JSON string contents, escaped where
    /// JSON wants it and in ways that loggers differ.
    static let alwaysOn: [Campaign] = [
        Campaign(
            noName, "Just a test", "Please ignore", link: "shop://home", category: "GENERAL",
            weight: 0.04, openRate: 0.06, imageShare: 0.2, by: .orders, and: .node, 0.4),
        Campaign(
            "order_update", "Your order is on its way", "Arrives tomorrow, 8\\u201312 am",
            link: "shop://orders/latest", category: "ORDER", weight: 0.2, openRate: 0.14,
            imageShare: 0, by: .orders, and: .node, 0.2),
        Campaign(
            "cart_reminder", "Still thinking about it?", "Your cart misses you \u{1F6D2}",
            link: "shop://cart", category: "CART", weight: 0.12, openRate: 0.09,
            imageShare: 0.5, imageLift: 1.3, by: .growth, and: .crm, 0.3),
        Campaign(
            "daily_deals", "Deals of the day", "Up to 40 % off \\\"caf\\u00e9\\\" machines",
            link: "shop://deals", category: "PROMO", weight: 0.17, openRate: 0.05,
            imageShare: 0.75, imageLift: 1.5, by: .multicast, and: .node, 0.4),
        Campaign(
            "price_drop", "Price drop", "Something on your list is now cheaper",
            link: "shop://wishlist", category: "PROMO", weight: 0.1, openRate: 0.08,
            imageShare: 0.5, imageLift: 1.25, by: .growth, and: .orders, 0.1),
        Campaign(
            "new_message", "New message", "Zo\u{EB}: \\\"Is it still available?\\\"",
            link: "shop://inbox", category: "MESSAGE", weight: 0.18, openRate: 0.22,
            imageShare: 0.1, by: .orders, and: .node, 0.5, wakes: true),
        Campaign(
            "weekly_digest", "Your week in review", "5 things that you might like",
            link: "shop://digest", category: "GENERAL", weight: 0.05, openRate: 0.04,
            imageShare: 0.6, imageLift: 1.1, by: .crm, and: .crm, 0),
        Campaign(
            "delivery_eta", "Out for delivery", "The courier is 10 stops away",
            link: "shop:\\/\\/orders\\/map", category: "ORDER", weight: 0.09, openRate: 0.17,
            imageShare: 0, by: .orders, and: .orders, 0),
        Campaign(
            "inbox_sync", "", "", link: "shop://inbox", category: "SYNC", weight: 0.045,
            openRate: 0, imageShare: 0, by: .sync, and: .sync, 0, silent: true),
        Campaign(
            "partner_feed", "News from our partners", "Read more", link: "shop://partners",
            category: "PROMO", weight: 0.005, openRate: 0.04, imageShare: 0.3,
            by: .exportOnly, and: .exportOnly, 0),
    ]

    /// A one-off campaign.
    static func burst(_ name: String) -> Campaign {
        Campaign(
            name, "Flash sale: two hours only", "-50 % on everything \u{26A1}",
            link: "shop://flash", category: "PROMO", weight: 0, openRate: 0.08,
            imageShare: 0.5, imageLift: 1.35, by: .multicast, and: .growth, 0.3)
    }

    /// The same campaign with one shape for all sends.
    func uniform() -> Campaign {
        var copy = self
        (copy.first, copy.second, copy.secondShare) = (.uniform, .uniform, 0)
        return copy
    }
}
