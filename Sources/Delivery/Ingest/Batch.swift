package import FCM
internal import NDJSON

/// What was read since the last commit: partial states merged by message, and which file told
/// which fact first.
///
/// Its size is bounded by the number of states, not of lines: a message told ten times is one.
package struct Batch {
    /// A fact that no earlier line of the batch told; the store decides whether it is new.
    package struct Claim {
        package var state: Int32
        package var file: Int32
        package var fact: Facts
    }

    /// A rejected line that is kept with its excerpt.
    package struct Reject {
        package var file: Int
        package var line: RejectedLine
        package var excerpt: String
    }

    /// A rejected line, whatever its place in a file.
    package struct DistinctReject: Hashable {
        package var hash: UInt64
        package var reason: RejectReason
        package var file: Int
    }

    package private(set) var states: [MessageState] = []
    package private(set) var claims: [Claim] = []
    package private(set) var rejects: [Reject] = []
    /// The texts of IDs that their keys do not hold.
    package private(set) var messageIDs: [MessageKey: String] = [:]
    /// Messages that records name by two IDs.
    package private(set) var links: Set<MessageLink> = []
    package private(set) var distinctRejects: Set<DistinctReject> = []
    /// Hashes of stored rejects whose lines are understood now.
    package private(set) var withdrawnRejects: Set<UInt64> = []
    /// The files that the batch has lines of, and where each of them stands.
    package var files: [LedgerFile] = []
    /// Which files of the run those are.
    package private(set) var fileIndices: [Int] = []
    /// Of sends.
    package private(set) var sendMinutes = RecordMinutes()
    /// Of client events.
    package private(set) var eventMinutes = RecordMinutes()
    private var index: KeyIndex

    /// `size` states fit without growing, and those of the block with which it is reached: an array
    /// that grows takes twice its memory.
    package init(size: Int) {
        let room = size + size / 50 + 8192
        states.reserveCapacity(room)
        index = KeyIndex(size: room)
        claims.reserveCapacity(room * 2)
    }

    package var isEmpty: Bool { files.isEmpty && states.isEmpty }

    /// What bounds the memory of a batch.
    package var weight: Int {
        states.count + rejects.count * 4 + distinctRejects.count + withdrawnRejects.count
            + messageIDs.count + links.count + files.count
    }

    package mutating func removeAll() {
        states.removeAll(keepingCapacity: true)
        claims.removeAll(keepingCapacity: true)
        index.removeAll()
        rejects.removeAll()
        messageIDs.removeAll()
        links.removeAll()
        distinctRejects.removeAll()
        withdrawnRejects.removeAll()
        files.removeAll()
        fileIndices.removeAll()
        sendMinutes = RecordMinutes()
        eventMinutes = RecordMinutes()
    }

    /// Notes that lines of a file follow; gives its place.
    package mutating func open(_ file: LedgerFile, index: Int) -> Int {
        files.append(file)
        fileIndices.append(index)
        return files.count - 1
    }

    // MARK: Lines

    /// Counts the lines of a block and adds what they say.
    package mutating func add(_ block: LineBlock, file: Int32, _ dictionaries: inout Dictionaries) {
        dictionaries.learn(block.values)
        dictionaries.turn(to: block.decoder)
        for (key, text) in block.messageIDs { messageIDs[key] = text }
        links.formUnion(block.links)
        withdrawnRejects.formUnion(block.withdrawn)
        files[Int(file)].counts.lines += Int64(block.lines.count)
        files[Int(file)].position = block.position
        files[Int(file)].tail = block.tail
        for (number, line) in block.lines.enumerated() {
            lookAhead(from: number, in: block.lines)
            switch line {
            case .send(let send): add(send, file, &dictionaries)
            case .event(let event): add(event, file, &dictionaries)
            case .batch(let place): add(block.batches[Int(place)], file, &dictionaries)
            case .rejected(let place): reject(block.rejected[Int(place)], file: Int(file))
            case .foreign(let line): files[Int(file)].counts.note(line)
            case .blank: files[Int(file)].counts.blank += 1
            }
        }
    }

    /// The states of a batch are more than the processor's cache holds, and lines name them in no
    /// order: their memory is asked for some lines ahead. Saves 4 % of an ingest.
    @inline(__always)
    private func lookAhead(from number: Int, in lines: [DecodedLine]) {
        if number + 16 < lines.count, let key = lines[number + 16].key {
            index.prefetchBucket(of: key)
        }
        if number + 8 < lines.count, let key = lines[number + 8].key {
            index.prefetchState(of: key, in: states)
        }
    }

    private mutating func add(
        _ send: SendRecord, _ file: Int32, _ dictionaries: inout Dictionaries
    ) {
        noteSend(send.time, send.key, file)
        add(dictionaries.state(of: send), file, &dictionaries)
    }

    private mutating func add(
        _ event: ClientEvent, _ file: Int32, _ dictionaries: inout Dictionaries
    ) {
        eventMinutes.note(event.time)
        note(event.key, file)
        add(dictionaries.state(of: event), file, &dictionaries)
    }

    private mutating func add(
        _ batch: DecodedBatch, _ file: Int32, _ dictionaries: inout Dictionaries
    ) {
        noteSend(batch.time, batch.identity, file)
        var whole = MessageState(key: batch.identity)
        whole.facts = .batch
        add(whole, file, &dictionaries)
        for send in batch.sends {
            noteSend(send.time, send.key, file)
            add(dictionaries.state(of: send, inBatch: true), file, &dictionaries)
        }
    }

    private mutating func reject(_ line: RejectedLine, file: Int) {
        files[file].counts.rejected += 1
        if let due = line.dueAt { files[file].dueAt = min(files[file].dueAt ?? due, due) }
        if line.reason == .pastRetention {
            files[file].counts.pastRetention += 1
        } else {
            distinctRejects.insert(
                DistinctReject(hash: line.hash, reason: line.reason, file: file))
        }
        guard let excerpt = line.excerpt else { return }
        rejects.append(Reject(file: file, line: line, excerpt: excerpt))
    }

    package mutating func add(
        _ state: MessageState, _ file: Int32, _ dictionaries: inout Dictionaries
    ) {
        let fact = state.facts.intersection(.records)
        let known = index.place(of: state.key, in: states)
        if let known {
            let isRepeated = states[known].facts.isSuperset(of: fact)
            states[known].merge(state, &dictionaries)
            if isRepeated {
                if fact.decidesLine { files[Int(file)].counts.duplicate += 1 }
                return
            }
        } else {
            states.append(state)
        }
        let place = Int32(known ?? states.count - 1)
        claims.append(Claim(state: place, file: file, fact: fact))
    }

    private mutating func noteSend(_ time: Timestamp, _ key: MessageKey, _ file: Int32) {
        sendMinutes.note(time)
        note(key, file)
    }

    private mutating func note(_ key: MessageKey, _ file: Int32) {
        guard let moment = key.time?.milliseconds else { return }
        let range = files[Int(file)].messageTimes ?? moment...moment
        files[Int(file)].messageTimes =
            min(range.lowerBound, moment)...max(range.upperBound, moment)
    }
}
