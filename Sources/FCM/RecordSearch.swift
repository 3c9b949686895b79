internal import NDJSON

/// The records in a part of a line.
struct Finds {
    var entries: [Entry] = []
    /// Whether a record is among the entries.
    var hasRecord = false
    /// Why a part that is a push is no record. Counts only if there is no record.
    var error: RecordError?
    /// Whether a part that is no record may still be a web push: see `ForeignLine`.
    var isUnproven = false
    /// The names of the members that lead to the first entry. Only set if the decoder tracks
    /// places.
    var place: [String] = []

    var isEmpty: Bool { entries.isEmpty && error == nil }

    /// Adds the result of another part.
    mutating func add(_ other: Finds) {
        isUnproven = isUnproven || other.isUnproven
        guard !other.isEmpty else { return }
        if isEmpty { place = other.place }
        entries += other.entries
        hasRecord = hasRecord || other.hasRecord
        error = least(error, other.error)
    }

    /// The entries; if there are none, the error.
    var results: [Entry] {
        guard entries.isEmpty, let error else { return entries }
        return [Entry(outcome: .failure(error))]
    }

    /// The smaller error, so the result is independent of the order of parts.
    private func least(_ a: RecordError?, _ b: RecordError?) -> RecordError? {
        guard let a, let b else { return a ?? b }
        return a.reason.rawValue <= b.reason.rawValue ? a : b
    }
}

/// Searches for the records inside a line.
///
/// The records of a line are its outermost objects that are pushes by their own members: under
/// members of any name, in text that holds JSON, or after other text. Missing times, events,
/// platforms and campaigns are taken from the surroundings of a record. Each element of a list is
/// searched like a line of its own.
struct RecordSearch {
    let decoder: RecordDecoder
    let line: UnsafeBufferPointer<UInt8>
    /// The places of the line where a record may be; nil for all places.
    let signs: [Int]?
    /// Whether to read prints of Node and Python, and message names in text. Used if no JSON holds
    /// a record. See `PrintedValue` and `NamesInText`.
    var isLenient = false
    /// Whether to search the places of a map first.
    var isLedByMap = true

    var walker: FieldReader { decoder.walker }
    var nested: FieldReader { decoder.nested }

    /// The most levels of nested objects, lists and texts that are searched.
    static let maximumLevel = 12

    /// - Parameter isRead: whether the value is the last object that `nested` read.
    func found(
        in value: JSONValue, _ around: Surroundings, _ level: Int, isRead: Bool = false
    ) -> Finds {
        guard level <= RecordSearch.maximumLevel else { return Finds() }
        if isLedByMap, !decoder.records.isEmpty, !value.isString,
            let finds = found(whereMapSays: value, around, level)
        {
            return finds
        }
        switch value.kind {
        case .object: return found(inObject: value, around, level, isRead: isRead)
        case .array: return found(inEach: walker.elements(of: value), around, level)
        case .string, .escapedString:
            guard value.count > 2 else { return Finds() }
            return found(inText: decoder.characters(of: value), around, level)
        default: return Finds()
        }
    }

    private func found(
        inObject object: JSONValue, _ around: Surroundings, _ level: Int, isRead: Bool
    ) -> Finds {
        guard isRead || nested.read(object: object) else { return Finds() }
        decoder.matches.note(nested)
        around.fill(nested, of: decoder)
        var own = decoder.decodeNested()
        own.error = own.error?.inside(object)
        let isComplete = own.error.map { !RecordDecoder.incomplete.contains($0.reason) }
        if isComplete ?? own.hasRecord { return own }
        var inside = found(
            inMembersOf: object, Surroundings(nested, in: around, of: decoder), level + 1)
        if own.isUnproven { inside.isUnproven = true }
        return inside.hasRecord || own.isEmpty ? inside : own
    }

    /// Inside a line that is an object, the last one that the decoder's `line` read.
    func foundInMembersOfLine() -> Finds {
        found(inMembersOf: JSONValue(object: line), Surroundings(decoder.line, of: decoder))
    }

    func found(
        inMembersOf object: JSONValue, _ around: @autoclosure () -> Surroundings, _ level: Int = 1
    ) -> Finds {
        var finds = Finds()
        // Made before the reader, which the surroundings are taken from, reads the first member.
        var known: Surroundings?
        walker.forEachMember(of: object, before: lastSign(in: object)) { name, value in
            guard mayHold(value), !RecordSearch.isOfTopics(name, value) else { return }
            let surroundings = known ?? around()
            known = surroundings
            var inside = found(in: value, surroundings, level)
            if decoder.tracksPlaces { inside.place.insert(name.string ?? "", at: 0) }
            finds.add(inside)
        }
        return finds
    }

    /// Whether a member is the list `errors` of an answer to a topic subscription. It has codes of
    /// FCM, but nothing was sent.
    static func isOfTopics(_ name: JSONValue, _ value: JSONValue) -> Bool {
        value.kind == .array && name.equals("errors")
    }

    /// Whether a line has such an answer, with codes of FCM: `failureCount`, and `errors` with an
    /// `index` each.
    static func isOfSubscription(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        subscriptionMarks.allSatisfy { line.contains(part: $0) }
            && !line.contains(part: sendMark)
    }

    private static let subscriptionMarks = ["failureCount", "errors", "index"]
        .map { Array($0.utf8) }
    private static let sendMark = Array("responses".utf8)

    private func mayHold(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .object, .array: value.count > 2 && isMarked(value)
        case .string, .escapedString:
            isMarked(value)
                && (value.bytes.contains { $0 == 0x7b || $0 == 0x5b }
                    || isLenient && NamesInText.mayStand(in: value.bytes))
        default: false
        }
    }

    /// Whether a part of the line has signs of a record.
    func isMarked(_ value: JSONValue) -> Bool {
        guard let signs, let place = line.place(of: value) else { return true }
        return signs.contains { $0 >= place && $0 < place + value.count }
    }

    /// The last place in a part of the line that may have a sign.
    private func lastSign(in value: JSONValue) -> UnsafePointer<UInt8>? {
        guard let last = signs?.max(), let place = line.place(of: value) else { return nil }
        return value.start + max(last - place, 0)
    }

    /// The elements of a list. If one of them is a push, each counts like a line of its own.
    func found(
        inEach elements: [JSONValue], _ around: Surroundings = Surroundings(), _ level: Int = 1
    ) -> Finds {
        var finds = elements.map { found(inElement: $0, around, level) }
        guard !isLenient, finds.contains(where: \.hasRecord) else {
            return RecordSearch.joined(finds)
        }
        var lenient = self
        lenient.isLenient = true
        for (index, element) in elements.enumerated()
        where finds[index].isEmpty && isMarked(element) {
            finds[index] = lenient.found(inElement: element, around, level)
        }
        return RecordSearch.joined(finds)
    }

    private func found(
        inElement element: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        let outer = decoder.context
        defer { decoder.context = outer }
        decoder.context = element
        return found(in: element, around, level + 1)
    }

    static func joined(_ each: [Finds]) -> Finds {
        var finds = Finds(isUnproven: each.contains { $0.isUnproven })
        guard each.contains(where: { !$0.isEmpty }) else { return finds }
        for element in each {
            finds.entries +=
                element.isEmpty
                ? [Entry(outcome: .success(.foreign(.other)))] : element.results
            finds.hasRecord = finds.hasRecord || element.hasRecord
            if finds.place.isEmpty { finds.place = element.place }
        }
        return finds
    }

    // MARK: Text

    /// The most places of a text that are tried: possible starts of an object, a list or a quoted
    /// text.
    private static let maximumTries = 256

    func found(
        inText text: UnsafeBufferPointer<UInt8>, _ around: Surroundings = Surroundings(),
        _ level: Int = 1
    ) -> Finds {
        var finds = Finds()
        var timed: Surroundings?
        var place = 0
        for _ in 0..<RecordSearch.maximumTries {
            guard let start = text[place...].firstIndex(where: RecordSearch.mayBegin) else {
                break
            }
            place = start + 1
            guard let (value, end, isRead) = value(at: start, of: text), mayHold(value) else {
                continue
            }
            let before = UnsafeBufferPointer(rebasing: text[..<start])
            let around = timed ?? Surroundings(around, before: before, of: decoder)
            let inside = found(in: value, around, level + 1, isRead: isRead)
            // Quoted text may hold anything, and brackets stand around many words of loggers.
            if value.isString || isLenient && value.kind == .array, inside.isEmpty { continue }
            timed = around
            place = end
            finds.add(inside)
        }
        if isLenient, finds.isEmpty { finds.add(found(namesIn: text, around)) }
        return finds
    }

    /// The value at a place of a text, its end, and whether it is the last object that `nested`
    /// read.
    private func value(
        at start: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (JSONValue, end: Int, isRead: Bool)? {
        if text[start] == UInt8(ascii: "{"), !isLedByMap || decoder.records.isEmpty {
            if let end = nested.read(objectAt: start, of: text) {
                return (text.value(in: start..<end, .object), end, true)
            }
        } else if let value = walker.value(at: start, of: text) {
            return (value, start + value.count + (value.isString ? 2 : 0), false)
        }
        guard isLenient, let (value, end) = decoder.printed(at: start, of: text) else { return nil }
        return (value, end, false)
    }

    /// The sends of message names in a text, with the time before the first name. Text with an
    /// event's word is rejected: what happened is unclear.
    private func found(
        namesIn text: UnsafeBufferPointer<UInt8>, _ outer: Surroundings
    ) -> Finds {
        var finds = Finds()
        var known: (around: Surroundings, isOfEvent: Bool)?
        NamesInText.forEach(in: text) { name in
            guard decoder.isKnownName(name) else { return }
            let (around, isOfEvent) = known ?? surroundings(of: name, in: text, outer)
            known = (around, isOfEvent)
            finds.add(
                isOfEvent
                    ? Finds(error: RecordError(.notRead)) : decoder.decode(name: name, around))
        }
        return finds
    }

    private func surroundings(
        of name: JSONValue, in text: UnsafeBufferPointer<UInt8>, _ outer: Surroundings
    ) -> (around: Surroundings, isOfEvent: Bool) {
        let before = UnsafeBufferPointer(start: text.baseAddress, count: text.place(of: name) ?? 0)
        let around = Surroundings(outer, before: before, of: decoder)
        return (around, around.saysEvent || EventInText.isAnywhere(in: text, decoder))
    }

    static func mayBegin(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
    }
}
