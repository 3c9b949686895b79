/// The tables of shared values, which messages and counts refer to by number.
enum SharedValueTable: String, CaseIterable {
    case profiles = "send_profiles"
    case observed = "observed_profiles"
    case segments
    case errors = "send_errors"
    case amounts

    /// The column of other tables that refers to it.
    private var column: String {
        switch self {
        case .profiles: "profile"
        case .observed: "observed"
        case .segments: "segment"
        case .errors: "error"
        case .amounts: "amount"
        }
    }

    /// The table whose messages refer to it.
    private var holder: String { self == .amounts ? "conversions" : "states" }

    /// A query of the IDs that no message and no count refers to.
    var unused: String {
        let rollups = RollupTable.allCases.filter { $0.keyColumns.contains(column) }.map(\.name)
        let used = ([holder] + rollups).map { "select \(column) from \($0)" }
        return "select id from \(rawValue) where id not in (\(used.joined(separator: " union ")))"
    }
}
