import NDJSON
import TestSupport
import Testing

/// What a file gives: its lines, where each of them ends, and how the file ended.
///
/// Every file of the tests is read with every inflater that this machine has, and must give the
/// same with each.
struct ReadFile: Equatable {
    var lines: [[UInt8]] = []
    var numbers: [Int64] = []
    var isEnded: [Bool] = []
    var isCut: [Bool] = []
    var before: [ResumePoint] = []
    var after: [ResumePoint] = []
    var ending: Ending?

    init(_ bytes: [UInt8], from point: ResumePoint = .start) throws {
        let folder = try TemporaryFolder()
        try self.init(path: folder.write(bytes, to: "file"), from: point)
    }

    init(path: String, from point: ResumePoint = .start) throws {
        try self.init(path: path, from: point, engine: .zlib)
        for engine in InflateEngine.available where engine != .zlib {
            let other = try ReadFile(path: path, from: point, engine: engine)
            #expect(other == self, "\(engine)")
        }
    }

    init(path: String, from point: ResumePoint = .start, engine: InflateEngine) throws {
        let reader = try LineReader(ByteSource(path: path), from: point, engine: engine)
        while let line = reader.next() {
            lines.append(Array(line.bytes))
            numbers.append(line.number)
            isEnded.append(line.isEnded)
            isCut.append(line.isCut)
            before.append(reader.resumePoint(beforeLine: true))
            after.append(reader.resumePoint())
        }
        ending = reader.ending
    }

    var texts: [String] { lines.map { String(decoding: $0, as: UTF8.self) } }

    var problem: InputError.Problem? {
        switch ending {
        case .incomplete(let error), .broken(let error): error.problem
        case .complete, nil: nil
        }
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// One line that was read, with its memory.
final class ReadLine {
    let reader: FieldReader
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let count: Int

    /// `behind` is what stands in memory after the line, as other lines do.
    init(_ line: [UInt8], _ tree: PathTree, behind: [UInt8] = []) {
        reader = FieldReader(tree)
        count = line.count
        let padding = max(0, FieldReader.padding - behind.count)
        let all = line + behind + Array(repeating: 0, count: padding)
        memory = .allocate(capacity: all.count)
        _ = memory.initialize(from: all)
    }

    deinit { memory.deallocate() }

    func read() throws(JSONError) {
        try reader.read(UnsafeBufferPointer(rebasing: memory[..<count]))
    }

    subscript(slot: Int) -> JSONValue { reader[slot] }
}

/// Reads a line and gives `body` the value under one path of keys, while its memory lives.
func readValue<Result>(
    _ text: String, at path: String..., body: (JSONValue) throws -> Result
) throws -> Result {
    var tree = PathTree()
    var node = tree.root
    for key in path.dropLast() { node = tree.child(key, in: node) }
    if let last = path.last { tree.add(last, in: node, slot: 0) }
    let line = ReadLine(bytes(text), tree)
    try line.read()
    return try withExtendedLifetime(line) { try body(line[0]) }
}

/// A JSON value that stands alone in a line.
func readValue<Result>(
    json: String, body: (JSONValue) throws -> Result
) throws -> Result {
    try readValue(#"{"a":\#(json)}"#, at: "a", body: body)
}
