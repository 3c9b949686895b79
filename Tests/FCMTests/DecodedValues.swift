import FCM
import NDJSON

/// What a line says, with the values that its record names by number.
enum Decoded: Equatable {
    case send(DecodedSend)
    case batch(identity: MessageKey, time: Timestamp, sends: [DecodedSend])
    case event(DecodedEvent)
    case foreign(ForeignLine)
    case several
}

struct DecodedSend: Equatable {
    enum Outcome: Equatable {
        case sent
        case failed(SendError)
        case validated(SendError?)
    }

    var key: MessageKey
    var time: Timestamp
    var isTimeOfID: Bool
    var outcome: Outcome
    var targetHash: UInt64
    var profile: SendProfile
    /// The texts of IDs, where the key does not hold them.
    var messageIDs: [String]
}

extension DecodedSend {
    /// The ID, from the key or from the text next to it.
    var messageID: String? { key.messageID ?? messageIDs.first }
}

struct DecodedEvent: Equatable {
    var key: MessageKey
    var time: Timestamp
    var kind: EventKind
    var display: ClientEvent.Display
    var isLabelOnly: Bool
    var observed: ObservedProfile
    var amount: Amount?
    var messageIDs: [String]
}

extension DecodedEvent {
    /// The ID, from the key or from the text next to it.
    var messageID: String? { key.messageID ?? messageIDs.first }
}

/// All values that one decoder has made, by their numbers.
struct DecodedValues {
    private var profiles: [SendProfile] = []
    private var observed: [ObservedProfile] = []
    private var errors: [SendError] = []
    private var amounts: [Amount] = []

    mutating func decode(
        _ line: [UInt8], with decoder: RecordDecoder
    ) -> Result<Decoded, RecordError> {
        let padded = line + Array(repeating: 0, count: FieldReader.padding)
        let result = padded.withUnsafeBufferPointer { buffer in
            Result { () throws(RecordError) in
                try decoder.decode(UnsafeBufferPointer(rebasing: buffer[..<line.count]))
            }
        }
        let delta = decoder.takeDelta()
        profiles += delta.profiles
        observed += delta.observed
        errors += delta.errors
        amounts += delta.amounts
        let texts = decoder.takeMessageIDs().map(\.text)
        return result.map { record in
            switch record {
            case .send(let send): .send(decoded(send, texts))
            case .event(let event): .event(decoded(event, texts))
            case .batch(let identity, let time):
                .batch(
                    identity: identity, time: time,
                    sends: decoder.batchSends.map { decoded($0, texts) })
            case .foreign(let line): .foreign(line)
            case .several: .several
            }
        }
    }

    private func decoded(_ send: SendRecord, _ texts: [String]) -> DecodedSend {
        let error = send.error == 0 ? nil : errors[Int(send.error) - 1]
        let outcome: DecodedSend.Outcome =
            switch (send.outcome, error) {
            case (.failed, let error?): .failed(error)
            case (.failed, nil): preconditionFailure("a failed send has an error")
            case (.validated, let error): .validated(error)
            case (.sent, _): .sent
            }
        return DecodedSend(
            key: send.key, time: send.time, isTimeOfID: send.isTimeOfID, outcome: outcome,
            targetHash: send.targetHash,
            profile: profiles[Int(send.profile) - 1], messageIDs: texts)
    }

    private func decoded(_ event: ClientEvent, _ texts: [String]) -> DecodedEvent {
        DecodedEvent(
            key: event.key, time: event.time, kind: event.kind, display: event.display,
            isLabelOnly: event.isLabelOnly, observed: observed[Int(event.observed) - 1],
            amount: event.amount == 0 ? nil : amounts[Int(event.amount) - 1],
            messageIDs: texts)
    }
}
