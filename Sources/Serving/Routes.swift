internal import Foundation
internal import Reporting

/// Which page an address leads to.
enum Routes {
    /// Nil for an address that leads nowhere.
    static func page(of request: Request) -> (any Page)? {
        let (path, form) = split(request.path)
        let address = request.address.at(path)
        switch path {
        case "/": return form == .html ? IndexPage() : nil
        case ExplorePage.path:
            return ExploreAnswerPage(address: address, form: form, isOverTime: false)
        case ExplorePage.path + "/times" where form != .html:
            return ExploreAnswerPage(
                address: address.at(ExplorePage.path), form: form, isOverTime: true)
        case CampaignAnswerPage.path: return CampaignAnswerPage(address: address, form: form)
        case AlertsPage.path: return AlertsAnswerPage(address: address, form: form)
        case MessagePage.path where form != .csv:
            return MessageAnswerPage(address: address, form: form)
        case QueryPage.path: return SQLAnswerPage(address: address, form: form)
        case "/metrics" where form == .html: return MetricsPage()
        case Site.health where form == .html: return HealthPage()
        default: return named(path, address, form)
        }
    }

    private static func named(
        _ path: String, _ address: WebAddress, _ form: Form
    ) -> (any Page)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[2].isEmpty else { return nil }
        switch "/" + parts[1] {
        case "/day": return DayAnswerPage(day: parts[2], form: form)
        case QueryPage.path: return NamedQueryPage(name: parts[2], address: address, form: form)
        default: return nil
        }
    }

    /// `/explore.csv` as `/explore` and CSV.
    private static func split(_ path: String) -> (path: String, form: Form) {
        for form in [Form.csv, .json] where path.hasSuffix("." + form.rawValue) {
            return (String(path.dropLast(form.rawValue.count + 1)), form)
        }
        return (path, .html)
    }
}
