internal import NDJSON

/// Records that stand inside a line.
///
/// The records of a line are its outermost objects that are pushes by their own members, under
/// members of any name, in text that holds JSON, behind other text. What surrounds a record tells
/// its time, event, platform and campaign where it does not.
extension RecordDecoder {
    /// What a part of a line holds.
    struct Finds {
        var entries: [Entry] = []
        /// Whether a record is among the entries.
        var hasRecord = false
        /// Why a part that is a push is no record; counts where nothing else is one.
        var error: RecordError?

        var isEmpty: Bool { entries.isEmpty && error == nil }

        /// Adds what stands in another part of one thing.
        mutating func add(_ other: Finds) {
            entries += other.entries
            hasRecord = hasRecord || other.hasRecord
            error = least(error, other.error)
        }

        /// The entries, or the error where there are none.
        var settled: [Entry] {
            guard entries.isEmpty, let error else { return entries }
            return [Entry(outcome: .failure(error))]
        }

        /// The same of any order of parts.
        private func least(_ a: RecordError?, _ b: RecordError?) -> RecordError? {
            guard let a, let b else { return a ?? b }
            return a.reason.rawValue <= b.reason.rawValue ? a : b
        }
    }

    /// What an object says for the records inside of it.
    struct Surroundings {
        private static let times: [Field] = [
            .time, .ts, .timestamp, .atTimestamp, .sentAt, .loggedAt, .eventTimestamp,
        ]
        private static let words: [Field] = [.event, .callback]
        /// Fields of which one object gives all or none.
        private static let groups = [
            times, words, [.appState], [.action], [.platform], [.campaign],
        ]

        private var values: [(Field, JSONValue)] = []

        init() {}

        /// Of the object that a reader read last. A word that is none of an event may be anything.
        init(_ fields: FieldReader, of decoder: RecordDecoder) {
            for field in Surroundings.groups.joined() {
                let value = fields[field.rawValue]
                let isWord = Surroundings.words.contains(field)
                if value.isGiven, !isWord || decoder.isEventWord(value) {
                    values.append((field, value))
                }
            }
        }

        /// Gives the object read last what it does not say itself.
        func fill(_ fields: FieldReader) {
            for group in Surroundings.groups
            where !group.contains(where: { fields[$0.rawValue].isGiven }) {
                for (field, value) in values where group.contains(field) {
                    fields.fill(field.rawValue, with: value)
                }
            }
        }

        /// With the time of a text. One without a zone is in some zone: a time from further out is
        /// better than that.
        func with(time: JSONValue?) -> Surroundings {
            guard let time, Timestamp(time) != nil else { return self }
            let hasTime = values.contains { Surroundings.times.contains($0.0) }
            guard !hasTime || TimeInText.hasZone(time) else { return self }
            var result = self
            result.values.removeAll { Surroundings.times.contains($0.0) }
            result.values.append((.time, time))
            return result
        }
    }

    /// Levels of objects, lists and texts in one another that are looked through.
    private static let maximumLevel = 12

    // MARK: Lines

    /// What a push is missing that an object inside of it may have.
    private static let incomplete: Set<RejectReason> = [.noOutcome, .noEvent, .noTime]

    /// What stands inside of a line that is a push and is no record.
    func found(
        inside text: UnsafeBufferPointer<UInt8>, after error: RecordError
    ) -> Record? {
        guard RecordDecoder.incomplete.contains(error.reason) else { return nil }
        // Everywhere: such lines are few.
        searched = UnsafeBufferPointer(start: nil, count: 0)
        let around = Surroundings(line, of: self)
        let finds = found(inMembersOf: JSONValue(object: text), around)
        return finds.hasRecord ? try? take(finds, from: text) : nil
    }

    /// The objects and lists of a line that holds nothing else; nil when it does.
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

    /// The record of a line, if there is one.
    func take(
        _ finds: Finds, from text: UnsafeBufferPointer<UInt8>
    ) throws(RecordError) -> Record? {
        entries = finds.settled.map { entry in
            Entry(outcome: entry.outcome.mapError { place($0, in: text) }, sends: entry.sends)
        }
        guard let first = entries.first else { return nil }
        guard entries.count == 1 else { return .several }
        batchSends = first.sends
        return try first.outcome.get()
    }

    // MARK: Parts

    private func found(in value: JSONValue, _ around: Surroundings, _ level: Int) -> Finds {
        guard level <= RecordDecoder.maximumLevel else { return Finds() }
        switch value.kind {
        case .object: return found(inObject: value, around, level)
        case .array:
            var elements: [JSONValue] = []
            walker.forEachElement(of: value) { elements.append($0) }
            return found(inEach: elements, around, level)
        case .string, .escapedString:
            guard value.count > 2 else { return Finds() }
            return found(inText: decoded(value), around, level)
        default: return Finds()
        }
    }

    private func found(
        inObject object: JSONValue, _ around: Surroundings, _ level: Int
    ) -> Finds {
        guard nested.read(object: object) else { return Finds() }
        around.fill(nested)
        let own = decodeNested()
        let isComplete = own.error.map { !RecordDecoder.incomplete.contains($0.reason) }
        if isComplete ?? own.hasRecord { return own }
        let inside = found(inMembersOf: object, Surroundings(nested, of: self), level + 1)
        return inside.hasRecord || own.isEmpty ? inside : own
    }

    private func decodeNested() -> Finds {
        fields = nested
        defer { fields = line }
        let idsBefore = messageIDs.count
        do throws(RecordError) {
            guard let record = try decodeByShape() else { return Finds() }
            var sends: [SendRecord] = []
            if case .batch = record { sends = batchSends }
            return Finds(
                entries: [Entry(outcome: .success(record), sends: sends)], hasRecord: true)
        } catch {
            messageIDs.removeSubrange(idsBefore...)
            return Finds(error: error)
        }
    }

    func found(
        inMembersOf object: JSONValue, _ around: @autoclosure () -> Surroundings, _ level: Int = 1
    ) -> Finds {
        var finds = Finds()
        // The reader that it is taken from reads the first member, too.
        var known: Surroundings?
        walker.forEachMember(of: object) { name, value in
            guard mayHold(value), !RecordDecoder.isOfTopics(name) else { return }
            let around = known ?? around()
            known = around
            finds.add(found(in: value, around, level))
        }
        return finds
    }

    /// `errors` of an answer to a subscription to a topic: they have codes of FCM, but nothing was
    /// sent.
    private static func isOfTopics(_ name: JSONValue) -> Bool { name.equals("errors") }

    private func mayHold(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .object, .array: value.count > 2 && isMarked(value)
        case .string, .escapedString:
            isMarked(value) && value.bytes.contains { $0 == 0x7b || $0 == 0x5b }
        default: false
        }
    }

    /// Whether there are signs of a record in a part of the line. Of texts inside of it the places
    /// are not known.
    private func isMarked(_ value: JSONValue) -> Bool {
        guard let start = searched.baseAddress, value.start >= start,
            value.start < start + searched.count
        else { return true }
        let place = value.start - start
        return signs.contains { $0 >= place && $0 < place + value.count }
    }

    /// The elements of a list: each is what a line of its own would be, if one of them is a push.
    func found(
        inEach elements: [JSONValue], _ around: Surroundings = Surroundings(), _ level: Int = 1
    ) -> Finds {
        let each = elements.map { found(in: $0, around, level + 1) }
        guard each.contains(where: { !$0.isEmpty }) else { return Finds() }
        var finds = Finds()
        for element in each {
            finds.entries +=
                element.isEmpty
                ? [Entry(outcome: .success(.foreign(.other)))] : element.settled
            finds.hasRecord = finds.hasRecord || element.hasRecord
        }
        return finds
    }

    // MARK: Text

    /// Places of a text that are tried: where an object, a list or a quoted text may begin.
    private static let maximumTries = 256

    func found(
        inText text: UnsafeBufferPointer<UInt8>, _ around: Surroundings = Surroundings(),
        _ level: Int = 1
    ) -> Finds {
        var finds = Finds()
        var timed: Surroundings?
        var place = 0
        for _ in 0..<RecordDecoder.maximumTries {
            guard let start = text[place...].firstIndex(where: RecordDecoder.mayBegin) else {
                break
            }
            place = start + 1
            guard let value = walker.value(at: start, of: text), mayHold(value) else { continue }
            let before = UnsafeBufferPointer(rebasing: text[..<start])
            let around = timed ?? around.with(time: TimeInText.first(in: before))
            let inside = found(in: value, around, level + 1)
            // Between quotes may stand anything.
            if value.isString, inside.isEmpty { continue }
            timed = around
            place = start + value.count + (value.isString ? 2 : 0)
            finds.add(inside)
        }
        return finds
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
    }

    /// The characters of a string, kept until the next line.
    private func decoded(_ value: JSONValue) -> UnsafeBufferPointer<UInt8> {
        guard value.kind == .escapedString else { return value.bytes }
        return value.withCharacters { characters in
            let copy = UnsafeMutablePointer<UInt8>.allocate(
                capacity: characters.count + FieldReader.padding)
            texts.append(copy)
            if let start = characters.baseAddress {
                copy.initialize(from: start, count: characters.count)
            }
            (copy + characters.count).initialize(repeating: 0, count: FieldReader.padding)
            return UnsafeBufferPointer(start: copy, count: characters.count)
        }
    }

    func releaseTexts() {
        for text in texts { text.deallocate() }
        texts.removeAll(keepingCapacity: true)
    }
}

extension JSONValue {
    /// The one object of a line.
    init(object line: UnsafeBufferPointer<UInt8>) {
        let start = line.firstIndex { $0 > 0x20 } ?? line.startIndex
        let end = line.lastIndex { $0 > 0x20 } ?? line.startIndex
        let object = UnsafeBufferPointer(rebasing: line[start...end])
        guard let first = object.baseAddress else { preconditionFailure("a line has an object") }
        self.init(start: first, count: object.count, kind: .object)
    }
}
