import NDJSON

/// What a reader gives of a file, and how it ended, without places that depend on its path.
struct ReadLines: Equatable {
    enum End: Equatable {
        case complete
        case truncated(member: Int)
        case corrupt(member: Int, offset: Int64)
        case garbage(offset: Int64)
        case other
    }

    var lines: [[UInt8]] = []
    var end: End = .complete
    var numbers: [Int64] = []
    var points: [ResumePoint] = []

    init(lines: [[UInt8]], end: End) {
        self.lines = lines
        self.end = end
    }

    /// `opened` is called when the reader has the file open.
    init(
        path: String, from point: ResumePoint = .start, engine: InflateEngine,
        opened: () -> Void = {}
    ) throws {
        let source = try ByteSource(path: path)
        opened()
        let reader = try LineReader(source, from: point, engine: engine)
        while let line = reader.next() {
            lines.append(Array(line.bytes))
            numbers.append(line.number)
            points.append(reader.resumePoint())
        }
        end =
            switch reader.ending {
            case .complete: .complete
            case .incomplete(let error), .broken(let error): End(error.problem)
            case nil: .other
            }
    }
}

extension ReadLines.End {
    init(_ problem: InputError.Problem) {
        self =
            switch problem {
            case .truncated(let member): .truncated(member: member)
            case .corrupt(let member, let offset, _): .corrupt(member: member, offset: offset)
            case .trailingGarbage(let offset): .garbage(offset: offset)
            default: .other
            }
    }

    /// Without the byte at which damage was found: zlib finds it a byte or two sooner or later,
    /// as its input comes.
    var withoutOffset: ReadLines.End {
        if case .corrupt(let member, _) = self { return .corrupt(member: member, offset: 0) }
        return self
    }
}
