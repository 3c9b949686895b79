internal import Foundation
internal import Lake

/// Reads the rows that Spark wrote into a folder, in their order.
package enum SparkRows {
    /// Rows that are not those of the query's header.
    package struct Unexpected: Error {
        package var columns: [String]
        package var found: [String]
    }

    /// The columns are those of the query's header, which is what gives names to no rows at all.
    /// Throws `LakeError` and `Unexpected`.
    package static func read(_ folder: String, columns: [QueryFile.Column]) throws -> ResultTable {
        var table = ResultTable(columns: columns, rows: [])
        let decoder = JSONDecoder()
        let names = Set(columns.map(\.name))
        try SparkOutput.forEachLine(in: folder) { line in
            let members = try decoder.decode([String: Member].self, from: line)
            guard names == Set(members.keys) else {
                throw Unexpected(columns: columns.map(\.name), found: members.keys.sorted())
            }
            table.rows.append(columns.map { members[$0.name]?.cell(of: $0.type) ?? .null })
        }
        return table
    }

    private struct Member: Decodable {
        private var cell: ResultTable.Cell

        /// JSON does not tell 1.0 from 1.
        func cell(of type: QueryFile.ColumnType) -> ResultTable.Cell {
            guard case .integer(let number) = cell, type != .integer else { return cell }
            return .real(Double(number))
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                cell = .null
            } else if let text = try? value.decode(String.self) {
                cell = .text(text)
            } else if let flag = try? value.decode(Bool.self) {
                cell = .integer(flag ? 1 : 0)
            } else if let number = try? value.decode(Int64.self) {
                cell = .integer(number)
            } else {
                cell = .real(try value.decode(Double.self))
            }
        }
    }
}
