internal import NDJSON

/// Records at the places of a map.
extension RecordSearch {
    /// The remaining keys of a place.
    private typealias Path = ArraySlice<String>

    /// The content of the map's places; nil if none of them has a push.
    func found(whereMapSays value: JSONValue, _ around: Surroundings, _ level: Int) -> Finds? {
        var search = self
        search.isLedByMap = false
        let finds = search.found(at: decoder.records.map { $0[...] }, of: value, around, level)
        return finds.isEmpty ? nil : finds
    }

    /// The content of the first place with a record; else the reason why there is none.
    private func found(
        at paths: [Path], of value: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        guard level <= RecordSearch.maximumLevel else { return Finds() }
        let deeper = Array(paths.prefix { !$0.isEmpty })
        let inside = deeper.isEmpty ? Finds() : found(at: deeper, inside: value, around, level)
        guard deeper.count < paths.count, !inside.hasRecord else { return inside }
        // This place ends here. Places after it in the map are inside it.
        decoder.matches.noteRecord()
        let own = found(in: value, around, level)
        return own.isEmpty ? inside : own
    }

    private func found(
        at paths: [Path], inside value: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        switch value.kind {
        case .object: return found(at: paths, inObject: value, around, level)
        case .array: return found(at: paths, inEachOf: value, around, level)
        case .string, .escapedString:
            let text = decoder.characters(of: value)
            guard let start = text.firstIndex(where: { $0 > 0x20 }),
                let inner = walker.value(at: start, of: text), !inner.isString
            else { return Finds() }
            return found(at: paths, of: inner, around, level + 1)
        default: return Finds()
        }
    }

    private func found(
        at paths: [Path], inObject object: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        guard nested.read(object: object) else { return Finds() }
        decoder.matches.note(nested)
        around.fill(nested, of: decoder)
        let inner = Surroundings(nested, in: around, of: decoder)
        var error = Finds()
        for (key, rests) in RecordSearch.byFirstKey(paths) {
            guard let member = member(key, of: object) else { continue }
            var finds = found(at: rests, of: member, inner, level + 1)
            if decoder.tracksPlaces { finds.place.insert(key, at: 0) }
            if finds.hasRecord { return finds }
            if error.isEmpty { error = finds }
        }
        return error
    }

    /// Each element counts like a line of its own, also if no place leads to a push.
    private func found(
        at paths: [Path], inEachOf list: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        var isLed = false
        let each = walker.elements(of: list).enumerated().map { index, element in
            let rests = paths.filter { $0.first == "*" || $0.first == String(index) }
                .map { $0.dropFirst() }
            isLed = isLed || !rests.isEmpty
            let finds = found(at: rests, of: element, around, level + 1)
            return finds.isEmpty ? found(in: element, around, level + 1) : finds
        }
        return isLed ? RecordSearch.joined(each) : Finds()
    }

    /// The paths grouped by first key, in the order of the first path of each group.
    private static func byFirstKey(_ paths: [Path]) -> [(key: String, rests: [Path])] {
        var groups: [(key: String, rests: [Path])] = []
        for path in paths {
            guard let key = path.first else { continue }
            if let place = groups.firstIndex(where: { $0.key == key }) {
                groups[place].rests.append(path.dropFirst())
            } else {
                groups.append((key, [path.dropFirst()]))
            }
        }
        return groups
    }

    /// Of a repeated key the last value counts.
    private func member(_ key: String, of object: JSONValue) -> JSONValue? {
        var member: JSONValue?
        walker.forEachMember(of: object) { if $0.string == key { member = $1 } }
        return member
    }
}

/// The places of a map that no line has had so far.
struct MapMatches {
    private var fields: [(name: String, slot: Int)]
    private var lacksRecord: Bool

    init(_ paths: RecordPaths) {
        fields = paths.mapped.map { ($0, $1) }
        lacksRecord = !paths.records.isEmpty
    }

    /// Removes the fields of the last object read.
    @inline(__always)
    mutating func note(_ reader: FieldReader) {
        if !fields.isEmpty { fields.removeAll { reader[$0.slot].isGiven } }
    }

    mutating func noteRecord() { lacksRecord = false }

    /// The members of the map file whose pointers matched no line.
    var missing: [String] {
        (fields.map { "fields.\($0.name)" } + (lacksRecord ? ["record"] : [])).sorted()
    }
}
