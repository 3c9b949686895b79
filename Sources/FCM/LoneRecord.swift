internal import NDJSON

/// Where a line has its record, if it has one place for it only.
enum LonePlace {
    case behindText
    /// In the only one of `FieldReader`'s nested members that has signs of a record.
    case inMember
}

/// Reads such lines without a search, and finds what `RecordSearch` would. Most loggers and
/// shippers write them.
extension RecordDecoder {
    /// Whether the search is needed: a map says where records are, or their places are wanted.
    var needsSearch: Bool { !records.isEmpty || tracksPlaces }

    /// The record at a place. Nil if there is none, if it is rejected, or if the line may have
    /// others.
    func record(_ place: LonePlace, of text: UnsafeBufferPointer<UInt8>) -> Record? {
        switch place {
        case .behindText: return loneRecord(in: text, Surroundings())
        case .inMember:
            var record: Record?
            if let member = markedMember(of: text) { record = self.record(of: member) }
            // Only how it is read: the next line is likely to be of this shape.
            line.memberReader = record == nil ? nil : nested
            return record
        }
    }

    private typealias FoundMember = (member: NestedMembers.Member, isRead: Bool)

    /// The one member of the line with signs of a record.
    private func markedMember(of text: UnsafeBufferPointer<UInt8>) -> FoundMember? {
        guard line.nestedCount > 1 else { return line.nestedMember(0) }
        let search = RecordSearch(decoder: self, line: text, signs: signs)
        let marked = (0..<line.nestedCount).map(line.nestedMember).filter {
            search.isMarked($0.member.value)
        }
        return marked.count == 1 ? marked[0] : nil
    }

    private func record(of found: FoundMember) -> Record? {
        guard !RecordSearch.isOfTopics(found.member.name) else { return nil }
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
