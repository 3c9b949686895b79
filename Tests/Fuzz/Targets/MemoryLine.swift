import NDJSON

/// A line that was read, with its memory: no more behind it than the reader may touch, so that
/// AddressSanitizer sees a step too far.
final class MemoryLine {
    private let reader: FieldReader
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var problem: JSONError?

    /// `behind` is what stands in memory after the line, as other lines do.
    init(_ line: [UInt8], _ tree: PathTree, behind: [UInt8]) {
        reader = FieldReader(tree)
        let padding = Array(behind.prefix(FieldReader.padding))
        let zeros = Array(repeating: 0 as UInt8, count: FieldReader.padding - padding.count)
        memory = .allocate(capacity: line.count + FieldReader.padding)
        _ = memory.initialize(from: line + padding + zeros)
        do throws(JSONError) {
            try reader.read(UnsafeBufferPointer(rebasing: memory[..<line.count]))
        } catch {
            problem = error
        }
    }

    deinit { memory.deallocate() }

    /// What stands there, with the quotes of a string; nil for nothing.
    func text(_ slot: Int) -> [UInt8]? {
        let value = reader[slot]
        let quote = value.isString ? 1 : 0
        return value.isGiven
            ? Array(
                UnsafeBufferPointer(start: value.start - quote, count: value.count + 2 * quote))
            : nil
    }
}
