internal import Foundation

/// The dimensions that tests declare: two that are known by name, and one of the message's data.
package enum OracleDimensions {
    package static let names = ["app", "channel", "variant"]
    /// Where `variant` stands in a record.
    package static let variantPlace = "/request/message/data/k"

    /// Dimensions that clients tell: two that are known by name, and one at a place of its own.
    package static let clientNames = ["action", "app_version", "build"]
    package static let buildPlace = "/app/build"

    /// What a client's record tells of them.
    static func told(by line: [String: OracleJSON], of kind: OracleEventKind) -> [String: String] {
        var told: [String: String] = [:]
        told["app_version"] = line.first("app_version", "appVersion").flatMap(word)
        told["build"] = line.object("app")?["build"].flatMap(word)
        if kind == .open { told["action"] = action(line) }
        return told
    }

    private static func action(_ line: [String: OracleJSON]) -> String? {
        guard case .string(let text) = line.first("action", "actionId") else { return nil }
        let tap = "com.apple.UNNotificationDefaultActionIdentifier"
        return text.isEmpty ? nil : text == tap ? "default" : text
    }

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

    /// A text, composed, or a number as written.
    private static func word(_ value: OracleJSON) -> String? {
        if case .integer(let digits) = value { return digits }
        return value.text?.precomposedStringWithCanonicalMapping
    }

    private static func value(of platforms: [String: String?], on platform: String?) -> String? {
        if let platform { return platforms[platform] ?? nil }
        let values = Set(platforms.values.compactMap(\.self))
        return values.count == 1 ? values.first : nil
    }
}

extension OracleState {
    /// In the order of their names.
    var clientWords: [String] { OracleDimensions.clientNames.map { told[$0] ?? "(none)" } }
}

extension OracleProfile {
    /// In the order of their names.
    var dimensionWords: [String] { OracleDimensions.names.map { dimensions[$0] ?? "(none)" } }
}
