internal import NDJSON

/// Records of lines that hold nothing else in which there may be one: what `RecordSearch` finds
/// there, without a search. Most loggers and shippers write such lines.
///
/// Nil for all other lines, and for those whose record is rejected.
extension RecordDecoder {
    /// The record in the one member of a line, read last, that has objects.
    func recordOfOnlyPart(in text: UnsafeBufferPointer<UInt8>) -> Record? {
        guard mayBeLone, let (name, part) = line.onlyPart, !RecordSearch.isOfTopics(name),
            Traces.isAny(in: text)
        else { return nil }
        let around = Surroundings(line, of: self)
        switch part.kind {
        case .object: return nested.read(object: part) ? ownRecord(around) : nil
        case .escapedString: return loneRecord(in: characters(of: part), around)
        default: return nil
        }
    }

    /// The record of a line that is an object behind text.
    func record(behindText text: UnsafeBufferPointer<UInt8>) -> Record? {
        guard mayBeLone, Traces.isAny(in: text) else { return nil }
        return loneRecord(in: text, Surroundings())
    }

    /// Whether nobody asks for more than the record: neither a map nor for places.
    private var mayBeLone: Bool { records.isEmpty && !tracksPlaces }

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
