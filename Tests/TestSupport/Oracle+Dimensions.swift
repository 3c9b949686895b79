/// The dimensions that tests declare: two that are known by name, and one of the message's data.
package enum OracleDimensions {
    package static let names = ["app", "channel", "variant"]
    /// Where `variant` stands in a record.
    package static let variantPlace = "/request/message/data/k"

    /// The values of a send, of the platform that its record shows.
    static func values(
        of message: [String: OracleJSON], on platform: String?
    ) -> [String: String] {
        let android = message.object("android")
        let channel = android?.object("notification")?.text("channel_id", "channelId")
        let package = android?.text("restricted_package_name", "restrictedPackageName")
        let apnsTopic = message.object("apns")?.object("headers")?.text("apns-topic")
        var values: [String: String] = [:]
        values["app"] = value(of: ["android": package, "ios": apnsTopic], on: platform)
        values["channel"] = value(of: ["android": channel], on: platform)
        values["variant"] = message.object("data")?["k"].flatMap(word)
        return values
    }

    /// A text, or a number as written.
    private static func word(_ value: OracleJSON) -> String? {
        if case .integer(let digits) = value { digits } else { value.text }
    }

    private static func value(of platforms: [String: String?], on platform: String?) -> String? {
        if let platform { return platforms[platform] ?? nil }
        let values = Set(platforms.values.compactMap(\.self))
        return values.count == 1 ? values.first : nil
    }
}

extension OracleProfile {
    /// In the order of their names.
    var dimensionWords: [String] { OracleDimensions.names.map { dimensions[$0] ?? "(none)" } }
}
