internal import FCM
internal import Glibc
package import NDJSON
package import SQLite

/// A record of one message, where it stands in the logs.
package struct TracedRecord: Sendable {
    package var path: String
    package var line: Int64
    package var time: Timestamp
    /// `sent`, `failed`, `validated` or a kind of client event.
    package var kind: String
    package var detail: String

    package var isClientEvent: Bool { !["sent", "failed", "validated"].contains(kind) }
}

/// What was found of one message.
package struct Trace: Sendable {
    package var records: [TracedRecord] = []
    /// Files of the ledger that are not where they were.
    package var missing: [String] = []
    /// Runs of standard input and pipes, which cannot be read again.
    package var streams = 0
    /// Whether the search ended early, so that some files were not read.
    package var wasStopped = false
}

/// Finds the lines that speak of one message by reading the original files again; only those
/// whose messages are from around its time, where its ID tells one.
package struct Tracer {
    private let reader: Database
    private let keys: HashKeys
    private let join: [String]
    /// All names of the message.
    private let names: Set<MessageKey>
    /// Each is a part of one of them; a line that speaks of the message contains one.
    private let needles: [[UInt8]]
    private let moments: [Int64]?

    /// Nil when the text is no ID of a message.
    package init?(_ reader: Database, messageID: String) throws {
        keys = try reader.read(Settings.storedKeys)
        join = try reader.read(JoinPlaces.stored)
        guard let asked = try reader.read({ try AskedMessage(messageID, $0) }) else { return nil }
        self.reader = reader
        names = Set(asked.names.map(\.key))
        needles = Set(asked.names.compactMap(\.text)).sorted().map(Tracer.needle)
        let moments = names.map { $0.time?.milliseconds }
        self.moments = moments.contains(nil) ? nil : moments.compactMap(\.self)
    }

    /// The longest run without a character that JSON could escape.
    private static func needle(of id: String) -> [UInt8] {
        let runs = Array(id.utf8).split { !Digits.isLetterOrDigit($0) }
        return Array(runs.max { $0.count < $1.count } ?? [])
    }

    /// Whether the message is from before a day; nil when its ID does not tell.
    package func isPast(_ horizon: Horizon) -> Bool? {
        let timed = names.compactMap { name in name.time.map { horizon.isPast(name, at: $0) } }
        return timed.isEmpty ? nil : timed.allSatisfy(\.self)
    }

    /// `shouldGoOn` is given the path of each file before it is read; false ends the search.
    package func run(
        _ options: IngestOptions, shouldGoOn: (String) -> Bool = { _ in true }
    ) throws -> Trace {
        let files = try reader.read { try FileLedger.all($0) }
        var paths = options.paths
        paths.join(by: join)
        let decoder = RecordDecoder(
            paths: paths, words: options.words, keys: keys, latest: options.latest)
        var known = Dictionaries()
        var trace = Trace()
        for file in files where mayHold(file) {
            let path = file.identity.path
            // The paths are the database's: what is a pipe by now, or ever was, may never end.
            if file.identity.isStream {
                trace.streams += 1
            } else if access(path, R_OK) != 0 || FileIdentity(path: path)?.isStream != false {
                trace.missing.append(path)
            } else {
                guard shouldGoOn(path) else {
                    trace.wasStopped = true
                    break
                }
                let lines = try LineReader(ByteSource(path: path), engine: options.inflater)
                search(PieceReader(lines), of: path, decoder, &known, &trace)
            }
        }
        trace.records.sort { ($0.time, $0.path, $0.line) < ($1.time, $1.path, $1.line) }
        return trace
    }

    private func mayHold(_ file: LedgerFile) -> Bool {
        guard let moments else { return true }
        return moments.contains { file.messageTimes?.contains($0) ?? false }
    }

    private func search(
        _ lines: PieceReader, of path: String, _ decoder: RecordDecoder,
        _ known: inout Dictionaries, _ trace: inout Trace
    ) {
        while let line = lines.next(mayGoOn: false) {
            guard needles.contains(where: line.contains),
                let record = try? decoder.decode(line.bytes)
            else { continue }
            known.learn(NumberedValues(values: decoder.takeDelta()))
            trace.records += describe(record, decoder.batchSends, decoder, &known).map {
                kind, time, detail in
                TracedRecord(
                    path: path, line: line.number, time: time, kind: kind, detail: detail)
            }
        }
    }

    private func describe(
        _ record: FCM.Record, _ sends: [SendRecord], _ decoder: RecordDecoder,
        _ known: inout Dictionaries
    ) -> [(String, Timestamp, String)] {
        switch record {
        case .send(let send) where names.contains(send.key): [describe(send, &known)]
        case .event(let event) where names.contains(event.key):
            [(event.kind.name, event.time, observedText(known.observedProfile(of: event)))]
        case .batch: sends.filter { names.contains($0.key) }.map { describe($0, &known) }
        case .several:
            decoder.entries.flatMap { entry in
                (try? entry.outcome.get()).map { describe($0, entry.sends, decoder, &known) } ?? []
            }
        default: []
        }
    }

    private func describe(
        _ send: SendRecord, _ known: inout Dictionaries
    ) -> (String, Timestamp, String) {
        switch send.outcome {
        case .sent: ("sent", send.time, known.sendProfile(of: send)?.campaign ?? "")
        case .failed: ("failed", send.time, known.sendError(of: send)?.code ?? "")
        case .validated: ("validated", send.time, "")
        }
    }

    private func observedText(_ observed: ObservedProfile?) -> String {
        Platform.known.filter { observed?.contains($0) ?? false }.map(\.name)
            .joined(separator: "+")
    }
}
