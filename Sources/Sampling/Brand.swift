/// The brand of an app. Samples with apps have three, each with an app for Android and one for
/// Apple devices.
enum Brand: UInt8, CaseIterable {
    case shop, outlet, market

    var package: StaticString {
        switch self {
        case .shop: "com.example.shop"
        case .outlet: "com.example.outlet"
        case .market: "com.example.market"
        }
    }

    var bundle: StaticString {
        switch self {
        case .shop: "com.example.shop.ios"
        case .outlet: "com.example.outlet.ios"
        case .market: "com.example.market.ios"
        }
    }

    /// The app that a platform's block names; web pushes name none.
    func app(on platform: Platform) -> StaticString? {
        switch platform {
        case .android: package
        case .ios: bundle
        case .web, .unknown: nil
        }
    }
}

/// A variant of a message's text.
enum Variant: UInt8, CaseIterable {
    case a, b

    var name: StaticString { self == .a ? "a" : "b" }
}

extension Message {
    /// All messages of a request have the same: it is sent at one time.
    var brand: Brand { Brand.allCases[Int(mixed(UInt64(bitPattern: sentAt) ^ 0xA) % 3)] }
    var variant: Variant { Variant.allCases[Int(mixed(UInt64(bitPattern: sentAt) ^ 0xB) % 2)] }
}

/// What a send counts under besides campaign, platform and image, in samples that have it.
struct SendGroup {
    var project: Project.Naming
    /// Nil if its record shows no app: those of a message for all platforms differ.
    var brand: Brand?
    /// Nil if its record has none in the data of the message.
    var variant: Variant?

    static let all: [SendGroup] = Project.Naming.allCases.flatMap { project in
        ([nil] + Brand.allCases).flatMap { brand in
            ([nil] + Variant.allCases).map {
                SendGroup(project: project, brand: brand, variant: $0)
            }
        }
    }

    /// The place in `all`.
    var index: Int {
        let brand = Int(brand.map { $0.rawValue + 1 } ?? 0)
        let variant = Int(variant.map { $0.rawValue + 1 } ?? 0)
        let brands = Int(project.rawValue) * (Brand.allCases.count + 1) + brand
        return brands * (Variant.allCases.count + 1) + variant
    }
}

extension Send {
    /// How it counts by project, app and variant.
    var group: SendGroup {
        let hasApp = message.brand.app(on: loggedPlatform) != nil
        // The CRM has the data in the block of the platform, and rows of the export have none.
        let hasVariant = message.service != .crm && message.service != .exportOnly
        return SendGroup(
            project: projectNaming, brand: hasApp ? message.brand : nil,
            variant: hasVariant ? message.variant : nil)
    }
}
