internal import Delivery

/// Numbers of a table over time: its rates and other real numbers, else its counts.
///
/// The first column of days or hours is the time; rows with other words are other lines. A column
/// `mature` says whether opens are still to come.
struct TimeSeries {
    struct Point {
        /// Hours since 1970-01-01, of the zone that the table is in.
        var hour: Int64
        /// The place of its row in the table.
        var row: Int
        /// Nil of a null, and of a number without end.
        var value: Double?
        var isMature: Bool
    }

    /// The rows of one value of the words, in order of time.
    struct Line {
        var name: String
        var points: [Point]

        var known: [Point] { points.filter { $0.value != nil } }
    }

    struct Panel {
        /// The place of the numbers in the table.
        var column: Int
        var lines: [Line]

        var values: [Double] { lines.flatMap { $0.points.compactMap(\.value) } }
    }

    let table: ResultTable
    /// The place of the time.
    let time: Int
    /// The place of `mature`.
    let mature: Int?
    /// For each column of numbers.
    private(set) var panels: [Panel] = []

    /// Rates of few are hidden. Throws `QueryError` for a table without times or numbers, and for
    /// two rows of one time.
    init(_ whole: ResultTable) throws(QueryError) {
        let table = whole.withoutSmallBases
        guard let time = table.columns.indices.first(where: { TimeSeries.isTime($0, table) })
        else { throw QueryError(.noTimesToDraw) }
        let columns = TimeSeries.drawn(whole)
        guard !columns.isEmpty else { throw QueryError(.noNumbersToDraw) }
        (self.table, self.time, mature) = (table, time, table.place(of: "mature"))
        let lines = lines
        for line in lines {
            for (point, next) in zip(line.points, line.points.dropFirst())
            where point.hour == next.hour {
                let text = table.rows[point.row][time].word ?? ""
                throw QueryError(.severalToDraw(column: table.columns[time].name, text: text))
            }
        }
        panels = columns.map { column in
            var panel = Panel(column: column, lines: lines)
            for line in lines.indices {
                for point in lines[line].points.indices {
                    let row = lines[line].points[point].row
                    panel.lines[line].points[point].value = table.rows[row][column].finite
                }
            }
            return panel
        }
        guard panels.contains(where: { !$0.values.isEmpty }) else {
            throw QueryError(.noNumbersToDraw)
        }
    }

    /// By the words of rows, in the order of the first of each; without values.
    private var lines: [Line] {
        let words = BarsChart.words(table).filter { $0 != time && $0 != mature }
        var lines: [Line] = []
        var places: [String: Int] = [:]
        for (place, row) in table.rows.enumerated() {
            guard let hour = row[time].hour else { continue }
            let name = words.map { row[$0].word ?? CellText.null }.joined(separator: " · ")
            if places[name] == nil {
                places[name] = lines.count
                lines.append(Line(name: name, points: []))
            }
            let isMature = mature.flatMap { row[$0].word } != "no"
            lines[places[name] ?? 0].points.append(
                Point(hour: hour, row: place, isMature: isMature))
        }
        for line in lines.indices {
            lines[line].points.sort { ($0.hour, $0.row) < ($1.hour, $1.row) }
        }
        return lines
    }

    /// Texts of days or hours, and at least one.
    private static func isTime(_ column: Int, _ table: ResultTable) -> Bool {
        let cells = table.rows.map { $0[column] }.filter { $0 != .null }
        return !cells.isEmpty && cells.allSatisfy { $0.hour != nil }
    }

    /// Real numbers, unless they are differences; without any, whole ones.
    private static func drawn(_ table: ResultTable) -> [Int] {
        let numbers = table.columns.indices.filter {
            table.isOfNumbers($0) && table.columns[$0].unit != .change
        }
        let reals = numbers.filter { column in
            table.rows.contains { if case .real = $0[column] { true } else { false } }
        }
        return reals.isEmpty ? numbers : reals
    }
}

extension ResultTable.Cell {
    /// Of a text that is a day or an hour.
    fileprivate var hour: Int64? {
        word.flatMap { [10, 13].contains($0.utf8.count) ? Period.hour($0) : nil }
    }
}
