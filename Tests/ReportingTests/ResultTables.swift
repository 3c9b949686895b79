import Reporting

extension ResultTable.Cell: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(floatLiteral number: Double) { self = .real(number) }
    public init(nilLiteral: ()) { self = .null }
}

/// A table of one column.
func column(_ cells: ResultTable.Cell..., named name: String = "a") -> ResultTable {
    ResultTable(columns: [name], rows: cells.map { [$0] })
}
