/// A split that was meant: `a=1,b=1`.
package enum EffectSplit {
    /// Values with their parts, each above 0; nil for a text that is none.
    package static func parts(_ text: String) -> [(value: String, part: Double)]? {
        let pairs = text.split(separator: ",", omittingEmptySubsequences: false).map {
            pair -> (String, Double)? in
            guard let sign = pair.lastIndex(of: "="), let part = Double(pair[sign...].dropFirst()),
                part > 0, part.isFinite
            else { return nil }
            return (String(pair[..<sign]), part)
        }
        return pairs.contains { $0 == nil } ? nil : pairs.compactMap(\.self)
    }
}
