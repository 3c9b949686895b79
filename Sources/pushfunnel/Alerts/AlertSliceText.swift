import Alerts
import Delivery
import Reporting

/// Slices in arguments and settings: `platform=ios,campaign=welcome`.
enum AlertSliceText {
    static func name(_ slice: [AlertReport.Dimension]) -> String {
        slice.map { "\($0.name)=\($0.text)" }.joined(separator: ",")
    }

    static func expected(_ dimensions: [String]) -> String {
        "dimensions (\(dimensions.joined(separator: ", "))) such as platform=ios,campaign=welcome"
    }

    /// Words may have commas, and be percent-encoded as `alert list` prints them. Nil if the text
    /// is no slice.
    static func slice(
        _ text: String, of dimensions: [String]
    ) -> [AlertReport.Dimension]? {
        var slice: [AlertReport.Dimension] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1)
            if !part.contains("="), !slice.isEmpty {
                slice[slice.count - 1].text += "," + AlertSilence.word(part)
                continue
            }
            guard sides.count == 2, dimensions.contains(String(sides[0])),
                !slice.contains(where: { $0.name == sides[0] })
            else { return nil }
            slice.append(
                AlertReport.Dimension(name: String(sides[0]), text: AlertSilence.word(sides[1])))
        }
        return slice
    }

    /// A word that its dimension cannot have: of a dimension with few words.
    struct UnknownWord {
        var word: String
        var expected: String
        var hint: String?
    }

    static func unknownWord(in slice: [AlertReport.Dimension]) -> UnknownWord? {
        for dimension in slice {
            let classes =
                dimension.name == AlertHistory.refusalDimension
                ? RefusalClass.allCases.map(\.rawValue) : nil
            guard let known = classes ?? FunnelFilter.knownWords(dimension.name),
                !known.contains(dimension.text)
            else { continue }
            return UnknownWord(
                word: dimension.text,
                expected: "\(dimension.name)=\(known.joined(separator: "|"))",
                hint: ValueError.suggestion(for: dimension.text, in: known))
        }
        return nil
    }
}
