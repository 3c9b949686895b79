internal import FCM
internal import Foundation

/// A row that Spark wrote: its cells by the names of their columns.
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

    /// Throws `LakeError.damaged` where there is no text of this name.
    func text(_ name: String) throws(LakeError) -> String {
        guard let text = cells[name]?.text else { throw .damaged(path: name) }
        return text
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
