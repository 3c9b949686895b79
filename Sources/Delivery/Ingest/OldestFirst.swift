internal import NDJSON

/// Which of a run's files the next block is of: the one whose records are the oldest.
///
/// So the send of a message and its events are read at about the same time, whether logs are hourly
/// or daily, of one server or of ten. The message is then complete in memory and is written once.
/// Reading one file after the other wrote one row in six of hourly logs again, and nearly all rows
/// of daily ones, each at ten times the cost of a new row. The order changes no result.
///
/// The blocks alone decide, not who reads them, or when.
struct OldestFirst {
    /// Each has buffers of its own.
    private static let openLimit = 12
    /// The time of a file whose first lines tell none: it is read before all others.
    private static let unknownTime = Timestamp(microseconds: Int64.min)

    private struct OpenFile {
        var file: Int
        /// Of its last record so far; nil until its first block is read.
        var time: Timestamp?
        var isBusy = true
    }

    private let isStream: [Bool]
    private var open: [OpenFile] = []
    /// Files come by the dates in their names; those from this one on are not open yet.
    private(set) var unopened = 0
    private var newestStart = OldestFirst.unknownTime

    init(_ files: [LedgerFile]) {
        isStream = files.map(\.identity.isStream)
    }

    var isAtEnd: Bool { open.isEmpty && unopened == isStream.count }

    /// The file of the next block: one that is not open yet, or an open one. Nil at the end, and
    /// while it is being read.
    var next: Int? {
        if mustOpen { return unopened }
        let oldest = open.min { $0.time ?? Self.unknownTime < $1.time ?? Self.unknownTime }
        return oldest.flatMap { $0.isBusy ? nil : $0.file }
    }

    /// The file to read while the next one is being read: the oldest open one that no thread reads,
    /// or one that is not open yet.
    var nextButOne: Int? {
        let idle = open.filter { !$0.isBusy }
        let oldest = idle.min { $0.time ?? Self.unknownTime < $1.time ?? Self.unknownTime }
        return oldest?.file ?? (mayOpen ? unopened : nil)
    }

    func isBusy(_ file: Int) -> Bool { open.contains { $0.file == file && $0.isBusy } }

    /// Once one file begins later than another still goes on, those behind it can wait.
    private var mustOpen: Bool {
        guard !open.isEmpty else { return unopened < isStream.count }
        return mayOpen && open.allSatisfy { $0.time.map { $0 >= newestStart } ?? false }
    }

    /// Pipes are opened after all files: a read from a pipe can wait for any time.
    private var mayOpen: Bool {
        unopened < isStream.count && open.count < Self.openLimit && !isStream[unopened]
    }

    /// A block of the file is being read.
    mutating func begin(_ file: Int) {
        if file == unopened {
            open.append(OpenFile(file: file))
            unopened += 1
        } else if let place = place(of: file) {
            open[place].isBusy = true
        }
    }

    /// A block of the file was read, `last` or not.
    mutating func end(_ file: Int, _ block: borrowing LineBlock, isLast: Bool) {
        guard let place = place(of: file) else { return }
        if open[place].time == nil, !block.isUnread {
            newestStart = block.time ?? Self.unknownTime
            open[place].time = newestStart
        }
        if let time = block.time { open[place].time = time }
        open[place].isBusy = false
        if isLast { open.remove(at: place) }
    }

    private func place(of file: Int) -> Int? { open.firstIndex { $0.file == file } }
}
