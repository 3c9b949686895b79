package import FCM
package import NDJSON

/// What the lines of a file are, by the first of them: read as an ingest reads them, and nothing is
/// stored.
package struct FileSample: Sendable {
    /// Rejected lines that look alike.
    package struct RejectGroup: Sendable {
        package var reason: RejectReason
        /// See `MemberNames`.
        package var keys: String
        package var count: Int64 = 0
        /// The first of them.
        package var line: Int64
        package var excerpt: String
    }

    package var path: String
    /// How the file ended, or nil where lines were left unread.
    package var ending: Ending?
    package var isGzip = false
    /// Nothing is stored, so a line that comes twice is new twice.
    package var counts = LineCounts()
    /// Values that stand over several lines.
    package var overLines: Int64 = 0
    package var accepted: Int64 = 0
    package var refused: Int64 = 0
    /// Refused ones whose platform is known.
    package var refusedWithPlatform: Int64 = 0
    package var validated: Int64 = 0
    /// Sends to topics and conditions, and those of them that FCM refused.
    package var toTopics: Int64 = 0
    package var refusedToTopics: Int64 = 0
    /// Accepted sends by `TimeShift.quarter`, where both times are known.
    package var quarters: [Int64: Int64] = [:]
    /// Accepted sends to single devices that show nothing.
    package var silent: Int64 = 0
    /// Sends that name a campaign, or a label that stands for one.
    package var withCampaign: Int64 = 0
    /// Sends by the Firebase project that they name.
    package var projects: [String: Int64] = [:]
    package var refusedWithoutProject: Int64 = 0
    /// The values of the declared dimensions of sends, by position.
    fileprivate var values: [Set<String>] = []
    /// The same of client events.
    fileprivate var clientValues: [Set<String>] = []
    /// The values of the dimensions of sends, then of those of client events.
    package var allValues: [Set<String>] { values + clientValues }
    package var events: [EventKind: Int64] = [:]
    package var conversionsWithoutValue: Int64 = 0
    package var ownIDs = OwnIDSample()
    package var shared = SharedMembers()
    /// Records by where they stand in their lines, such as `jsonPayload.response`; under no name
    /// where a line is the record itself.
    package var places: [String: Int64] = [:]
    package var rejects: [RejectGroup] = []
    /// Members of the map whose pointers led to nothing.
    fileprivate var unmatchedPlaces: [String] = []

    package var sends: Int64 { accepted + refused + validated }

    package init(path: String) { self.path = path }

    /// Adds the kinds of lines of another file.
    package mutating func addKinds(of other: FileSample) {
        for column in LineCounts.columns {
            counts[keyPath: column.count] += other.counts[keyPath: column.count]
        }
        accepted += other.accepted
        refused += other.refused
        toTopics += other.toTopics
        validated += other.validated
        events.merge(other.events, uniquingKeysWith: +)
        conversionsWithoutValue += other.conversionsWithoutValue
        places.merge(other.places, uniquingKeysWith: +)
    }
}

extension [FileSample] {
    /// Members of the map without a value in any line.
    package var unmatchedPlaces: [String] {
        guard let first else { return [] }
        let places = dropFirst().reduce(into: first.unmatchedPlaces) { places, sample in
            places.removeAll { !sample.unmatchedPlaces.contains($0) }
        }
        return UsedPlaces.told(
            places, hasConversions: contains { $0.events[.converted] != nil })
    }
}

/// Reads samples of files.
package struct FileSampler {
    private var options: IngestOptions
    private let dimensions: [OwnDimension]
    private let mostLines: Int64
    private static let mostBytes: Int64 = 256 * 1024 * 1024
    private let names = MemberNames()
    private let walker = FieldReader(PathTree())

    package static let defaultLines: Int64 = 10_000

    /// Reads at most so many lines of a file.
    package init(
        _ options: IngestOptions, dimensions: [OwnDimension] = [], join: [String] = [],
        mostLines: Int64 = defaultLines
    ) {
        self.options = options
        self.options.paths.declare(dimensions)
        self.options.paths.join(by: join)
        self.dimensions = dimensions
        self.mostLines = mostLines
    }

    package func sample(_ path: String) throws(InputError) -> FileSample {
        let lines = try LineReader(
            ByteSource(path: path), engine: options.inflater, refusesOtherFormats: true)
        let pieces = PieceReader(lines)
        // The keys of hashes decide nothing here.
        let key = SipHash.Key(0, 0)
        let decoder = RecordDecoder(
            paths: options.paths, words: options.words,
            keys: HashKeys(identity: key, target: key), latest: options.latest)
        decoder.tracksPlaces = true
        var known = Dictionaries()
        var sample = FileSample(path: path)
        sample.values = dimensions.of(.sends).map { _ in [] }
        sample.clientValues = dimensions.of(.clients).map { _ in [] }
        while sample.counts.lines < mostLines, lines.bytesRead < FileSampler.mostBytes {
            guard let line = pieces.next(mayGoOn: false) else {
                sample.ending = lines.ending
                break
            }
            add(line, decoder, &known, to: &sample)
        }
        sample.isGzip = lines.isGzip
        sample.unmatchedPlaces = decoder.unmatchedPlaces
        return sample
    }

    private func add(
        _ line: Line, _ decoder: RecordDecoder, _ known: inout Dictionaries,
        to sample: inout FileSample
    ) {
        if line.last != nil { sample.overLines += 1 }
        guard !line.isBlank else {
            sample.counts.lines += 1
            sample.counts.blank += 1
            return
        }
        let entries = entries(of: line, decoder)
        sample.ownIDs.add(decoder.takeMessageIDs(), decoder.takeLinks(), entries)
        sample.shared.add(line.bytes, isSend: entries.hasSend, walker)
        for entry in entries {
            sample.counts.lines += 1
            switch entry.outcome {
            case .failure(let error):
                sample.add(error, names.text(of: error.record ?? line.bytes), line)
            case .success(let record):
                known.learn(NumberedValues(values: decoder.takeDelta()))
                sample.add(record, entry.sends, decoder.place.joined(separator: "."), &known)
            }
        }
    }

    private func entries(of line: Line, _ decoder: RecordDecoder) -> [Entry] {
        guard !line.isCut else { return [Entry(outcome: .failure(RecordError(.lineTooLong)))] }
        do throws(RecordError) {
            let record = try decoder.decode(line.bytes)
            if case .several = record { return decoder.entries }
            return [Entry(outcome: .success(record), sends: decoder.batchSends)]
        } catch {
            return [Entry(outcome: .failure(error))]
        }
    }
}

extension FileSample {
    fileprivate mutating func add(
        _ record: Record, _ sends: [SendRecord], _ place: String, _ known: inout Dictionaries
    ) {
        switch record {
        case .send(let send): add(send, &known)
        case .batch: for send in sends { add(send, &known) }
        case .event(let event): add(event, &known)
        case .foreign(let line):
            counts.note(line)
            return
        case .several: return
        }
        counts.new += 1
        places[place, default: 0] += 1
    }

    private mutating func add(_ event: ClientEvent, _ known: inout Dictionaries) {
        events[event.kind, default: 0] += 1
        if event.kind == .converted, event.amount == 0 { conversionsWithoutValue += 1 }
        guard !clientValues.isEmpty, let observed = known.observedProfile(of: event) else { return }
        for position in clientValues.indices {
            if let value = observed.dimensions[position] { clientValues[position].insert(value) }
        }
    }

    private mutating func add(_ send: SendRecord, _ known: inout Dictionaries) {
        let profile = known.sendProfile(of: send)
        if profile?.hasCampaign == true { withCampaign += 1 }
        let project = profile?.project ?? profile?.projectNumber
        if let project { projects[project, default: 0] += 1 }
        for position in values.indices {
            if let value = profile?.dimensions[position] { values[position].insert(value) }
        }
        let isToTopic = profile?.target.isFanOut == true
        if isToTopic { toTopics += 1 }
        switch send.outcome {
        case .sent:
            accepted += 1
            if !send.isTimeOfID, let moment = send.key.time {
                let quarter = TimeShift.quarter(moment.milliseconds, send.time.milliseconds)
                quarters[quarter, default: 0] += 1
            }
            if !isToTopic, profile?.displays.unknown == .silent { silent += 1 }
        case .validated: validated += 1
        case .failed:
            refused += 1
            if isToTopic { refusedToTopics += 1 }
            let isKnown = profile?.explicitPlatform != nil || profile?.addressedPlatform != nil
            if isKnown { refusedWithPlatform += 1 }
            if project == nil { refusedWithoutProject += 1 }
        }
    }

    private static let mostGroups = 50

    fileprivate mutating func add(_ error: RecordError, _ keys: String, _ line: Line) {
        counts.rejected += 1
        if let place = rejects.firstIndex(where: { $0.reason == error.reason && $0.keys == keys }) {
            rejects[place].count += 1
        } else if rejects.count < FileSample.mostGroups {
            rejects.append(
                RejectGroup(
                    reason: error.reason, keys: keys, count: 1, line: line.number,
                    excerpt: Excerpt.make(line.bytes)))
        } else {
            rejects[FileSample.mostGroups - 1].count += 1
        }
    }
}

extension SendProfile {
    fileprivate var hasCampaign: Bool {
        campaign != nil || exportedLabel != nil
            || (Platform.known + [.unknown]).contains { labels[$0] != nil }
    }
}
