internal import Alerts

/// Names of alerts, as people read them.
enum AlertWords {
    /// `platform ios, campaign sale`, or `all`.
    static func slice(_ slice: [AlertReport.Dimension]) -> String {
        slice.isEmpty
            ? "all"
            : slice.map { "\(SafeText.visible($0.name)) \(name($0.text))" }
                .joined(separator: ", ")
    }

    /// A blank name as `(empty)`.
    private static func name(_ text: String) -> String {
        text.allSatisfy(\.isWhitespace) ? "(empty)" : SafeText.visible(text)
    }
}
