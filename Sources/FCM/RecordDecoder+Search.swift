internal import NDJSON

/// Records inside a line.
extension RecordDecoder {
    /// The objects and lists of a line that consists of nothing else; nil for other lines.
    func parts(of text: UnsafeBufferPointer<UInt8>) -> [JSONValue]? {
        var parts: [JSONValue] = []
        var place = 0
        while let start = text[place...].firstIndex(where: { $0 > 0x20 && $0 != 0x2c }) {
            guard let value = walker.value(at: start, of: text),
                value.kind == .object || value.kind == .array
            else { return nil }
            parts.append(value)
            place = start + value.count
        }
        return parts
    }

    /// Reasons why an object is no record although an object inside it may be one.
    static let incomplete: Set<RejectReason> = [.noOutcome, .noEvent, .noTime, .noMessageID]

    /// The record inside a line that is a push but no record itself. Such lines are few, so all
    /// places are searched.
    func found(
        inside text: UnsafeBufferPointer<UInt8>, after error: RecordError
    ) -> Record? {
        guard RecordDecoder.incomplete.contains(error.reason) else { return nil }
        let search = RecordSearch(decoder: self, line: text, signs: nil)
        let finds = search.foundInMembersOfLine()
        return finds.hasRecord ? try? take(finds, from: text) : nil
    }

    /// The record inside a line that names FCM's ID, where the line itself names an ID of one's own
    /// alone. `noted` is how many IDs and links were noted before the line.
    func recordOfFCM(
        inside text: UnsafeBufferPointer<UInt8>, _ noted: (ids: Int, links: Int)
    ) -> Record? {
        guard line.nestedCount > 0, traces.find(in: text, signs: &signs) else { return nil }
        let own = (messageIDs, links)
        messageIDs.removeSubrange(noted.ids...)
        links.removeSubrange(noted.links...)
        let search = RecordSearch(decoder: self, line: text, signs: signs)
        let finds = search.foundInMembersOfLine()
        if finds.hasRecord, namesFCM { return try? take(finds, from: text) }
        (messageIDs, links) = own
        return nil
    }

    /// The record of a line at a place of the map.
    func recordOfMap(in text: UnsafeBufferPointer<UInt8>) throws(RecordError) -> Record? {
        var search = RecordSearch(decoder: self, line: text, signs: nil)
        for isLenient in [false, true] {
            search.isLenient = isLenient
            let object = JSONValue(object: text)
            if let finds = search.found(whereMapSays: object, Surroundings(), 1) {
                return try take(finds, from: text)
            }
        }
        return nil
    }

    /// The result of a search, if the line has signs of a record.
    ///
    /// - Parameter alone: the place of the record, if only one place is possible.
    func search(
        _ text: UnsafeBufferPointer<UInt8>, alone: LonePlace? = nil,
        _ find: (RecordSearch) -> Finds
    ) throws(RecordError) -> Record {
        var isUnproven = isUnprovenEvent
        let alone = needsSearch ? nil : alone
        let endsAtTrace = alone == .behindText || alone == .inMember && line.nestedCount == 1
        let hasTrace = traces.find(in: text, signs: &signs, endsAtTrace: endsAtTrace)
        if hasTrace, let alone {
            if let record = record(alone, of: text) { return record }
            if endsAtTrace { _ = traces.find(in: text, signs: &signs) }
        }
        if !signs.isEmpty {
            var search = RecordSearch(decoder: self, line: text, signs: signs)
            var finds = find(search)
            if finds.isEmpty, hasTrace || !ownIDs.isEmpty || Traces.hasPrintedID(text, signs) {
                search.isLenient = true
                finds = find(search)
            }
            if let record = try take(finds, from: text) { return record }
            isUnproven = isUnproven || finds.isUnproven
        }
        guard !hasTrace || RecordSearch.isOfSubscription(text) || PrintedError.isStackAlone(text)
        else {
            throw RecordError(PrintForm.reason(for: text) ?? .notRead)
        }
        return .foreign(isUnproven ? .unprovenEvent : .other)
    }

    /// The record of a line; nil if there is none.
    func take(
        _ finds: Finds, from text: UnsafeBufferPointer<UInt8>
    ) throws(RecordError) -> Record? {
        place = finds.place
        entries = finds.results.map { entry in
            Entry(outcome: entry.outcome.mapError { $0.placed(in: text) }, sends: entry.sends)
        }
        guard let first = entries.first else { return nil }
        guard entries.count == 1 else { return .several }
        entries = []
        batchSends = first.sends
        return try first.outcome.get()
    }

    /// Decodes the last object that `nested` read, by its own members.
    func decodeNested() -> Finds {
        fields = nested
        defer { fields = line }
        do throws(RecordError) {
            guard let record = try decodeKeepingIDs() else {
                return Finds(isUnproven: isUnprovenEvent)
            }
            var sends: [SendRecord] = []
            if case .batch = record { sends = batchSends }
            return Finds(
                entries: [Entry(outcome: .success(record), sends: sends)], hasRecord: true)
        } catch {
            return Finds(error: error)
        }
    }

    /// The send of a message name in text. A time in text may belong to anything, so it counts only
    /// near the moment in the ID.
    func decode(name: JSONValue, _ around: Surroundings) -> Finds {
        nested.reset()
        around.fill(nested, of: self)
        if let moment = readKey(name)?.time?.milliseconds, !isNear(moment) {
            nested.empty(Field.times)
        }
        nested.fill(Field.responseName.rawValue, with: name)
        return decodeNested()
    }

    private func isNear(_ moment: Int64) -> Bool {
        guard let time = nested.givenTime else { return true }
        return self.moment(time).map { abs($0.milliseconds - moment) < 60_000 } ?? false
    }

    /// Whether a message name has an ID in a shape of FCM's.
    func isKnownName(_ name: JSONValue) -> Bool {
        MessageKey.isOfGroup(name.bytes) || readKey(name).map { $0.shape != .other } ?? false
    }

    /// A value that Node or Python printed, as JSON. It is valid until the next line.
    func printed(
        at start: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (JSONValue, end: Int)? {
        guard let (json, end) = PrintedValue.json(at: start, of: text) else { return nil }
        let kept = json.withUnsafeBufferPointer(kept)
        return walker.value(at: 0, of: kept).map { ($0, end) }
    }

    /// The characters of a string, valid until the next line.
    func characters(of value: JSONValue) -> UnsafeBufferPointer<UInt8> {
        guard value.kind == .escapedString else { return value.bytes }
        return value.withCharacters(kept)
    }

    private func kept(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let copy = FieldReader.paddedCopy(of: text)
        texts.append(copy)
        return UnsafeBufferPointer(start: copy, count: text.count)
    }

    /// The record of a line that is an object as Node or Python print it; nil for other lines.
    func recordPrinted(in text: UnsafeBufferPointer<UInt8>) throws(RecordError) -> Record? {
        guard let start = text.firstIndex(of: UInt8(ascii: "{")),
            let (value, end) = printed(at: start, of: text),
            text[end...].allSatisfy({ " \t,;".utf8.contains($0) })
        else { return nil }
        let search = RecordSearch(decoder: self, line: text, signs: nil)
        return try take(search.found(inEach: [value]), from: text)
    }

    func releaseTexts() {
        for text in texts { text.deallocate() }
        texts.removeAll(keepingCapacity: true)
    }
}

extension JSONValue {
    /// The object that a line consists of.
    init(object line: UnsafeBufferPointer<UInt8>) {
        self = line.value(in: line.indices, .object).trimmed
    }

    /// Without the white space at both ends of a line.
    var trimmed: JSONValue {
        guard kind == .object || kind == .string,
            let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return self }
        return JSONValue(start: start + first, count: last + 1 - first, kind: kind)
    }
}
