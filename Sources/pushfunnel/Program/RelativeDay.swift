/// A day named by how long ago it was.
enum RelativeDay {
    /// The days since `today`, `yesterday` or `-3d`; nil for any other text.
    static func daysAgo(_ text: String) -> Int? {
        switch text {
        case "today": return 0
        case "yesterday": return 1
        default:
            guard text.hasPrefix("-"), text.hasSuffix("d") else { return nil }
            return Int(text.dropFirst().dropLast()).flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}
