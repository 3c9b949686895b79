internal import NDJSON

/// Where the record of a line is that holds nothing else in which there may be one.
enum LonePlace {
    case behindText
    /// The one member that has objects: see `FieldReader.onlyPart`.
    case member((name: JSONValue, value: JSONValue))
}

/// What `RecordSearch` finds in such lines, without a search: most loggers and shippers write them.
extension RecordDecoder {
    /// Whether somebody asks for more than the record: a map, or who wants places.
    var needsSearch: Bool { !records.isEmpty || tracksPlaces }

    /// The record; nil for what is none, is rejected, or may hold others.
    func record(_ place: LonePlace, of text: UnsafeBufferPointer<UInt8>) -> Record? {
        switch place {
        case .behindText: loneRecord(in: text, Surroundings())
        case .member(let member): record(of: member.value, under: member.name)
        }
    }

    private func record(of part: JSONValue, under name: JSONValue) -> Record? {
        guard !RecordSearch.isOfTopics(name) else { return nil }
        let around = Surroundings(line, of: self)
        switch part.kind {
        case .object: return nested.read(object: part) ? ownRecord(around) : nil
        case .escapedString: return loneRecord(in: characters(of: part), around)
        default: return nil
        }
    }

    private func loneRecord(
        in text: UnsafeBufferPointer<UInt8>, _ around: Surroundings
    ) -> Record? {
        guard let start = placeOfObject(in: text),
            let end = nested.read(objectAt: start, of: text),
            !text[end...].contains(where: RecordSearch.mayBegin)
        else { return nil }
        let before = UnsafeBufferPointer(rebasing: text[..<start])
        return ownRecord(
            before.isEmpty ? around : Surroundings(around, before: before, of: self))
    }

    /// Where the first object of a text begins, if no list and no quoted text holds it. What a
    /// logger puts into brackets is no list, or one of numbers.
    private func placeOfObject(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = 0
        while let start = text[place...].firstIndex(where: RecordSearch.mayBegin) {
            switch text[start] {
            case UInt8(ascii: "{"): return start
            case UInt8(ascii: "["):
                let list = walker.value(at: start, of: text)
                guard list?.bytes.dropFirst().contains(where: RecordSearch.mayBegin) != true
                else { return nil }
                place = start + 1
            default: return nil
            }
        }
        return nil
    }

    /// What the object that `nested` read last is by its own members.
    private func ownRecord(_ around: Surroundings) -> Record? {
        matches.note(nested)
        around.fill(nested, of: self)
        fields = nested
        defer { fields = line }
        return try? decodeKeepingIDs()
    }
}
