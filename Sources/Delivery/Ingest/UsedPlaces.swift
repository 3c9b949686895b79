internal import FCM

/// Which places of dimensions and of maps the records of a run can tell of.
struct UsedPlaces {
    /// Fewer records tell nothing.
    private static let fewest = 100

    private var records: [OwnDimension.Source: Int] = [:]
    private var used: [OwnDimension.Source: Set<Int>] = [:]
    private var hasConversions = false

    mutating func note(_ block: LineBlock) {
        records[.sends, default: 0] += block.batchSends
        for line in block.lines {
            switch line {
            case .send: records[.sends, default: 0] += 1
            case .event(let event):
                records[.clients, default: 0] += 1
                if event.kind == .converted { hasConversions = true }
            case .batch, .rejected, .foreign, .blank: break
            }
        }
        for values in block.values.map(\.values) {
            for profile in values.profiles { note(profile.dimensions, of: .sends) }
            for observed in values.observed { note(observed.dimensions, of: .clients) }
        }
    }

    private mutating func note(_ values: DimensionValues, of source: OwnDimension.Source) {
        guard !values.isEmpty else { return }
        used[source, default: []].formUnion(
            (0..<OwnDimension.most).filter { values[$0] != nil })
    }

    /// Those at a pointer that led to no value in any of many records. Those that are known by name
    /// are not in all logs.
    func unused(of declared: [OwnDimension]) -> [OwnDimension] {
        OwnDimension.Source.allCases.flatMap { source in
            let isEnough = records[source, default: 0] >= UsedPlaces.fewest
            return declared.of(source).enumerated()
                .filter { isEnough && used[source]?.contains($0.offset) != true }
                .map(\.element)
        }.filter { KnownDimension(rawValue: $0.place) == nil }
    }

    /// Members of a map whose pointers led to nothing, but for those of conversions where there are
    /// none: a preset has them for all logs.
    static func told(_ unmatched: [String], hasConversions: Bool) -> [String] {
        hasConversions
            ? unmatched : unmatched.filter { !["fields.currency", "fields.value"].contains($0) }
    }

    func told(_ unmatched: [String]) -> [String] {
        UsedPlaces.told(unmatched, hasConversions: hasConversions)
    }
}
