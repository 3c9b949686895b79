internal import NDJSON

/// What an object says for the records inside of it: their time, event, state, action, platform and
/// campaign, where they do not say it themselves.
final class Surroundings {
    private static let fields = Field.time.rawValue...Field.campaign.rawValue
    private static let words = Field.event.rawValue...Field.callback.rawValue

    private var values: InlineArray<13, JSONValue>

    private init(_ values: InlineArray<13, JSONValue>) { self.values = values }

    /// Of an object that says nothing.
    convenience init() { self.init(InlineArray(repeating: .absent)) }

    /// Of the object that a reader read last. A word that is none of an event may be anything.
    init(_ fields: FieldReader, of decoder: RecordDecoder) {
        values = InlineArray { fields[$0] }
        for slot in Surroundings.words
        where values[slot].isGiven && !decoder.isEventWord(values[slot]) {
            values[slot] = .absent
        }
    }

    /// Gives the object read last what it does not say itself: of fields that mean the same, all or
    /// none.
    func fill(_ fields: FieldReader) {
        fill(Field.times, fields)
        fill(Surroundings.words, fields)
        for slot in Field.appState.rawValue...Field.campaign.rawValue {
            fields.fill(slot, with: values[slot])
        }
    }

    private func fill(_ slots: ClosedRange<Int>, _ fields: FieldReader) {
        for slot in slots where fields[slot].isGiven { return }
        for slot in slots { fields.fill(slot, with: values[slot]) }
    }

    /// With the time of a text. One without a zone is in some zone: a time from further out is
    /// better than that.
    func with(time: JSONValue?) -> Surroundings {
        guard let time, Timestamp(time) != nil else { return self }
        let hasTime = Field.times.contains { values[$0].isGiven }
        guard !hasTime || TimeInText.hasZone(time) else { return self }
        let result = Surroundings(values)
        for slot in Field.times { result.values[slot] = .absent }
        result.values[Field.time.rawValue] = time
        return result
    }
}
