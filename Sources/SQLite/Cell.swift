/// A cell, as SQLite has it.
package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// What it is, and never what it holds.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "a text"
        case .blob: "a blob"
        }
    }
}

/// What a cell is read as, and bound from. Only an optional may be NULL.
package protocol CellValue: Sendable {
    /// Nil of a cell that holds something else.
    static func of(_ cell: Cell) -> Self?
    var cell: Cell { get }
}

extension Cell: CellValue {
    package static func of(_ cell: Cell) -> Cell? { cell }
    package var cell: Cell { self }
}

extension CellValue where Self: FixedWidthInteger {
    package static func of(_ cell: Cell) -> Self? {
        if case .integer(let number) = cell { Self(exactly: number) } else { nil }
    }
    package var cell: Cell { .integer(Int64(self)) }
}

extension Int: CellValue {}
extension UInt8: CellValue {}
extension Int32: CellValue {}
extension Int64: CellValue {}

extension Bool: CellValue {
    package static func of(_ cell: Cell) -> Bool? { Int64.of(cell).map { $0 != 0 } }
    package var cell: Cell { .integer(self ? 1 : 0) }
}

extension Double: CellValue {
    package static func of(_ cell: Cell) -> Double? {
        if case .real(let number) = cell { number } else { Int64.of(cell).map { Double($0) } }
    }
    package var cell: Cell { .real(self) }
}

extension String: CellValue {
    package static func of(_ cell: Cell) -> String? {
        if case .text(let text) = cell { text } else { nil }
    }
    package var cell: Cell { .text(self) }
}

extension Optional: CellValue where Wrapped: CellValue {
    package static func of(_ cell: Cell) -> Wrapped?? {
        if cell == .null { .some(nil) } else { Wrapped.of(cell).map(Optional.some) }
    }
    package var cell: Cell { self?.cell ?? .null }
}
