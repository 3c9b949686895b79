internal import Delivery

/// The line at the top of each page of `pushfunnel serve`: where else to go, and up to when the
/// records reach.
package struct Navigation: Sendable {
    package enum Place: String, CaseIterable, Sendable {
        case days = "Days"
        case explore = "Explore"
        case campaigns = "Campaigns"
        case alerts = "Alerts"
        case message = "Message"
        case sql = "SQL"

        var address: String {
            switch self {
            case .days: "/"
            case .explore: "/explore"
            case .campaigns: "/explore?by=campaign"
            case .alerts: "/alerts"
            case .message: "/message"
            case .sql: "/sql"
            }
        }
    }

    private let here: Place?
    /// Pages beside this one.
    private let beside: [(text: String, href: String)]
    private let asOf: String?

    /// `asOf` in ms since 1970.
    package init(
        _ here: Place?, beside: [(text: String, href: String)] = [], asOf: Int64?, zone: String
    ) {
        self.here = here
        self.beside = beside
        self.asOf = asOf.map { PeriodWords(Period(), zone: zone).clock($0) }
    }

    /// One line of HTML, with its own look: it stands on pages that were not made for it.
    package var line: String {
        let places = Place.allCases.map { place in
            let here = #" aria-current="page" style="color:inherit;font-weight:600""#
            let mark = place == self.here ? here : ""
            return #"<li><a href="\#(place.address)"\#(mark)>\#(place.rawValue)</a></li>"#
        }
        let others = beside.map {
            #"<li><a href="\#(HTMLText.escaped($0.href))">\#(HTMLText.escaped($0.text))</a></li>"#
        }
        let state = asOf.map { ["<li>read until \(HTMLText.escaped($0))</li>"] } ?? []
        let style =
            "max-width:64rem;margin:0 auto;padding:0.75rem min(1.5rem,4.1vw);border-width:0 0 1px"
        return #"<nav aria-label="pushfunnel" style="\#(style)"><ul>"#
            + (places + others + state).joined() + "</ul></nav>"
    }

    /// A page of a report with this line before all else.
    package func above(_ page: String) -> String {
        guard let body = page.firstRange(of: "<body>\n") else { return page }
        return page[..<body.upperBound] + line + "\n" + page[body.upperBound...]
    }
}
