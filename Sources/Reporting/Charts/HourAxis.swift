internal import NDJSON

/// Hours of UTC along the foot of a chart.
struct HourAxis {
    /// Hours since 1970-01-01, the last one with its whole length.
    var first: Int64
    var last: Int64
    var start: Double
    var end: Double

    /// Hours since 1970-01-01 of `2025-11-18T09`, or nil for another text.
    static func hour(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 13, bytes[4] == dash, bytes[7] == dash, bytes[10] == 0x54,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11...]),
            1...12 ~= month, 1...31 ~= day, hour < 24
        else { return nil }
        return daysFromCivil(year, month, day) * 24 + hour
    }

    private static let dash = UInt8(ascii: "-")

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.reduce(0) { number, digit in
            0x30...0x39 ~= digit ? number.map { $0 * 10 + Int64(digit - 0x30) } : nil
        }
    }

    /// The rows that have a `send_hour`, with it.
    static func timed(_ rows: [NamedCells]) -> [(row: NamedCells, hour: Int64)] {
        rows.compactMap { row in
            row.word("send_hour").flatMap(HourAxis.hour).map { (row, $0) }
        }
    }

    /// The hour with which the column or point of `step` hours begins that an hour is in.
    static func begin(of hour: Int64, step: Int64) -> Int64 { floorDivide(hour, step) * step }

    var scale: Scale {
        Scale(
            kind: .linear, domain: Double(first)...Double(last + 1), start: start, end: end)
    }

    /// Where an hour begins.
    func position(_ hour: Int64) -> Double { scale.position(Double(hour)) }

    // MARK: Words

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `18 Nov`
    static func day(_ hour: Int64) -> String {
        let (_, month, day) = civilFromDays(floorDivide(hour, 24))
        return "\(day) \(months[Int(month - 1)])"
    }

    /// `18 Nov 2025 09:00`
    static func moment(_ hour: Int64) -> String {
        let year = civilFromDays(floorDivide(hour, 24)).year
        return "\(day(hour)) \(year) \(clock(hour))"
    }

    private static func clock(_ hour: Int64) -> String {
        padded(hour - floorDivide(hour, 24) * 24, 2) + ":00"
    }

    /// `18 Nov 2025, UTC`; of several days the first and the last.
    var period: String {
        let years = (civilFromDays(floorDivide(first, 24)), civilFromDays(floorDivide(last, 24)))
        let end = "\(HourAxis.day(last)) \(years.1.year)"
        if floorDivide(first, 24) == floorDivide(last, 24) { return "\(end), UTC" }
        let year = years.0.year == years.1.year ? "" : " \(years.0.year)"
        return "\(HourAxis.day(first))\(year) – \(end), UTC"
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
            return (position(hour), isDay ? HourAxis.day(hour) : HourAxis.clock(hour))
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
