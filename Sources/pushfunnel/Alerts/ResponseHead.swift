import NDJSON

/// The head of an HTTP response, as curl writes it.
enum ResponseHead {
    /// The last response: informational ones come before it.
    static func answer(_ text: String) -> WebhookAnswer {
        var status = 0
        var fields: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") {
                status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                fields = [:]
            } else if let colon = line.firstIndex(of: ":") {
                let text = line[line.index(after: colon)...].drop(while: \.isWhitespace)
                fields[line[..<colon].lowercased()] = String(text)
            }
        }
        return .status(status, retryAfterSeconds: pause(fields))
    }

    /// `Retry-After` in seconds, or as a date, which is relative to the receiver's own clock.
    /// RFC 9110, 10.2.3.
    private static func pause(_ fields: [String: String]) -> Double? {
        guard let text = fields["retry-after"] else { return nil }
        if let seconds = UInt32(text) { return Double(seconds) }
        guard let until = seconds(text), let now = fields["date"].flatMap(seconds) else {
            return nil
        }
        return Double(max(0, until - now))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Since 1970 UTC of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is written today.
    private static func seconds(_ date: String) -> Int64? {
        let parts = date.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]), 1...31 ~= day,
            let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]),
            1970...9999 ~= year
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { UInt8($0) }.map(Int64.init)
        guard clock.count == 3 else { return nil }
        return daysFromCivil(year, Int64(month) + 1, day) * 86_400
            + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }
}
