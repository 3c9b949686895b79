/// Renders the lines of one file, in the order of their upload.
struct LogFiles: Sendable {
    let world: World
    let folder: OutputFolder

    struct Written: Sendable {
        var lines: Int
        var bytes: Int
        var bytesInflated: Int
    }

    /// The senders' log of one upload hour; nil if nothing was uploaded.
    func writeSends(_ buckets: [SendBucket], hour: Int) throws -> Written? {
        var order: [(at: Int64, bucket: Int, line: Int)] = []
        for (bucket, lines) in buckets.enumerated() {
            for (line, entry) in lines.lines.enumerated() {
                order.append((entry.uploadAt, bucket, line))
            }
        }
        order.sort { $0 < $1 }
        return try write(order.count, to: hourPath("sends", hour)) { index, out in
            let bucket = buckets[order[index].bucket]
            let line = bucket.lines[order[index].line]
            let sends = bucket.sends[line.first..<line.first + line.count]
            Line.write(line.form, sends, world.campaigns, to: &out)
        }
    }

    /// The clients' log of one upload hour.
    func writeEvents(_ parts: [[Event]], hour: Int) throws -> Written? {
        var order: [(at: Int64, part: Int, line: Int)] = []
        for (part, events) in parts.enumerated() {
            for (line, event) in events.enumerated() {
                order.append((event.uploadAt, part, line))
            }
        }
        order.sort { $0 < $1 }
        return try write(order.count, to: hourPath("events", hour)) { index, out in
            let event = parts[order[index].part][order[index].line]
            Line.write(event, world.campaigns, to: &out)
        }
    }

    /// The rows of one day of an export.
    func writeRows(_ rows: [Row], to file: RowFile) throws -> Written? {
        let order = rows.enumerated().map { ($0.element.at, $0.offset) }.sorted { $0 < $1 }
        let date = SampleDay(daysSinceEpoch: world.options.start.daysSinceEpoch + file.day)
        return try write(order.count, to: "\(folder.path)/\(file.folder)/\(date).\(suffix)") {
            Line.write(rows[order[$0].1], world.campaigns, to: &$1)
        }
    }

    private var suffix: String { world.options.gzip ? "ndjson.gz" : "ndjson" }

    private func hourPath(_ name: String, _ hour: Int) -> String {
        "\(folder.path)/\(name)/\(hourText(world.startHour + hour)).\(suffix)"
    }

    private func write(
        _ count: Int, to path: String, line: (Int, inout LineBuffer) -> Void
    ) throws -> Written? {
        guard count > 0 else { return nil }
        var buffer = LineBuffer()
        var file = try GzipWriter(path: path, gzip: world.options.gzip)
        for index in 0..<count {
            line(index, &buffer)
            if buffer.count > 1 << 17 { try file.write(&buffer) }
        }
        try file.write(&buffer)
        try file.finish()
        return Written(lines: buffer.lines, bytes: file.bytesOut, bytesInflated: file.bytesIn)
    }
}
