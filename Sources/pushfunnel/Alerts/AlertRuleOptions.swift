import Alerts
import ArgumentParser
import Delivery
import FCM

/// Rules and thresholds; flags override the file.
struct AlertRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read rules and thresholds from a JSON file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Allow this many false alarms a month, all series of a rule together (default: 1).",
            valueName: "number"))
    var budget: Double?

    @Option(
        help: ArgumentHelp(
            "Ignore smaller drops (default: 10 for deliveries, 70 for sends, 20 for opens).",
            valueName: "percent"))
    var minDrop: Double?

    @Option(
        help: ArgumentHelp(
            "Learn from this many past days, 14 or more (default: 28).", valueName: "days"))
    var history: Int?

    func validate() throws {
        try ValidationError.expect(
            "--budget", budget, in: Double.leastNonzeroMagnitude...1000,
            "a number above 0, 1000 at most")
        try ValidationError.expect("--min-drop", minDrop, in: 0..<100, "0 to 99 percent")
        try ValidationError.expect(
            "--history", history, in: AlertParameters.fewestDays...366, "14 to 366 days")
    }

    /// For tables.
    var parameters: AlertParameters {
        var parameters = AlertParameters.opens
        if let budget { parameters.budget = budget }
        if let minDrop { parameters.minDrop = minDrop / 100 }
        if let history { parameters.historyDays = history }
        return parameters
    }

    /// For a database with these dimensions.
    func settings(for dimensions: [OwnDimension]) throws -> AlertSettings {
        var settings = try AlertSettingsFile.settings(config, for: dimensions)
        if let budget { settings.budget = budget }
        if let history { settings.historyDays = history }
        if let minDrop {
            for rule in AlertRule.allCases { settings.rules[rule]?.minDrop = minDrop / 100 }
        }
        return settings
    }
}
