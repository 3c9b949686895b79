internal import Delivery
internal import FCM
internal import Foundation
internal import NDJSON

/// The files of one source, made beside the lake and given to it when all are whole.
struct SourceFiles {
    private let lake: Lake
    private let source: String
    let folder: String
    private let deflater: Deflater
    private var lines = StateLines()
    /// Days since 1970 that have states.
    private(set) var days: Set<Int64> = []
    private(set) var states = 0

    /// Bytes of lines that are held before they are compressed.
    private static let heldBytes = 4 << 20

    init(_ source: String, _ lake: Lake, in folder: String) throws(LakeError) {
        self.source = source
        self.lake = lake
        self.folder = folder
        guard let deflater = Deflater() else { throw .system(path: folder, errno: ENOMEM) }
        self.deflater = deflater
    }

    /// Adds states in the order they are given in, each to its day. `next` gives one after the
    /// other, and nil at the end. A day that comes again gets another gzip member.
    mutating func add(
        _ dictionaries: borrowing Dictionaries,
        _ next: () throws -> (state: MessageState, messageID: String?)?
    ) throws {
        var bytes: [UInt8] = []
        var day: Int64 = 0
        while let (state, messageID) = try next() {
            let own = SourceFiles.day(of: state)
            if own != day || bytes.count > SourceFiles.heldBytes {
                try write(&bytes, day)
                day = own
            }
            lines.write(state, messageID: messageID, dictionaries, to: &bytes)
            states += 1
        }
        try write(&bytes, day)
    }

    /// The day under which a state stands, since 1970: of the moment in its ID, which is the same
    /// for all that is told of a message, else of its earliest record.
    static func day(of state: MessageState) -> Int64 {
        state.key.time.map { floorDay($0.milliseconds) } ?? state.day
    }

    private mutating func write(_ bytes: inout [UInt8], _ day: Int64) throws(LakeError) {
        guard !bytes.isEmpty else { return }
        days.insert(day)
        try appendMember(bytes, to: SourceFiles.text(day))
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends lines to what stands beside the states.
    func append(_ bytes: [UInt8], to part: Lake.Part) throws(LakeError) {
        if !bytes.isEmpty { try appendMember(bytes, to: part.rawValue) }
    }

    /// One gzip member, down to the disk.
    private func appendMember(_ bytes: [UInt8], to name: String) throws(LakeError) {
        var made: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            deflater.deflate(bytes, isLast: true) { made += $0 }
        }
        try LakeFiles.append(made, to: "\(folder)/\(name)")
    }

    /// Gives all to the lake, under names that begin with the source's; the ledger last.
    func publish(ledger: [UInt8]) throws(LakeError) {
        for day in days.sorted().map(SourceFiles.text) {
            let target = "\(lake.folder(.states))/day=\(day)"
            try LakeFiles.makeFolder(target)
            try move(day, to: target, "ndjson.gz")
        }
        for part in [Lake.Part.minutes, .rejects]
        where LakeFiles.exists("\(folder)/\(part.rawValue)") {
            try move(part.rawValue, to: lake.folder(part), "ndjson.gz")
        }
        try LakeFiles.synchronise(folder: lake.folder(.states))
        try LakeFiles.append(ledger, to: "\(folder)/ledger")
        try move("ledger", to: lake.folder(.ledger), "ndjson")
    }

    /// A file that stays the same keeps its time, by which a count knows that nothing changed.
    private func move(
        _ name: String, to target: String, _ suffix: String
    ) throws(LakeError) {
        let (made, place) = ("\(folder)/\(name)", "\(target)/\(source).\(suffix)")
        guard !FileManager.default.contentsEqual(atPath: made, andPath: place) else { return }
        try LakeFiles.move(made, to: place)
        try LakeFiles.synchronise(folder: target)
    }

    static func text(_ day: Int64) -> String { Horizon(day: day).text }
}
