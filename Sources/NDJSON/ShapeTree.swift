internal import CScan
internal import Synchronization

/// The instructions that compare a line with shapes.
package enum ShapeInstructions: CaseIterable, Sendable {
    case plain
    case sse2
    case avx2
    case avx512
    case neon

    /// The widest ones that this processor has.
    package static var best: ShapeInstructions { available.last ?? .plain }

    /// Those that this processor has, the widest last.
    package static var available: [ShapeInstructions] {
        allCases.filter { shape_has_instructions($0.code) != 0 }
    }

    fileprivate var code: shape_instructions {
        switch self {
        case .plain: shape_plain
        case .sse2: shape_sse2
        case .avx2: shape_avx2
        case .avx512: shape_avx512
        case .neon: shape_neon
        }
    }
}

/// Shapes of lines. Lines of one shape differ only in the characters of their strings and in the
/// digits of their numbers.
///
/// A tree of literals with a value between any two. A literal is the text from the end of a value
/// to the start of the next one: names, separators, brackets, `true`, `false`, `null` and empty
/// strings. It belongs to a line that the reader took as valid, so a line whose literals equal
/// those of a path, and whose values are valid, is valid.
///
/// Of the literals after one value at most one fits a line: where a shorter one ends with the quote
/// or before the digit of a value, a longer one has no such value.
///
/// Plain memory of a fixed size. When it is full, all shapes are dropped.
struct ShapeTree {
    /// What follows a literal, as in `shape.h`.
    enum Follower: UInt8 {
        case string
        case plainString
        case number
        case end
    }

    /// The place of a slot's value in a line: two bounds and the distances from them.
    struct Field {
        var slot: UInt16
        var start: UInt16
        var end: UInt16
        /// The number of the value plus one if it is a string; else 0.
        var string: UInt8
        var kind: JSONValue.Kind
        var startOffset: Int32 = 0
        var endOffset: Int32 = 0
    }

    /// A member of the line that may hold objects.
    struct Member {
        var nameStart: UInt16
        var nameOffset: Int32
        var nameCount: Int32
        /// The place of the value. A string counts if it has escapes.
        var value: Field
        /// Whether the member is in the reader's tree.
        var isDescribed: Bool
    }

    struct Shape {
        /// Unlike that of any other shape in this process.
        var number: Int
        var fields: Range<Int32>
        var members: Range<Int32>
    }

    private struct State {
        /// The first one is the root: its children are the literals at the start of a line.
        var nodes = 1
        var shapes = 1
        var fields = 0
        var members = 0
        var text = 0
        /// What may be spent on learning, in lines.
        var budget = ShapeTree.most
        var missesInARow = 0
    }

    /// The largest number of values of a line with a shape.
    static let mostValues = 250
    /// The largest number of bytes of all literals of a shape.
    static let mostText = 16 * 1024
    /// The largest number of literals after one value.
    static let mostSiblings = 16
    /// Learning a line costs as much as reading a few lines: one line of so many is learned if none
    /// is of a known shape.
    private static let price = 512
    private static let most = 512 * price
    /// After so many lines of other shapes, only one line of `rarely` is compared.
    private static let patience = 8
    private static let rarely = 16

    private static let capacity = 16 * 1024
    private static let padding = Int(SHAPE_PADDING)
    private static let textCapacity = 1024 * 1024

    private let shapes: UnsafeMutablePointer<Shape>
    let fields: UnsafeMutablePointer<Field>
    let members: UnsafeMutablePointer<Member>
    private let text: UnsafeMutablePointer<UInt8>
    private let state: UnsafeMutablePointer<State>
    private let nodes: UnsafeMutablePointer<shape_node>
    /// The start of the line, then start and end of each value.
    let bounds: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    /// 1 for each string with escapes, in the place of its number plus one; else 0.
    let escapes: UnsafeMutablePointer<UInt8>
    private let instructions: shape_instructions

    init(_ instructions: ShapeInstructions) {
        nodes = .allocate(capacity: ShapeTree.capacity)
        shapes = .allocate(capacity: ShapeTree.capacity)
        fields = .allocate(capacity: ShapeTree.capacity * 4)
        members = .allocate(capacity: ShapeTree.capacity)
        text = .allocate(capacity: ShapeTree.textCapacity)
        state = .allocate(capacity: 1)
        bounds = .allocate(capacity: 2 * ShapeTree.mostValues + 2)
        escapes = .allocate(capacity: ShapeTree.mostValues + 2)
        state.initialize(to: State())
        nodes.initialize(to: shape_node())
        escapes.initialize(repeating: 0, count: ShapeTree.mostValues + 2)
        self.instructions = instructions.code
    }

    func deallocate() {
        nodes.deallocate()
        shapes.deallocate()
        fields.deallocate()
        members.deallocate()
        text.deallocate()
        state.deallocate()
        bounds.deallocate()
        escapes.deallocate()
    }

    // MARK: Whether to compare and to learn

    /// Whether a line is to be compared with the shapes.
    @inline(__always)
    var isUseful: Bool {
        state.pointee.budget &+= 1
        return state.pointee.missesInARow < ShapeTree.patience
            || state.pointee.budget & (ShapeTree.rarely - 1) == 0
    }

    @inline(__always)
    func noteHit() { state.pointee.missesInARow = 0 }

    /// Notes a line without a shape. Whether it may be learned.
    func noteMiss() -> Bool {
        state.pointee.missesInARow &+= 1
        state.pointee.budget = min(state.pointee.budget, ShapeTree.most)
        return state.pointee.budget >= ShapeTree.price
    }

    /// Spends what learning a line costs.
    func pay() { state.pointee.budget -= ShapeTree.price }

    // MARK: Comparing

    /// The shape of a line; nil if it has none of these.
    @inline(__always)
    func shape(
        of start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<Shape>? {
        bounds[0] = start
        let shape = shape_compare(instructions, nodes, start, end, bounds + 1, escapes + 1)
        return shape == 0 ? nil : UnsafePointer(shapes + Int(shape))
    }

    // MARK: Learning

    /// Adds a shape. The first literal begins at the start of the line.
    func add(
        _ literals: [(text: UnsafeBufferPointer<UInt8>, follower: Follower)],
        _ newFields: [Field], _ newMembers: [Member]
    ) {
        let textCount = literals.reduce(0) { $0 + $1.text.count + ShapeTree.padding }
        makeRoom(literals.count, newFields.count, newMembers.count, textCount)
        var node = nodes
        for (text, follower) in literals { node = child(of: node, text, follower) }
        guard node.pointee.shape == 0 else { return }
        node.pointee.shape = UInt16(state.pointee.shapes)
        (shapes + state.pointee.shapes).initialize(
            to: Shape(
                number: ShapeTree.made.add(1, ordering: .relaxed).newValue,
                fields: ShapeTree.append(newFields, to: fields, &state.pointee.fields),
                members: ShapeTree.append(newMembers, to: members, &state.pointee.members)))
        state.pointee.shapes += 1
    }

    private static let made = Atomic(0)

    private static func append<Element>(
        _ new: [Element], to memory: UnsafeMutablePointer<Element>, _ count: inout Int
    ) -> Range<Int32> {
        let start = count
        (memory + start).initialize(from: new, count: new.count)
        count += new.count
        return Int32(start)..<Int32(count)
    }

    /// Drops all shapes if there is no room for one more.
    private func makeRoom(_ literals: Int, _ newFields: Int, _ newMembers: Int, _ bytes: Int) {
        let isFull =
            state.pointee.nodes + literals > ShapeTree.capacity
            || state.pointee.shapes == ShapeTree.capacity
            || state.pointee.fields + newFields > ShapeTree.capacity * 4
            || state.pointee.members + newMembers > ShapeTree.capacity
            || state.pointee.text + bytes > ShapeTree.textCapacity
        guard isFull else { return }
        state.initialize(to: State(budget: state.pointee.budget))
        nodes.pointee.child = nil
    }

    /// The child of a node with a literal, added if missing.
    private func child(
        of parent: UnsafeMutablePointer<shape_node>, _ literal: UnsafeBufferPointer<UInt8>,
        _ follower: Follower
    ) -> UnsafeMutablePointer<shape_node> {
        var siblings = 0
        var previous = parent
        var next = parent.pointee.child
        while let node = next {
            if node.pointee.follower == follower.rawValue,
                Int(node.pointee.count) == literal.count,
                let known = node.pointee.literal, let new = literal.baseAddress,
                areEqual(known, new, literal.count)
            {
                return node
            }
            siblings += 1
            next = node.pointee.next
            // The last one was not seen for the longest time.
            if siblings == ShapeTree.mostSiblings, next == nil { previous.pointee.next = nil }
            previous = node
        }
        let made = nodes + state.pointee.nodes
        state.pointee.nodes += 1
        made.initialize(
            to: shape_node(
                literal: copy(literal), next: parent.pointee.child, child: nil,
                count: UInt32(literal.count), shape: 0, follower: follower.rawValue))
        parent.pointee.child = made
        return made
    }

    private func copy(_ literal: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
        let copy = text + state.pointee.text
        _ = UnsafeMutableBufferPointer(start: copy, count: literal.count)
            .initialize(from: literal)
        (copy + literal.count).initialize(repeating: 0, count: ShapeTree.padding)
        state.pointee.text += literal.count + ShapeTree.padding
        return UnsafePointer(copy)
    }
}
