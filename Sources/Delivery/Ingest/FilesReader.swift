package import FCM
internal import NDJSON

/// Reads the files of a run side by side, always a block of the one whose records are the oldest.
///
/// Logs of sends and of events, of one hour or of a day, of one server or of ten, so tell of a
/// message at about the same moment. It is then known whole while it is in memory and is written
/// once: reading one file after the other wrote one row in six of hourly logs again, at ten times
/// the cost of a new one, and nearly all rows of daily ones. What is read does not depend on it.
package final class FilesReader: BlockSource {
    /// Each has buffers of its own.
    private static let openLimit = 12
    /// Lines that are read of a file to learn when it begins.
    private static let firstLines = 64
    /// What begins with lines that tell no time is read at once.
    private static let unknownTime = Timestamp(microseconds: Int64.min)

    private struct OpenFile {
        var index: Int
        var reader: BlockReader
        /// What was read to learn the time.
        var first: LineBlock?
        /// Of the last record given out; of the first block while that is held.
        var time: Timestamp
    }

    private let files: [LedgerFile]
    /// For each file, or empty when none is followed.
    private let following: [Following?]
    private let decoder: RecordDecoder
    private let options: IngestOptions
    private var open: [OpenFile] = []
    private var next = 0
    /// What blocks that are held have numbered: those given out before them may name it.
    private var numbered = DictionaryDelta()
    private var newestStart = FilesReader.unknownTime

    package init(
        _ files: [LedgerFile], _ decoder: RecordDecoder, _ options: IngestOptions,
        following: [Following?] = []
    ) {
        self.files = files
        self.following = following
        self.decoder = decoder
        self.options = options
    }

    package func stop(isWaiting: Bool) {}

    package func read(into block: inout LineBlock) -> Bool {
        while mustOpen {
            if let error = openNext() {
                block.removeAll()
                block.file = next - 1
                block.bytesRead = 0
                block.end = .cannotOpen(error)
                return true
            }
        }
        guard let place = open.indices.min(by: { open[$0].time < open[$1].time }) else {
            return false
        }
        take(from: place, into: &block)
        if !numbered.isEmpty {
            numbered.append(block.delta)
            swap(&block.delta, &numbered)
            numbered = DictionaryDelta()
        }
        return true
    }

    private func take(from place: Int, into block: inout LineBlock) {
        if let first = open[place].first {
            block = first
            open[place].first = nil
        } else {
            open[place].reader.read(into: &block)
        }
        block.file = open[place].index
        if let time = block.time { open[place].time = time }
        if block.end != nil { open.remove(at: place) }
    }

    /// Files come by the dates in their names: once one begins later than another still goes on,
    /// those behind it can wait. Pipes wait for all files: nobody knows when they give something.
    private var mustOpen: Bool {
        guard next < files.count, !open.isEmpty else { return next < files.count }
        guard open.count < FilesReader.openLimit, !files[next].identity.isStream else {
            return false
        }
        return open.allSatisfy { $0.time >= newestStart }
    }

    /// Gives the error of a file that cannot be opened.
    private func openNext() -> InputError? {
        let file = files[next]
        next += 1
        do throws(InputError) {
            let reader = try BlockReader(
                file, decoder, options,
                following: following.isEmpty ? nil : following[next - 1])
            var first = LineBlock()
            reader.read(into: &first, limit: FilesReader.firstLines)
            numbered.append(first.delta.takeValues())
            newestStart = first.time ?? FilesReader.unknownTime
            open.append(
                OpenFile(index: next - 1, reader: reader, first: first, time: newestStart))
            return nil
        } catch {
            return error
        }
    }
}
