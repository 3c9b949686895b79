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
    private let key: MessageKey
    private let needle: [UInt8]

    /// Nil when the text is no message ID.
    package init?(_ reader: Database, messageID: String) throws {
        keys = try reader.read(Settings.storedKeys)
        guard let key = MessageKey(id: messageID, hashKey: keys.identity) else { return nil }
        self.reader = reader
        self.key = key
        let id = MessageKey.messageID(in: messageID)
        // The longest run without a character that JSON could escape.
        let runs = Array(id.utf8).split { !Digits.isLetterOrDigit($0) }
        needle = Array(runs.max { $0.count < $1.count } ?? [])
    }

    /// Whether the message is from before a day; nil when its ID does not tell.
    package func isPast(_ horizon: Horizon) -> Bool? {
        key.time.map { horizon.isPast(key, at: $0) }
    }

    /// `shouldGoOn` is given the path of each file before it is read; false ends the search.
    package func run(
        _ options: IngestOptions, shouldGoOn: (String) -> Bool = { _ in true }
    ) throws -> Trace {
        let files = try reader.read { try FileLedger.all($0) }
        let decoder = RecordDecoder(
            paths: options.paths, words: options.words, keys: keys, latest: options.latest)
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
        guard let moment = key.time?.milliseconds else { return true }
        return file.messageTimes?.contains(moment) ?? false
    }

    private func search(
        _ lines: PieceReader, of path: String, _ decoder: RecordDecoder,
        _ known: inout Dictionaries, _ trace: inout Trace
    ) {
        while let line = lines.next(mayGoOn: false) {
            guard line.contains(needle), let record = try? decoder.decode(line.bytes) else {
                continue
            }
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
        case .send(let send) where send.key == key: [describe(send, &known)]
        case .event(let event) where event.key == key:
            [(event.kind.name, event.time, observedText(known.observedProfile(of: event)))]
        case .batch: sends.filter { $0.key == key }.map { describe($0, &known) }
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
