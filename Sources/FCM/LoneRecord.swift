internal import NDJSON

/// The place of a line's record, if only one place is possible.
enum LonePlace {
    case behindText
    /// In the only member of `FieldReader`'s nested members with signs of a record.
    case inMember
}

/// Reads lines with one possible place without a search, with the same result as `RecordSearch`.
/// Most loggers and shippers write such lines.
extension RecordDecoder {
    /// Whether the search is needed: a map names places of records, or the caller wants the places.
    var needsSearch: Bool { !records.isEmpty || tracksPlaces }

    /// The record at a place. Nil if there is none, if it is rejected, or if the line may have more
    /// records.
    func record(_ place: LonePlace, of text: UnsafeBufferPointer<UInt8>) -> Record? {
        switch place {
        case .behindText: return loneRecord(in: text, Surroundings())
        case .inMember:
            var record: Record?
            if let member = markedMember(of: text) { record = self.record(of: member) }
            // Sets only how the next line is read, which probably has the same shape.
            line.memberReader = record == nil ? nil : nested
            return record
        }
    }

    private typealias FoundMember = (member: NestedMembers.Member, isRead: Bool)

    /// The only member of the line with signs of a record.
    private func markedMember(of text: UnsafeBufferPointer<UInt8>) -> FoundMember? {
        guard line.nestedCount > 1 else { return line.nestedMember(0) }
        let search = RecordSearch(decoder: self, line: text, signs: signs)
        let marked = (0..<line.nestedCount).map(line.nestedMember).filter {
            search.isMarked($0.member.value)
        }
        return marked.count == 1 ? marked[0] : nil
    }

    private func record(of found: FoundMember) -> Record? {
        let around = Surroundings(line, of: self)
        let value = found.member.value
        switch value.kind {
        case .object:
            return found.isRead || nested.read(object: value) ? ownRecord(around) : nil
        case .escapedString: return loneRecord(in: characters(of: value), around)
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

    /// The start of the first object in a text that is not inside a list or a quoted text. Text
    /// that a logger puts in brackets is no list, or a list of numbers.
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

    /// Decodes the last object that `nested` read, by its own members.
    private func ownRecord(_ around: Surroundings) -> Record? {
        matches.note(nested)
        around.fill(nested, of: self)
        fields = nested
        defer { fields = line }
        return try? decodeKeepingIDs()
    }
}
