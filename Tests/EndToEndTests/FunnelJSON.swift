import Foundation

/// What `report --json` says, by its own names.
struct FunnelJSON {
    private let sections: [String: [[String: Any]]]

    init(_ text: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sections = object?["sections"] as? [String: [String: Any]] ?? [:]
        self.sections = sections.compactMapValues { $0["rows"] as? [[String: Any]] }
    }

    /// The funnels of a breakdown, by its words.
    func funnels(
        _ section: String, by words: [String] = ["platform", "campaign", "image"]
    ) -> [[String]: Funnel] {
        var funnels: [[String]: Funnel] = [:]
        for row in sections[section] ?? [] {
            let words = words.compactMap { row[$0] as? String }
            let counts = ["attempted", "sent", "failed", "received", "opened"].map {
                row[$0] as? Int ?? -1
            }
            funnels[words] = Funnel(counts: counts, impressions: row["impressions"] as? Int)
        }
        return funnels
    }

    /// A count of the whole, from the first table or from what stands apart.
    func total(_ name: String) -> Int? {
        let apart = sections["set_apart"]?.first { $0["what"] as? String == name }
        return (sections["overall"]?.first?[name] ?? apart?["messages"]) as? Int
    }

    /// Failed sends by error.
    var failures: [String: Int] {
        (sections["failures"] ?? []).reduce(into: [:]) { sums, row in
            sums[row["error_code"] as? String ?? "", default: 0] += row["failed"] as? Int ?? 0
        }
    }
}
