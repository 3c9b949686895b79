/// An input whose first bytes choose how the rest is given.
struct ChosenInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next choice, below `bound`; 0 when nothing is left.
    mutating func choice(_ bound: Int) -> Int {
        guard let byte = rest.popFirst() else { return 0 }
        return Int(byte) % bound
    }

    /// A few sizes from 1 on: a count, then a byte for each.
    mutating func sizes() -> [Int] {
        (0..<choice(16)).map { _ in 1 + choice(255) }
    }

    /// What was not chosen from, at most so many bytes of it.
    func data(limit: Int) -> [UInt8] { Array(rest.prefix(limit)) }
}

extension [UInt8] {
    /// The bytes in pieces of these sizes, and what is left in one more.
    func pieces(_ sizes: [Int]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        for size in sizes where !rest.isEmpty {
            pieces.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        if !rest.isEmpty { pieces.append(Array(rest)) }
        return pieces
    }
}
