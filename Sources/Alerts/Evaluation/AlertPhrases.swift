internal import Delivery

/// How alerts say things.
package enum AlertPhrases {
    static func metric(_ rule: AlertRule) -> String {
        switch rule {
        case .delivered: "deliveries"
        case .opened: "opens"
        case .sends: "sends"
        case .freshness: "client events"
        }
    }

    /// ` on ios in campaign spring_sale with an image`; empty for everything.
    static func place(_ slice: [AlertReport.Dimension]) -> String {
        slice.map { dimension in
            switch (dimension.name, dimension.text) {
            case ("platform", let name): " on \(name)"
            case ("campaign", let name): " in campaign \(name)"
            case ("image", "image"): " with an image"
            case ("image", "no_image"): " without image"
            default: " with \(dimension.name) \(dimension.text)"
            }
        }.joined()
    }

    package static func name(_ slice: [AlertReport.Dimension]) -> String {
        slice.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    }

    static func count(_ number: Double) -> String {
        let digits = String(Int64(number.rounded()))
        guard digits.count > 4 || number < -999 else { return digits }
        var text = ""
        for (index, digit) in digits.reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    static func percent(_ share: Double) -> String {
        let tenths = Int64((share * 1000).rounded())
        return abs(tenths) >= 100 || tenths % 10 == 0
            ? "\(Int64((share * 100).rounded())) %"
            : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }

    /// `40 min`, `3 h`, `2 d`.
    static func duration(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 120 { return "\(minutes) min" }
        return minutes < 72 * 60 ? "\(minutes / 60) h" : "\(minutes / 1440) d"
    }

    static func dimensions(_ slice: Slice) -> [AlertReport.Dimension] {
        zip(AlertHistory.dimensions, slice.values).compactMap { name, value in
            value.map { AlertReport.Dimension(name: name, text: $0) }
        }
    }
}

extension AlertPhrases {
    /// As a shell takes it.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            $0 | 32 >= 0x61 && $0 | 32 <= 0x7a || $0 >= 0x30 && $0 <= 0x39
                || "=_-.,:/".utf8.contains($0)
        }
        return isPlain
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
