/// The head of an HTTP response, as curl writes it.
enum ResponseHead {
    /// Of the last response: informational ones come before it.
    static func answer(_ text: String) -> WebhookAnswer {
        var status = 0
        var pause: Double?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") {
                status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                pause = nil
            } else if let seconds = retryAfter(line) {
                pause = seconds
            }
        }
        return .status(status, retryAfterSeconds: pause)
    }

    /// Of `Retry-After: 30`; its other form, a date, counts as no wish.
    private static func retryAfter(_ line: Substring) -> Double? {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "retry-after" else { return nil }
        let digits = parts[1].filter { !$0.isWhitespace }
        return UInt32(digits).map(Double.init)
    }
}
