internal import Delivery
internal import NDJSON

/// Hours of UTC along the foot of a chart.
struct HourAxis {
    /// Hours since 1970-01-01, the last one with its whole length.
    var first: Int64
    var last: Int64
    var start: Double
    var end: Double

    /// The rows that have a `send_hour`, with it; nil without any, or when a column is missing.
    static func timed(
        _ table: ResultTable, needs: [String]
    ) -> (rows: [(row: NamedCells, hour: Int64)], first: Int64, last: Int64)? {
        let rows = NamedCells.rows(table, needs: needs + ["send_hour"])?.compactMap { row in
            row.word("send_hour").flatMap { $0.utf8.count == 13 ? Period.hour($0) : nil }
                .map { (row, $0) }
        }
        let hours = rows?.map { $0.1 }
        guard let rows, let first = hours?.min(), let last = hours?.max() else { return nil }
        return (rows, first, last)
    }

    /// The hour with which the column or point of `step` hours begins that an hour is in.
    static func begin(of hour: Int64, step: Int64) -> Int64 { floorDivide(hour, step) * step }

    var scale: Scale { Scale(domain: Double(first)...Double(last + 1), start: start, end: end) }

    /// Where an hour begins.
    func position(_ hour: Int64) -> Double { scale.position(Double(hour)) }

    // MARK: Words

    /// `18 Nov`, and the year.
    static func day(_ hour: Int64) -> String { date(hour).day }

    private static func date(_ hour: Int64) -> (day: String, year: Int64) {
        let (year, month, day) = civilFromDays(floorDivide(hour, 24))
        return ("\(day) \(MonthName.short(Int(month)))", year)
    }

    /// `18 Nov 2025 09:00`
    static func moment(_ hour: Int64) -> String {
        let (day, year) = date(hour)
        return "\(day) \(year) \(clock(hour))"
    }

    private static func clock(_ hour: Int64) -> String {
        padded(hour - floorDivide(hour, 24) * 24, 2) + ":00"
    }

    /// `18 Nov 2025, UTC`; of several days the first and the last.
    static func period(_ first: Int64, _ last: Int64) -> String {
        let (start, end) = (date(first), date(last))
        let year = start.year == end.year ? "" : " \(start.year)"
        return (start == end ? "" : "\(start.day)\(year) – ") + "\(end.day) \(end.year), UTC"
    }

    // MARK: Ticks

    private static let steps: [Int64] = [1, 2, 3, 4, 6, 12, 24, 48, 72, 168, 336, 720, 1440, 4320]

    /// As many labels as there is room for, on round hours: days where they begin.
    func ticks() -> [(x: Double, label: String)] {
        let room = abs(end - start) / (ChartText.width("28 Nov") + 14)
        let hours = Double(last + 1 - first)
        let step = HourAxis.steps.first { hours / Double($0) <= room } ?? Int64(hours) + 1
        let begin = -floorDivide(-first, step) * step
        return stride(from: begin, through: last + 1, by: Int(step)).map { hour in
            let isDay = hour - floorDivide(hour, 24) * 24 == 0
            return (position(hour), isDay ? HourAxis.date(hour).day : HourAxis.clock(hour))
        }
    }

    /// Ticks and labels below `y`.
    func draw(y: Double, on canvas: inout Canvas) {
        canvas.line(from: (start, y), to: (end, y), "axis")
        for tick in ticks() {
            let half = ChartText.width(tick.label, size: ChartText.small) / 2
            guard tick.x - half >= 0, tick.x + half <= canvas.width else { continue }
            canvas.line(from: (tick.x, y), to: (tick.x, y + 4), "axis")
            canvas.text(tick.label, x: tick.x, y: y + 17, "small muted", anchor: .middle)
        }
        canvas.extend(to: y + 20)
    }
}
