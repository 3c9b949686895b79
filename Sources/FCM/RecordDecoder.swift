package import NDJSON

/// Decodes one line to a record, or throws the reason to reject it. Uses no files and no clock: the
/// caller sets the latest accepted time and the keys of hashes.
///
/// Not thread-safe: memory is reused for each line. Properties that change with every line are not
/// checked for exclusive access, which would take a fiftieth of decoding.
package final class RecordDecoder {
    /// The object to decode: the line itself, or an object inside it. Other properties hold both
    /// readers, so no reference is counted for a field.
    @exclusivity(unchecked) unowned(unsafe) var fields: FieldReader
    let line: FieldReader
    let nested: FieldReader
    /// Walks the parts of a line.
    let walker = FieldReader(PathTree())
    /// The places of a line where a record may be. Reused for each line.
    @exclusivity(unchecked) var signs: [Int] = []
    /// Text from inside texts, valid until the next line.
    @exclusivity(unchecked) var texts: [UnsafeMutablePointer<UInt8>] = []
    /// The text before the last record found in a text.
    @exclusivity(unchecked) var textBefore = TextBefore()
    let elementFields = FieldReader(RecordPaths.batchElement)
    /// Reads a message of a list as that of the record. Few logs have such lists.
    lazy var messageFields = FieldReader(tree)
    private let tree: PathTree
    let paramFields = FieldReader(RecordDecoder.paramPaths)
    let keys: HashKeys
    let words: ValueWords
    /// The places of records by the map.
    let records: [[String]]
    /// The fields that hold FCM's IDs by the map.
    private let claimedIDs: [Field]
    @exclusivity(unchecked) var matches: MapMatches
    @exclusivity(unchecked) var sendProfiles = Memo<SendProfile>()
    @exclusivity(unchecked) var observedProfiles = Memo<ObservedProfile>()
    @exclusivity(unchecked) var errors = Memo<SendError>()
    @exclusivity(unchecked) var amounts = Memo<Amount>()
    /// All errors by number.
    @exclusivity(unchecked) private var knownErrors: [SendError] = []
    let errorMemo = FieldMemo(SendErrorDecoder.roles)
    let profileMemo: FieldMemo
    /// The declared dimensions of sends, by position.
    let dimensions: [DimensionSlots]
    /// The same of client events.
    let clientDimensions: [ClientDimensionSlots]
    /// The slots of what an app shows itself of a data message, and of its image.
    let shown: [Int]
    let shownImages: [Int]
    /// Whether what an event tells depends on its kind.
    let countsActions: Bool
    /// Those slots of declared dimensions that an object around a record may fill, as the `context`
    /// of Segment.
    let outerDimensions: [Int]
    let observedMemo: FieldMemo
    let exportProfileMemo: FieldMemo
    let exportObservedMemo = FieldMemo(ExportProfileDecoder.roles)
    @exclusivity(unchecked) var projects = ProjectNames()
    @exclusivity(unchecked) var memoKey = MemoKey()
    @exclusivity(unchecked) var messageIDs: [(key: MessageKey, text: String)] = []
    /// The slots of IDs of one's own, and of the answers to their sends.
    let ownIDs: [Int]
    let ownAnswers: OwnAnswerSlots
    let traces: Traces
    /// Whether a record of the line has named a message by FCM's ID.
    @exclusivity(unchecked) var namesFCM = false
    /// Messages that records name by two IDs.
    @exclusivity(unchecked) var links: [MessageLink] = []
    /// The sends of the last batch decoded.
    @exclusivity(unchecked) package var batchSends: [SendRecord] = []
    /// The records of the last line decoded, if it holds several.
    @exclusivity(unchecked) package internal(set) var entries: [Entry] = []
    /// What stands around the record: the line, or an element of a list. Text is a string.
    @exclusivity(unchecked) var context = JSONValue.absent
    /// The names of the members that lead to the record in the last line decoded; empty if the line
    /// is the record. Only set if places are tracked.
    @exclusivity(unchecked) package internal(set) var place: [String] = []
    @exclusivity(unchecked) package var tracksPlaces = false
    /// Records before this time are rejected.
    package static let earliestTime = Timestamp(milliseconds: 1_262_304_000_000)  // 2010-01-01
    private let earliest = RecordDecoder.earliestTime
    /// Records after this time are rejected.
    @exclusivity(unchecked) package var latest: Timestamp

    /// - Parameter shapes: how to compare lines with the shapes of earlier ones; nil walks every
    ///   line. Only the cost differs.
    package init(
        paths: RecordPaths = RecordPaths(), words: ValueWords = ValueWords(),
        keys: HashKeys, latest: Timestamp, shapes: ShapeInstructions? = .best
    ) {
        line = FieldReader(paths.tree, shapes: shapes, learned: RecordDecoder.evidence)
        nested = FieldReader(paths.tree, shapes: shapes, learned: RecordDecoder.evidence)
        fields = line
        tree = paths.tree
        self.words = words
        records = paths.records
        claimedIDs = paths.claimedIDs
        ownIDs = paths.ownIDs
        ownAnswers = paths.ownAnswers
        traces = paths.ownNames.isEmpty ? .usual : Traces(alsoAt: paths.ownNames)
        dimensions = paths.dimensions
        clientDimensions = paths.clientDimensions
        (shown, shownImages) = (paths.shown, paths.shownImages)
        countsActions = clientDimensions.contains(where: \.isAction)
        let dimensionSlots = Set(dimensions.flatMap(\.all))
        let clientSlots = Set(clientDimensions.flatMap(\.slots))
        outerDimensions = Field.ownDimensions.filter(dimensionSlots.union(clientSlots).contains)
        var observed = ObservedDecoder.roles
        for slot in clientSlots { observed[slot] = .text }
        observedMemo = FieldMemo(observed)
        var roles = (send: SendProfileDecoder.roles, export: ExportProfileDecoder.roles)
        for slot in dimensions.flatMap(\.ofExport) { roles.export[slot] = .text }
        for slot in shown where roles.send[slot] == .ignored { roles.send[slot] = .presence }
        for slot in shownImages { roles.send[slot] = .text }
        profileMemo = FieldMemo(roles.send, parts: dimensionSlots)
        exportProfileMemo = FieldMemo(roles.export)
        matches = MapMatches(paths)
        self.keys = keys
        self.latest = latest
    }

    deinit { releaseTexts() }

    /// Decodes a line that is not blank. `FieldReader.padding` bytes after it are readable. Throws
    /// the reason to reject the line.
    package func decode(_ text: UnsafeBufferPointer<UInt8>) throws(RecordError) -> Record {
        if !texts.isEmpty { releaseTexts() }
        if tracksPlaces { place = [] }
        context = text.value(in: text.indices)
        do throws(JSONError) {
            try line.read(text)
        } catch {
            return try unread(text, because: error)
        }
        context.kind = .object
        matches.note(line)
        if !records.isEmpty, let record = try recordOfMap(in: text) { return record }
        do throws(RecordError) {
            let noted = (ids: messageIDs.count, links: links.count)
            namesFCM = false
            if let record = try decodeKeepingIDs() {
                guard !ownIDs.isEmpty, !namesFCM else { return record }
                return recordOfFCM(inside: text, noted) ?? record
            }
        } catch {
            guard let found = found(inside: text, after: error) else {
                throw error.placed(in: text)
            }
            return found
        }
        return try search(text, alone: line.nestedCount > 0 ? .inMember : nil) {
            $0.foundInMembersOfLine()
        }
    }

    /// Members of the map file whose pointers matched no line, such as `fields.time`.
    package var unmatchedPlaces: [String] { matches.missing }

    /// Decodes `fields`. If that fails, IDs noted on the way are dropped.
    func decodeKeepingIDs() throws(RecordError) -> Record? {
        let (idsBefore, linksBefore) = (messageIDs.count, links.count)
        do throws(RecordError) {
            return try decodeByShape()
        } catch {
            if messageIDs.count > idsBefore { messageIDs.removeSubrange(idsBefore...) }
            if links.count > linksBefore { links.removeSubrange(linksBefore...) }
            throw error
        }
    }

    /// Decodes a line that is no JSON object. A line that begins like an object is damaged, unless
    /// it is several objects. Other text may contain records.
    private func unread(
        _ text: UnsafeBufferPointer<UInt8>, because error: JSONError
    ) throws(RecordError) -> Record {
        let isObject = text.first { $0 > 0x20 } == UInt8(ascii: "{")
        guard isObject else {
            return try search(text, alone: .behindText) { $0.found(inText: text) }
        }
        guard error.problem == .expectedEndOfLine, let parts = parts(of: text) else {
            let hasTrace = traces.find(in: text, signs: &signs)
            if !signs.isEmpty, let record = try recordPrinted(in: text) { return record }
            let print = hasTrace ? PrintForm.reason(for: text) : nil
            throw print.map { RecordError($0) } ?? RecordError(error)
        }
        return try search(text) { $0.found(inEach: parts) }
    }

    /// The values that records decoded since the last call name for the first time.
    package func takeDelta() -> DictionaryDelta {
        var delta = DictionaryDelta()
        delta.profiles = sendProfiles.takeFresh()
        delta.observed = observedProfiles.takeFresh()
        delta.errors = errors.takeFresh()
        delta.amounts = amounts.takeFresh()
        return delta
    }

    /// The texts of message IDs without a known shape, once for each record decoded since the last
    /// call that names one.
    package func takeMessageIDs() -> [(key: MessageKey, text: String)] {
        defer { messageIDs = [] }
        return messageIDs
    }

    /// The messages that records decoded since the last call name by two IDs.
    package func takeLinks() -> [MessageLink] {
        defer { links = [] }
        return links
    }

    /// The number of an error.
    func number(of error: SendError) -> Int32 {
        memoKey.removeAll()
        memoKey.append(error.code)
        memoKey.append(error.apnsReason)
        memoKey.append(error.httpStatus.map { String($0) })
        return errors.number(memoKey) { note(error) }
    }

    /// The error of a refused send, or of an element of a batch; 0 if there is none. Thousands of
    /// sends share one answer, so it is decoded once.
    func readError(_ fields: FieldReader) -> Int32 {
        let error = SendErrorDecoder(fields)
        guard error.isGiven else { return 0 }
        return errors.number(of: fields, in: errorMemo) { note(error.error) }
    }

    private func note(_ error: SendError) -> SendError {
        knownErrors.append(error.kept)
        return error.kept
    }

    /// The error with a number; nil for 0.
    subscript(error: Int32) -> SendError? { error == 0 ? nil : knownErrors[Int(error) - 1] }

    /// Decodes the record by its content, because a file may mix all kinds. Nil for a record that
    /// is no push.
    func decodeByShape() throws(RecordError) -> Record? {
        if !claimedIDs.isEmpty { checkClaimedIDs() }
        let (least, other) = RecordDecoder.evidence
        guard fields.hasValue(above: least, notText: other) else { return nil }
        if self[.eventTimestamp].isGiven {
            if let kind = analyticsKind { return .event(try decodeAnalyticsRow(kind)) }
            if let purchase = try decodePurchase() { return .event(purchase) }
            if let event = exportEvent { return try decodeExportRow(event) }
            if isOtherExportRow { throw RecordError(.unknownEvent, at: self[.event]) }
        }
        if let send = try decodeSend() { return send }
        if let message = deviceMessage() { return .event(try decodeEvent(message)) }
        guard requestEvidence() < .own else { throw RecordError(.noOutcome) }
        return nil
    }

    /// Fields that most lines of other systems have are no evidence of a push.
    private static let evidence = (above: Field.lastOfEnvelope, notText: Field.message.rawValue)

    /// A map can declare that a member holds FCM's ID. It counts only if it has the form of such an
    /// ID and the record has a word for its event. Otherwise the member is read as without the map.
    private func checkClaimedIDs() {
        for field in claimedIDs where self[field].isGiven {
            let id = self[field]
            let form = form(of: id)
            let fits = field == .webMessageID ? form == .uuid : form == .stamped || form == .numeric
            if fits, eventWord != nil || self[.callback].isGiven { continue }
            fields.empty(field.rawValue...field.rawValue)
            fields.fill(Field.rootMessageID.rawValue, with: id)
        }
    }

    subscript(field: Field) -> JSONValue {
        @inline(__always) get { fields[field.rawValue] }
    }

    /// The record's time, from the first field that has one. Throws `noTime`, `badTime` or
    /// the errors of `believable`.
    func time() throws(RecordError) -> Timestamp {
        guard let given = fields.givenTime else { throw RecordError(.noTime) }
        return try time(given)
    }

    func time(_ value: JSONValue) throws(RecordError) -> Timestamp {
        guard let time = moment(value) else { throw RecordError(.badTime, at: value) }
        return try believable(time, at: value)
    }

    /// The moment of a time; nil if it is none.
    func moment(_ value: JSONValue) -> Timestamp? {
        guard let time = Timestamp(value) else { return nil }
        guard let zone = words.zone, TimeInText.isLocal(value) else { return time }
        return zone.moment(ofLocal: time)
    }

    /// Throws `timeOutOfRange` or `timeInFuture`.
    func believable(_ time: Timestamp, at value: JSONValue) throws(RecordError) -> Timestamp {
        guard time >= earliest else { throw RecordError(.timeOutOfRange, at: value) }
        guard time <= latest else { throw RecordError(.timeInFuture, at: value, time: time) }
        return time
    }

    /// The key of a message ID, from a string or a number. Throws `badMessageID`.
    func messageKey(_ value: JSONValue) throws(RecordError) -> MessageKey {
        guard let key = readKey(value) else { throw RecordError(.badMessageID, at: value) }
        namesFCM = true
        if key.shape == .other {
            guard value.withCharacters(MessageKey.mayBeID) else {
                throw RecordError(.badMessageID, at: value)
            }
            let text = value.withCharacters {
                String(decoding: MessageKey.withoutName($0), as: UTF8.self)
            }
            messageIDs.append((key, text))
        }
        return key
    }

    /// The key of an ID; nil if it is none. Does not note the ID as the record's.
    func readKey(_ value: JSONValue) -> MessageKey? {
        switch value.kind {
        case .string, .number, .escapedString:
            value.withCharacters { MessageKey(id: $0, hashKey: keys.identity) }
        default: nil
        }
    }

    /// The platform that a record names.
    func namedPlatform(_ value: JSONValue) -> Platform? {
        canonical(value, .platform, Platform.words)
    }

    /// The meaning of a word in a field. A map file may replace the word.
    func canonical<Meaning>(
        _ value: JSONValue, _ name: ValueWords.Name, _ table: WordTable<Meaning>
    ) -> Meaning? {
        if let mapped = words.canonical(value, for: name) { return table.value(of: mapped) }
        return value.kind == .number
            ? value.text.flatMap(table.value) : table.value(ofAnyCase: value)
    }
}

extension FieldReader {
    /// The value of the first time field that has one.
    var givenTime: JSONValue? {
        for slot in Field.times where self[slot].isGiven { return self[slot] }
        return nil
    }
}

/// A map file's replacements for a sender's own words, by field.
package struct ValueWords: Sendable {
    package enum Name: String, Sendable, CaseIterable {
        case platform
        case event
        case callback
        case appState = "app_state"
        case status

        /// Whether a word has a meaning in this field without a map.
        func isMeaning(_ word: String) -> Bool {
            switch self {
            case .platform: Platform.words.value(of: word.lowercased()) != nil
            case .status: ["sent", "failed"].contains(word)
            case .event: Name.callback.isMeaning(word) || Name.status.isMeaning(word)
            case .callback:
                EventWords.kind(of: word) != nil || AppleCallback.words.value(of: word) != nil
            case .appState: AppState.words.value(of: word.lowercased()) != nil
            }
        }
    }

    private var words: [Name: [String: String]] = [:]
    /// The event of client records without a word for it; nil rejects them.
    private(set) var assumedEvent: EventKind?
    /// That of times without a zone; nil takes them for UTC.
    private(set) var zone: LogZone?

    package init() {}

    /// Sets the event of client records without a word for it. False if `word` is no event.
    package mutating func assume(event word: String) -> Bool {
        assumedEvent = EventWords.kind(of: word)
        return assumedEvent != nil
    }

    /// Sets the zone of times that name none. False if `name` is no zone.
    package mutating func assume(zone name: String) -> Bool {
        zone = LogZone(name)
        return zone != nil
    }

    package mutating func add(_ word: String, means canonical: String, for name: Name) {
        words[name, default: [:]][word] = canonical
    }

    /// The map file's replacement for a word; nil if there is none.
    func canonical(_ word: JSONValue, for name: Name) -> String? {
        guard !words.isEmpty, let text = word.text else { return nil }
        return words[name]?[text]
    }
}
