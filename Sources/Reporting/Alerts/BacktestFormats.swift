package import Alerts
internal import Delivery

/// The formats of a back-test, by their names on the command line.
package enum BacktestFormatName: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// All members, for programs: see README.md.
    case json
    /// A self-contained page with drawings of the series.
    case html
    /// A drawing of the series only.
    case svg

    /// The format of a file name's extension, or nil.
    package init?(fileName: String) {
        let name = fileName.split(separator: ".").last?.lowercased() ?? ""
        self.init(rawValue: ["htm": "html", "txt": "text"][name] ?? name)
    }

    /// Whether it has drawings, which take as long as the back-test.
    package var isDrawn: Bool { self == .html || self == .svg }
}

package enum BacktestFormats {
    /// A back-test as text; it ends with a line end.
    package static func text(
        _ backtest: AlertBacktest, _ format: BacktestFormatName, timeZone: String,
        style: TextStyle = .human
    ) throws -> String {
        switch format {
        case .text: plain(backtest, style)
        case .json: BacktestJSON.text(of: backtest, timeZone: timeZone)
        case .html: BacktestPage.text(of: backtest, timeZone: timeZone)
        case .svg: try BacktestDrawing.text(of: backtest)
        }
    }

    private static func plain(_ backtest: AlertBacktest, _ style: TextStyle) -> String {
        let head = style.bold(backtest.headline) + "\n"
        guard let advice = backtest.advice else { return head }
        let tables = TextFormat(style: style).text(of: backtest.tables)
        return head + "\(backtest.span)\n\(advice)\n\n" + tables + "\n"
            + backtest.rateNotes.map { style.dim($0) + "\n" }.joined()
    }

    /// The command that repeats the back-test.
    static func command(_ backtest: AlertBacktest, timeZone: String) -> String {
        let hours = [backtest.hours.lowerBound, backtest.hours.upperBound].map { hour in
            timeZone == "UTC"
                ? Period.text(hour)
                : NumberWords.rfc3339(backtest.hourClock.beginning(of: hour))
                    .replacing(".000Z", with: "Z")
        }
        let zone = timeZone == "UTC" ? "" : " --tz \(ShellWord.quoted(timeZone))"
        let project = backtest.project.map { " --project \(ShellWord.quoted($0))" } ?? ""
        return "pushfunnel alert backtest --since \(hours[0]) --until \(hours[1])\(project)\(zone)"
    }
}
