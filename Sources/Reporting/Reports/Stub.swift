func svg(of kind: ChartKind, table: ResultTable, title: String, id: String) -> String? { nil }
enum HTMLFormat { static func table(_ t: ShownTable, caption: String) -> String { "" } }
