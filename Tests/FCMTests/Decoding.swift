import FCM
import NDJSON
import Testing

/// Message IDs of each shape that FCM gives.
enum ID {
    static let android = "0:1795165200118034%31bd1c9631bd1c96"
    static let apple = "1795165200298771"
    static let web = "53f5ec92-f50c-45ef-a2df-0d31703c4fd3"
    static let topic = "6810356097230477954"
}

let hashKey = SipHash.Key(1, 2)

/// What is stored of a token or installation ID in a sender's log.
func targetHash(_ text: String) -> UInt64 {
    Array(text.utf8).withUnsafeBufferPointer { SipHash.hash($0, key: hashKey) }
        & SendRecord.targetHashBits
}
let latest = Timestamp(milliseconds: 1_798_675_200_000)

/// Decodes one record as the program does. It may be broken over lines here: JSON allows that.
func decode(_ text: String, map: EnvelopeMap? = nil) throws(RecordError) -> Decoded {
    try decode(Array(text.utf8), map: map)
}

func decode(_ line: [UInt8], map: EnvelopeMap? = nil) throws(RecordError) -> Decoded {
    try decode(line, with: makeDecoder(map))
}

/// Decodes a line with a decoder that may have decoded others.
func decode(_ line: [UInt8], with decoder: RecordDecoder) throws(RecordError) -> Decoded {
    var values = DecodedValues()
    return try values.decode(line, with: decoder).get()
}

func makeDecoder(
    _ map: EnvelopeMap? = nil, dimensions: [OwnDimension] = []
) -> RecordDecoder {
    var paths = map?.paths ?? RecordPaths()
    paths.declare(dimensions)
    return RecordDecoder(
        paths: paths, words: map?.words ?? ValueWords(),
        keys: HashKeys(identity: hashKey, target: hashKey), latest: latest)
}

func decodeSend(_ text: String, map: EnvelopeMap? = nil) throws -> DecodedSend {
    guard case .send(let send) = try decode(text, map: map) else {
        throw UnexpectedRecord()
    }
    return send
}

func decodeEvent(_ text: String, map: EnvelopeMap? = nil) throws -> DecodedEvent {
    guard case .event(let event) = try decode(text, map: map) else {
        throw UnexpectedRecord()
    }
    return event
}

func decodeBatch(_ text: String) throws -> (identity: MessageKey, sends: [DecodedSend]) {
    guard case .batch(let identity, _, let sends) = try decode(text) else {
        throw UnexpectedRecord()
    }
    return (identity, sends)
}

/// A record of another kind than the test expects.
struct UnexpectedRecord: Error {}

/// The send of a message that FCM took on.
func sent(_ message: String, as id: String = ID.android) throws -> DecodedSend {
    try decodeSend(
        """
        {"ts":"2026-11-20T09:00:00.120Z","request":{"message":\(message)},"status":200,
         "response":{"name":"projects/demo/messages/\(id)"}}
        """)
}

/// The error of a send that FCM refused.
func refusal(_ error: String, status: Int? = nil) throws -> SendError? {
    let status = status.map { #""status":\#($0),"# } ?? ""
    let send = try decodeSend(
        """
        {"ts":"2026-11-20T09:00:02Z","request":{"message":{"token":"t"}},\(status)
         "error":\(error)}
        """)
    guard case .failed(let error) = send.outcome else { return nil }
    return error
}

func key(_ id: String) throws -> MessageKey {
    try #require(MessageKey(id: id, hashKey: hashKey))
}

extension ObservedProfile {
    /// The platforms of events.
    var platformNames: [String] { Platform.known.filter(contains).map(\.name) }
}
