import Alerts
import ArgumentParser
import Delivery
import Foundation

/// Settings of alerts in a JSON file; members that are not in it keep their defaults.
struct AlertSettingsFile {
    private let path: String
    private(set) var settings = AlertSettings()
    private static let example = #"{"budget": 0.5, "rules": {"opened": {"min_drop": 30}}}"#
    private static let keys = [
        "budget", "history_days", "windows", "series", "repeat", "lag", "rules", "ignore", "checks",
    ]

    init(path: String) throws {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Diagnostic(
                message: "\(path): cannot be read",
                hint: "\(Defaults.place(of: "alerts", flag: "--config")) names this file",
                code: .configuration)
        }
        let json = try ConfigurationFile.object(data, path: path, example: Self.example)
        try expectKeys(json, Self.keys, at: "")
        if let value = json["budget"] {
            settings.budget = try number(value, "budget", in: 0.001...1000)
        }
        if let value = json["history_days"] {
            settings.historyDays = Int(
                try number(
                    value, "history_days", in: Double(AlertParameters.fewestDays)...366))
        }
        if let value = json["repeat"] { settings.repeatHours = try hours(value, "repeat") }
        if let value = json["lag"] { settings.lagHours = try hours(value, "lag") }
        try readWindows(json["windows"])
        try readSeries(json["series"])
        try readRules(json["rules"])
        try readIgnored(json["ignore"])
        try readChecks(json["checks"])
    }

    // MARK: Parts

    private mutating func readWindows(_ value: Any?) throws {
        guard let value else { return }
        guard let hours = value as? [Any], !hours.isEmpty else {
            throw wrong("windows", "hours such as [1, 3, 24]", value)
        }
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

    private mutating func readSeries(_ value: Any?) throws {
        guard let value else { return }
        guard let names = value as? [String], !names.isEmpty else {
            throw wrong("series", #"texts such as "all" and "platform""#, value)
        }
        let known = AlertSettings.usualSeries.map(AlertSettings.seriesName)
        settings.series = try names.enumerated().map { place, name in
            guard let index = known.firstIndex(of: name) else {
                throw wrong(
                    "series[\(place)]", "one of \(known.joined(separator: "; "))", name)
            }
            return AlertSettings.usualSeries[index]
        }
    }

    private mutating func readRules(_ value: Any?) throws {
        guard let value else { return }
        guard let rules = value as? [String: Any] else { throw wrong("rules", "an object", value) }
        try expectKeys(rules, AlertRule.allCases.map(\.rawValue), at: "rules")
        for rule in AlertRule.allCases {
            guard let value = rules[rule.rawValue] else { continue }
            let key = "rules.\(rule.rawValue)"
            guard let object = value as? [String: Any] else { throw wrong(key, "an object", value) }
            let numbers = rule == .freshness ? [] : ["min_drop", "min_missing", "min_volume"]
            try expectKeys(object, ["on"] + numbers, at: key)
            settings.rules[rule] = try read(object, into: settings.rules[rule], key)
        }
    }

    private func read(
        _ object: [String: Any], into rule: AlertSettings.Rule?, _ key: String
    ) throws -> AlertSettings.Rule? {
        var rule = rule
        if let value = object["on"] { rule?.isOn = try flag(value, key + ".on") }
        if let value = object["min_drop"] {
            rule?.minDrop = try number(value, key + ".min_drop", in: 0...99) / 100
        }
        if let value = object["min_missing"] {
            rule?.minMissing = try number(value, key + ".min_missing", in: 1...1e9)
        }
        if let value = object["min_volume"] {
            rule?.minVolume = try number(
                value, key + ".min_volume", in: AlertParameters.lowVolume...1e9)
        }
        return rule
    }

    private mutating func readIgnored(_ value: Any?) throws {
        guard let value else { return }
        guard let slices = value as? [String] else {
            throw wrong("ignore", #"texts such as "campaign=test""#, value)
        }
        for (place, text) in slices.enumerated() {
            guard let slice = AlertSliceText.slice(text), !slice.isEmpty else {
                throw wrong("ignore[\(place)]", AlertSliceText.expected, text)
            }
            settings.ignored.append(slice)
        }
    }

    private mutating func readChecks(_ value: Any?) throws {
        guard let value else { return }
        guard let checks = value as? [[String: Any]] else {
            throw wrong("checks", "objects with name and query", value)
        }
        var names = Set(AlertRule.allCases.map(\.rawValue))
        for (place, check) in checks.enumerated() {
            let key = "checks[\(place)]"
            try expectKeys(check, ["name", "query", "parameters", "severity"], at: key)
            let name = try text(check["name"], key + ".name")
            guard names.insert(name).inserted else {
                throw wrong(key + ".name", "a name that no other rule has", name)
            }
            let severity = try check["severity"].map { try text($0, key + ".severity") }
            guard severity.map({ ["warning", "critical"].contains($0) }) ?? true else {
                throw wrong(key + ".severity", "warning or critical", severity)
            }
            let parameters = check["parameters"] ?? [String: String]()
            guard let parameters = parameters as? [String: String] else {
                throw wrong(key + ".parameters", "an object with texts", parameters)
            }
            settings.checks.append(
                AlertSettings.Check(
                    name: name, query: try text(check["query"], key + ".query"),
                    parameters: parameters, isCritical: severity == "critical"))
        }
    }

    // MARK: Values

    private func expectKeys(_ object: [String: Any], _ known: [String], at place: String) throws {
        guard let key = object.keys.filter({ !known.contains($0) }).min() else { return }
        let whole = place.isEmpty ? key : "\(place).\(key)"
        throw ValueError.unknown(key, at: "\(path): \(whole)", known: known)
    }

    private func number(_ value: Any, _ key: String, in range: ClosedRange<Double>) throws -> Double
    {
        guard let number = value as? Double, range.contains(number)
        else {
            throw wrong(
                key, "a number from \(short(range.lowerBound)) to \(short(range.upperBound))", value
            )
        }
        return number
    }

    private func shown(_ value: Any) -> String { (value as? Double).map(short) ?? "\(value)" }

    private func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    private func flag(_ value: Any, _ key: String) throws -> Bool {
        guard let flag = value as? Bool else { throw wrong(key, "true or false", value) }
        return flag
    }

    private func text(_ value: Any?, _ key: String) throws -> String {
        guard let text = value as? String, !text.isEmpty else { throw wrong(key, "a text", value) }
        return text
    }

    private func hours(_ value: Any, _ key: String) throws -> Double {
        guard let text = value as? String, let hours = AlertTime.hours(text) else {
            throw wrong(key, "a span such as 30m, 4h or 2d", value)
        }
        return hours
    }

    private func wrong(_ key: String, _ expected: String, _ value: Any?) -> Diagnostic {
        let place = key.isEmpty ? path : "\(path): \(key)"
        return Diagnostic(
            message: ValueError.text(place, expected: expected, found: value.map(shown)),
            hint: "for example \(Self.example)", code: .configuration)
    }
}

/// Slices in arguments and settings: `platform=ios,campaign=welcome`.
enum AlertSliceText {
    static func name(_ slice: [AlertReport.Dimension]) -> String {
        slice.map { "\($0.name)=\($0.text)" }.joined(separator: ",")
    }

    static let expected =
        "dimensions (\(AlertHistory.dimensions.joined(separator: ", "))) such as "
        + "platform=ios,campaign=welcome"

    static func slice(_ text: String) -> [AlertReport.Dimension]? {
        var slice: [AlertReport.Dimension] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, AlertHistory.dimensions.contains(String(sides[0])),
                !slice.contains(where: { $0.name == sides[0] })
            else { return nil }
            slice.append(
                AlertReport.Dimension(name: String(sides[0]), text: String(sides[1])))
        }
        return slice
    }
}
