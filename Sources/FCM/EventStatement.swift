internal import NDJSON

/// The event of a record: by a word in one of several members, or by a flag.
extension RecordDecoder {
    /// The event by a member of the record or of its surroundings.
    var statedEvent: EventKind? {
        // The usual member.
        eventKind(self[.event]) ?? statedWord(fields).flatMap(eventKind)
    }

    /// The event by any source, in this order: members, flags, text (which may be a logger's), then
    /// the assumption for records without a word.
    var eventWord: EventKind? { toldEvent ?? assumedEvent }

    /// The same without the assumption.
    var toldEvent: EventKind? {
        statedEvent ?? flaggedEvent ?? writtenWord(fields).flatMap(eventKind)
    }

    /// The event that `--event` or the map gives to records without a word. An unknown action means
    /// a tap, so such a record can only be an open.
    private var assumedEvent: EventKind? {
        guard let assumed = words.assumedEvent, unknownWord == nil, !self[.outerEvent].isGiven,
            assumed == .open || !self[.action].isString
        else { return nil }
        return assumed
    }

    /// The word of a member that apps use only for events. An object under such a name, as in ECS,
    /// is no word.
    func ownWord(_ fields: FieldReader) -> JSONValue? {
        word(.event, fields) ?? word(.eventName, fields)
    }

    /// The word of a member. Surroundings come before members that may hold anything, but not with
    /// such members of their own: those of a system of logs say nothing of the push.
    func statedWord(_ fields: FieldReader) -> JSONValue? {
        if let word = outerWord(fields) { return word }
        return ownGeneralWord(fields) ?? word(.outerGeneral, fields) ?? generalWord(fields)
    }

    /// The word of a member that apps use only for events, here or further out.
    func outerWord(_ fields: FieldReader) -> JSONValue? {
        ownWord(fields) ?? word(.outerEvent, fields)
    }

    /// The word of a member that may hold anything.
    func generalWord(_ fields: FieldReader) -> JSONValue? {
        word(.eventType, fields) ?? word(.action, fields) ?? word(.name, fields)
    }

    /// The same, unless the object is what FCM delivered: its other members are the sender's data.
    func ownGeneralWord(_ fields: FieldReader) -> JSONValue? {
        let isMessage =
            [Field.bundleMessageID, .appleMessageID].contains { fields[$0.rawValue].isGiven }
            && ![Field.bundle, .userInfo].contains { fields[$0.rawValue].isGiven }
        return isMessage ? nil : generalWord(fields)
    }

    /// The word of a text.
    func writtenWord(_ fields: FieldReader) -> JSONValue? {
        word(.text, fields) ?? word(.message, fields) ?? word(.outerText, fields)
    }

    /// The value of a field, if it is an event's word.
    @inline(__always)
    private func word(_ field: Field, _ fields: FieldReader) -> JSONValue? {
        let word = fields[field.rawValue]
        return word.isGiven && eventKind(word) != nil ? word : nil
    }

    /// Open, foreground or receipt by the flags of plug-ins for Cordova and React Native.
    var flaggedEvent: EventKind? {
        let tapped = self[.wasTapped]
        guard tapped.isGiven else { return nil }
        if tapped.isTrue || tapped.equals("background") || tapped.equals("foreground") {
            return .open
        }
        return self[.wasForeground].isTrue ? .foreground : .receipt
    }

    /// The event of a word. A map file may replace the word.
    func eventKind(_ word: JSONValue) -> EventKind? {
        guard word.isString || word.kind == .number else { return nil }
        if let mapped = words.canonical(word, for: .event) { return EventWords.kind(of: mapped) }
        guard word.isString else { return nil }
        if let kind = EventWords.kind(of: word) { return kind }
        return isTap(word) ? .open : isDismissal(word) ? .dismiss : nil
    }

    /// Whether a text is Apple's identifier of a dismissal.
    func isDismissal(_ word: JSONValue) -> Bool {
        word.equals("com.apple.UNNotificationDismissActionIdentifier")
    }

    /// Whether a text is Expo's or Apple's identifier of a tap.
    func isTap(_ word: JSONValue) -> Bool {
        word.withCharacters {
            $0.hasASCIISuffix(".actions.DEFAULT")
                || $0.equalsASCII("com.apple.UNNotificationDefaultActionIdentifier")
        }
    }

    /// A word without a known event, in a member that should hold an event.
    var unknownWord: JSONValue? {
        [self[.event], self[.callback], self[.eventName]].first { $0.isString }
    }

    /// A word without a known event, which an object passes to the records inside it. Text of
    /// several words may be a logger's message: structlog writes it under `event`.
    func unknownWord(_ fields: FieldReader) -> JSONValue? {
        [Field.event, .eventName, .outerEvent].lazy.map { fields[$0.rawValue] }.first { word in
            word.kind == .string && word.count <= EventWords.longest
                && word.bytes.allSatisfy(Digits.isOfName)
        }
    }
}
