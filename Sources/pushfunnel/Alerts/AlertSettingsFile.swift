import Alerts
import ArgumentParser
import Delivery
import FCM
import Foundation
import Reporting

/// Settings of alerts in a JSON file; members that are not in it keep their defaults.
struct AlertSettingsFile {
    private let path: String
    /// The dimensions of the database's sends.
    private let own: [String]
    private var settings = AlertSettings()
    private static let hint =
        #"for example {"budget": 0.5, "rules": {"opened": {"min_drop": 30}}}"#
    private static let keys = [
        "budget", "history_days", "windows", "series", "repeat", "lag", "rules", "ignore", "checks",
        "holidays", "name", "links", "mute",
    ]

    /// The settings of a file, else those of the configured one, else the defaults.
    static func settings(
        _ path: String?, for dimensions: [OwnDimension]
    ) throws -> AlertSettings {
        guard let path = path ?? Defaults.text("alerts") else { return AlertSettings() }
        return try AlertSettingsFile(path: path, own: dimensions.names(of: .sends)).settings
    }

    private init(path: String, own: [String]) throws {
        self.path = path
        self.own = own
        let place = Defaults.place(of: "alerts", flag: "--config")
        let data = try ConfigurationFile.data(path, hint: "\(place) names this file")
        let json = try ConfigurationFile.object(data, path: path, hint: Self.hint)
        try expectKeys(json, Self.keys, at: "")
        settings.budget = try number(json, "budget", in: 0.001...1000) ?? settings.budget
        let days = Double(AlertParameters.fewestDays)...366
        settings.historyDays =
            try number(json, "history_days", in: days).map { Int($0) } ?? settings.historyDays
        settings.repeatHours =
            try member(json, "repeat", AlertTime.expectedSpans) {
                ($0 as? String).flatMap(AlertTime.spans)
            } ?? settings.repeatHours
        settings.lagHours = try hours(json, "lag") ?? settings.lagHours
        try readWindows(json)
        try readSeries(json)
        try readRules(json)
        try readIgnored(json)
        try readChecks(json)
        if let holidays = try text(json, "holidays") {
            settings.holidays = try HolidayFile(path: holidays).holidays
        }
        try readQuietHours(json)
        settings.name = try text(json, "name") ?? ""
        let links = try member(json, "links", "texts") { $0 as? [String] } ?? []
        for (place, link) in links.enumerated() where !AlertLink.isValid(link) {
            throw wrong("links[\(place)]", AlertLink.expected, link)
        }
        for (place, link) in links.enumerated() {
            guard let unknown = AlertTemplateNames.unknown(inLink: link, own: own) else { continue }
            throw ValueError.wrong(
                "\(path): links[\(place)]", expected: unknown.expected, found: unknown.found,
                hint: unknown.hint)
        }
        settings.links = links
    }

    // MARK: Parts

    private mutating func readWindows(_ json: [String: Any]) throws {
        let hours = try member(json, "windows", "hours such as [1, 3, 24]") {
            ($0 as? [Any]).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let hours else { return }
        settings.windows = []
        for (place, value) in hours.enumerated() {
            let least = (settings.windows.last ?? 0) + 1
            guard let hour = (value as? Double).flatMap({ Int(exactly: $0) }),
                least <= hour, hour <= 24
            else {
                throw wrong(
                    "windows[\(place)]",
                    least > 24
                        ? "no window after 24"
                        : "a whole number from \(least) to 24, in ascending order", value)
            }
            settings.windows.append(hour)
        }
    }

    private mutating func readSeries(_ json: [String: Any]) throws {
        let names = try member(json, "series", #"texts such as "all" and "platform""#) {
            ($0 as? [String]).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let names else { return }
        let known = AlertSettings.usualSeries.map(AlertSettings.seriesName)
        settings.series = try names.enumerated().map { place, name in
            if let index = known.firstIndex(of: name) { return AlertSettings.usualSeries[index] }
            guard let series = seriesOfOwn(name) else {
                throw wrong("series[\(place)]", expectedSeries(known), name)
            }
            return series
        }
    }

    /// A dimension of the database, alone or with another one.
    private func seriesOfOwn(_ name: String) -> [String]? {
        let parts = name.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isKnown = parts.allSatisfy { (["platform", "campaign"] + own).contains($0) }
        let hasOwn = parts.contains(where: own.contains)
        return isKnown && hasOwn && parts.count <= 2 && Set(parts).count == parts.count
            ? parts : nil
    }

    private func expectedSeries(_ known: [String]) -> String {
        let usual = "one of \(known.joined(separator: "; "))"
        guard let first = own.first else { return usual }
        return usual + "; or \(own.joined(separator: ", ")), also with another, such as "
            + "platform,\(first)"
    }

    private mutating func readRules(_ json: [String: Any]) throws {
        guard let rules = try object(json, "rules") else { return }
        try expectKeys(rules, AlertRule.allCases.map(\.rawValue), at: "rules")
        for rule in AlertRule.allCases {
            let key = "rules.\(rule.rawValue)"
            guard let object = try object(rules, key) else { continue }
            let numbers = rule == .freshness ? [] : ["min_drop", "min_missing", "min_volume"]
            try expectKeys(object, ["on"] + numbers, at: key)
            settings.rules[rule] = try read(object, into: settings.rules[rule], key)
        }
    }

    private func read(
        _ object: [String: Any], into rule: AlertSettings.Rule?, _ key: String
    ) throws -> AlertSettings.Rule? {
        guard var rule else { return nil }
        rule.isOn =
            try member(object, key + ".on", "true or false") { $0 as? Bool } ?? rule.isOn
        let drop = try number(object, key + ".min_drop", in: 0...99)
        rule.minDrop = drop.map { $0 / 100 } ?? rule.minDrop
        rule.minMissing =
            try number(object, key + ".min_missing", in: 1...1e9) ?? rule.minMissing
        let volumes = AlertParameters.lowVolume...1e9
        rule.minVolume = try number(object, key + ".min_volume", in: volumes) ?? rule.minVolume
        return rule
    }

    private mutating func readIgnored(_ json: [String: Any]) throws {
        let expected = #"texts such as "campaign=test""#
        let slices = try member(json, "ignore", expected) { $0 as? [String] } ?? []
        for (place, text) in slices.enumerated() {
            let dimensions = AlertHistory.usualDimensions + own
            guard let slice = AlertSliceText.slice(text, of: dimensions), !slice.isEmpty else {
                throw wrong("ignore[\(place)]", AlertSliceText.expected(dimensions), text)
            }
            if let unknown = AlertSliceText.unknownWord(in: slice) {
                throw ValueError.wrong(
                    "\(path): ignore[\(place)]", expected: unknown.expected, found: unknown.word,
                    hint: unknown.hint ?? Self.hint)
            }
            settings.ignored.append(slice)
        }
    }

    private mutating func readQuietHours(_ json: [String: Any]) throws {
        let expected = #"texts such as "22:00-07:00 Europe/Berlin""#
        let windows = try member(json, "mute", expected) { $0 as? [String] } ?? []
        for (place, text) in windows.enumerated() {
            guard let window = AlertTime.quietHours(text) else {
                throw wrong("mute[\(place)]", "hours such as 22:00-07:00 Europe/Berlin", text)
            }
            settings.quietHours.append(window)
        }
    }

    private mutating func readChecks(_ json: [String: Any]) throws {
        let expected = "objects with name and query"
        let checks = try member(json, "checks", expected) { $0 as? [[String: Any]] } ?? []
        var names = Set(AlertRule.allCases.map(\.rawValue))
        for (place, check) in checks.enumerated() {
            let key = "checks[\(place)]"
            try expectKeys(check, ["name", "query", "parameters", "severity"], at: key)
            let name = try requiredText(check, key + ".name")
            guard names.insert(name).inserted else {
                throw wrong(key + ".name", "a name that no other rule has", name)
            }
            let severity = try text(check, key + ".severity")
            guard severity.map({ ["warning", "critical"].contains($0) }) ?? true else {
                throw wrong(key + ".severity", "warning or critical", severity)
            }
            let parameters = try member(check, key + ".parameters", "an object with texts") {
                $0 as? [String: String]
            }
            settings.checks.append(
                AlertSettings.Check(
                    name: name, query: try requiredText(check, key + ".query"),
                    parameters: parameters ?? [:], isCritical: severity == "critical"))
        }
    }

    // MARK: Values

    private func expectKeys(_ object: [String: Any], _ known: [String], at place: String) throws {
        guard let key = object.keys.filter({ !known.contains($0) }).min() else { return }
        let whole = place.isEmpty ? key : "\(place).\(key)"
        throw ValueError.unknown(key, at: "\(path): \(whole)", known: known)
    }

    /// The member of an object at the end of a path of keys; nil if the object has none.
    private func member<Value>(
        _ object: [String: Any], _ key: String, _ expected: String, _ read: (Any) -> Value?
    ) throws -> Value? {
        let name = key.split(separator: ".").last.map(String.init) ?? key
        guard let value = object[name] else { return nil }
        guard let read = read(value) else { throw wrong(key, expected, value) }
        return read
    }

    private func object(_ json: [String: Any], _ key: String) throws -> [String: Any]? {
        try member(json, key, "an object") { $0 as? [String: Any] }
    }

    private func number(
        _ json: [String: Any], _ key: String, in range: ClosedRange<Double>
    ) throws -> Double? {
        let expected = "a number from \(short(range.lowerBound)) to \(short(range.upperBound))"
        return try member(json, key, expected) {
            ($0 as? Double).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private func hours(_ json: [String: Any], _ key: String) throws -> Double? {
        try member(json, key, AlertTime.expectedSpan) { ($0 as? String).flatMap(AlertTime.hours) }
    }

    private func text(_ json: [String: Any], _ key: String) throws -> String? {
        try member(json, key, "a text") { ($0 as? String).flatMap { $0.isEmpty ? nil : $0 } }
    }

    private func requiredText(_ json: [String: Any], _ key: String) throws -> String {
        guard let text = try text(json, key) else { throw wrong(key, "a text", nil) }
        return text
    }

    private func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    private func wrong(_ key: String, _ expected: String, _ value: Any?) -> Diagnostic {
        let found = value.map { ($0 as? Double).map(short) ?? "\($0)" }
        return ValueError.wrong(
            "\(path): \(key)", expected: expected, found: found, hint: Self.hint)
    }
}
