/// An array that grows piece by piece: one that grows as a whole is there one and a half times
/// while it does.
struct PiecewiseArray<Element: Sendable>: Sendable {
    private static var pieceSize: Int { 1024 }

    private var pieces: [[Element]] = []
    private(set) var count = 0

    subscript(index: Int) -> Element {
        get { pieces[index / Self.pieceSize][index % Self.pieceSize] }
        set { pieces[index / Self.pieceSize][index % Self.pieceSize] = newValue }
    }

    mutating func append(_ element: Element) {
        if count % Self.pieceSize == 0 { pieces.append([]) }
        pieces[pieces.count - 1].append(element)
        count += 1
    }
}
