internal import NDJSON

/// What a record says happened to a message: by a word under one of several names, or by a flag.
extension RecordDecoder {
    /// What a member says, of the record or of what surrounds it.
    var statedEvent: EventKind? {
        // Most records have it there.
        eventKind(self[.event]) ?? statedWord(fields).flatMap(eventKind)
    }

    /// All that may say it: flags come after members, and text, which may be a logger's, after
    /// those; last what was said of all that say nothing.
    var eventWord: EventKind? {
        statedEvent ?? flaggedEvent ?? writtenWord(fields).flatMap(eventKind)
            ?? assumedEvent
    }

    /// What `--event` or the map says of records without a word. A record with an unknown action
    /// was tapped, so it can only be an open.
    private var assumedEvent: EventKind? {
        guard let assumed = words.assumedEvent, unknownWord == nil, !self[.outerEvent].isGiven,
            assumed == .open || !self[.action].isString
        else { return nil }
        return assumed
    }

    /// The word of a member in which apps say it on purpose. An object under such a name, as ECS
    /// has it, is none.
    func ownWord(_ fields: FieldReader) -> JSONValue? {
        word(.event, fields) ?? word(.eventName, fields)
    }

    /// The member that says it. What surrounds the record comes before members that may hold
    /// anything.
    func statedWord(_ fields: FieldReader) -> JSONValue? {
        ownWord(fields) ?? word(.outerEvent, fields) ?? word(.eventType, fields)
            ?? word(.action, fields) ?? word(.name, fields)
    }

    /// The text that says it.
    func writtenWord(_ fields: FieldReader) -> JSONValue? {
        word(.text, fields) ?? word(.message, fields) ?? word(.outerText, fields)
    }

    /// What a field holds, if it is a word for an event.
    @inline(__always)
    private func word(_ field: Field, _ fields: FieldReader) -> JSONValue? {
        let word = fields[field.rawValue]
        return word.isGiven && eventKind(word) != nil ? word : nil
    }

    /// Whether the message was tapped, as plug-ins for Cordova and React Native say.
    var flaggedEvent: EventKind? {
        let tapped = self[.wasTapped]
        guard tapped.isGiven else { return nil }
        if tapped.isTrue || tapped.equals("background") || tapped.equals("foreground") {
            return .open
        }
        return self[.wasForeground].isTrue ? .foreground : .receipt
    }

    /// What a word says; a map file may have put another in its place.
    func eventKind(_ word: JSONValue) -> EventKind? {
        guard word.isString || word.kind == .number else { return nil }
        if let mapped = words.canonical(word, for: .event) { return EventWords.kind(of: mapped) }
        guard word.isString else { return nil }
        return EventWords.kind(of: word) ?? tapAction(word)
    }

    /// Expo's and Apple's own identifiers of a tap.
    private func tapAction(_ word: JSONValue) -> EventKind? {
        let isTap = word.withCharacters {
            $0.hasASCIISuffix(".actions.DEFAULT")
                || $0.equalsASCII("com.apple.UNNotificationDefaultActionIdentifier")
        }
        return isTap ? .open : nil
    }

    /// What the record has where only a word for an event should stand.
    var unknownWord: JSONValue? {
        [self[.event], self[.callback], self[.eventName]].first { $0.isString }
    }

    /// A word that is none for an event, which an object hands on to the records inside of it. Text
    /// of several words may be a logger's message: structlog has it under `event`.
    func unknownWord(_ fields: FieldReader) -> JSONValue? {
        [Field.event, .eventName, .outerEvent].lazy.map { fields[$0.rawValue] }.first { word in
            word.kind == .string && word.count <= EventWords.longest
                && word.bytes.allSatisfy(Digits.isOfName)
        }
    }
}
