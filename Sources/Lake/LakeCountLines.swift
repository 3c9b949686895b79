internal import Delivery
internal import FCM

/// A row of counts: its cells by the names of their columns.
struct CountLine: Decodable {
    private let cells: [String: SharedCell]

    private struct Member: Decodable {
        var cell: SharedCell

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let number = try? value.decode(Int64.self)
            cell = try number.map(SharedCell.integer) ?? .text(value.decode(String.self))
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.singleValueContainer().decode([String: Member?].self)
        cells = members.compactMapValues { $0?.cell }
    }

    subscript(_ name: String) -> SharedCell? { cells[name] }

    /// Throws `LakeError.damaged` where there is no number of this name.
    func integer(_ name: String) throws(LakeError) -> Int64 {
        guard let number = cells[name]?.integer else { throw .damaged(path: name) }
        return number
    }

    /// What its columns say of a shared value.
    func value<Value: SharedValue>() -> Value {
        var value = Value()
        for part in Value.members.flatMap(\.parts) {
            part.cell(&value) { $0 = cells[part.name] ?? $0 }
        }
        return value
    }
}

struct MinutesRow: Decodable {
    var hour: String
    var sends: Int64
    var events: Int64
}

/// A rejected line, with its place.
struct RejectRow: Decodable {
    var path: String
    var line: Int64
    var byte: Int64
    var reason: String
    var keys: String
    var expected: String
    var excerpt: String
}

struct RejectedLineRow: Decodable {
    var lineHash: Int64
    var reason: String
}

struct LedgerRow: Decodable {
    var path: String
    var state: String
    var problem: String?
    var sizeBytes: Int64
    var lines: Int64
    var new: Int64
    var duplicate: Int64
    var rejected: Int64
    var blank: Int64
    var pastRetention: Int64
    /// Missing in what earlier versions exported.
    var foreignLines: Int64?
    var unprovenEvents: Int64?
    var firstMs: Int64?
    var lastMs: Int64?
    var newestSendMs: Int64?
    var newestEventMs: Int64?

    func file(id: Int64) -> LedgerFile {
        let identity = FileIdentity(
            path: path, device: 0, inode: 0, size: sizeBytes, modifiedNanoseconds: 0)
        var file = LedgerFile(id: id, identity: identity, headLength: 0, headHash: 0)
        file.counts.lines = lines
        file.counts.new = new
        file.counts.duplicate = duplicate
        file.counts.rejected = rejected
        file.counts.blank = blank
        file.counts.pastRetention = pastRetention
        file.counts.foreign = foreignLines ?? 0
        file.counts.unprovenEvents = unprovenEvents ?? 0
        file.state = FileState(rawValue: state) ?? .reading
        file.problem = problem
        if let firstMs, let lastMs { file.messageTimes = firstMs...max(firstMs, lastMs) }
        return file
    }
}
