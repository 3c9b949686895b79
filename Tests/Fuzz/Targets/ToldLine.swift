import FCM
import NDJSON

/// What a decoder makes of a line, with the values that records name by number put in their place.
struct ToldLine: Equatable {
    enum Told: Equatable {
        case send(SendRecord, SendProfile, SendError?)
        case event(ClientEvent, ObservedProfile)
        case batch(MessageKey, Timestamp)
        /// `error` only if a reader is to tell places.
        case rejected(RejectReason, error: RecordError?)
        case foreign(ForeignLine)
    }

    /// A batch first, then its sends.
    var told: [Told] = []
    /// Texts of IDs whose keys do not hold them.
    var messageIDs: [String] = []

    /// In an order that does not depend on where the records of a line stand.
    var sorted: ToldLine {
        ToldLine(told: told.sorted { "\($0)" < "\($1)" }, messageIDs: messageIDs.sorted())
    }
}

/// A decoder with all values that it has numbered.
final class ToldLines {
    static let hashKey = SipHash.Key(1, 2)
    /// 2026-12-31, as in the tests of decoders.
    static let latest = Timestamp(milliseconds: 1_798_675_200_000)

    private let decoder: RecordDecoder
    private let tellsPlaces: Bool
    private var profiles: [SendProfile] = []
    private var observed: [ObservedProfile] = []
    private var errors: [SendError] = []

    init(
        paths: RecordPaths = RecordPaths(), words: ValueWords = ValueWords(),
        shapes: ShapeInstructions? = .best, tellsPlaces: Bool = false
    ) {
        self.tellsPlaces = tellsPlaces
        decoder = RecordDecoder(
            paths: paths, words: words,
            keys: HashKeys(identity: ToldLines.hashKey, target: ToldLines.hashKey),
            latest: ToldLines.latest, shapes: shapes)
    }

    /// Throws `Broken` when a line is not read the same twice.
    func expectSameAgain(_ lines: ArraySlice<[UInt8]>) throws {
        for line in lines { try expectEqual(read(line), read(line), "read again") }
    }

    /// Throws `Broken` when the byte of an error lies outside of the line.
    func read(_ line: [UInt8]) throws(Broken) -> ToldLine {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: line.count + FieldReader.padding)
        defer { memory.deallocate() }
        _ = memory.initialize(
            from: line + Array(repeating: 0, count: FieldReader.padding))
        let text = UnsafeBufferPointer(rebasing: memory[..<line.count])
        let result = Result { () throws(RecordError) in try decoder.decode(text) }
        let delta = decoder.takeDelta()
        profiles += delta.profiles
        observed += delta.observed
        errors += delta.errors
        var told = ToldLine(messageIDs: decoder.takeMessageIDs().map(\.text))
        switch result {
        case .success(.several):
            for entry in decoder.entries {
                told.told += try tell(entry.outcome, entry.sends, line.count)
            }
        default: told.told = try tell(result, decoder.batchSends, line.count)
        }
        return told
    }

    private func tell(
        _ outcome: Result<Record, RecordError>, _ sends: [SendRecord], _ length: Int
    ) throws(Broken) -> [ToldLine.Told] {
        switch outcome {
        case .success(.send(let send)): return [tell(send)]
        case .success(.event(let event)): return [tell(event)]
        case .success(.batch(let identity, let time)):
            return [.batch(identity, time)] + sends.map(tell)
        case .success(.foreign(let line)): return [.foreign(line)]
        case .success(.several): throw Broken("several records in one")
        case .failure(let error):
            try expect(
                (1...(length + 1)).contains(error.byte),
                "byte \(error.byte) of a line of \(length)")
            return [.rejected(error.reason, error: tellsPlaces ? error : nil)]
        }
    }

    private func tell(_ send: SendRecord) -> ToldLine.Told {
        var plain = send
        plain.profile = 0
        plain.error = 0
        let error = send.error == 0 ? nil : errors[Int(send.error) - 1]
        return .send(plain, profiles[Int(send.profile) - 1], error)
    }

    private func tell(_ event: ClientEvent) -> ToldLine.Told {
        var plain = event
        plain.observed = 0
        return .event(plain, observed[Int(event.observed) - 1])
    }
}
