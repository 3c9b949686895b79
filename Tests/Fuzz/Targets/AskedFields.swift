import NDJSON

/// Every path of a document asked for, those inside objects whose key stands again as well.
struct AskedFields {
    var tree = PathTree()
    /// What should be found under each slot, as it stands in the text; nil for nothing.
    private(set) var expected: [ArraySlice<UInt8>?] = []
    /// False when a node would describe more keys than it can, or when a key stands once before
    /// an object and once before a string, which may hold one.
    private(set) var isPlain = true
    private var paths: [[[UInt8]]: (slot: Int, isObject: Bool)] = [:]

    /// The names at the top.
    var names: [[UInt8]] { paths.keys.filter { $0.count == 1 }.map { $0[0] } }

    mutating func add(_ document: PlainValue) { add(document, in: tree.root, []) }

    private mutating func add(_ value: PlainValue, in node: PathTree.Node, _ above: [[UInt8]]) {
        if value.members.count > 200 { isPlain = false }
        for member in value.members where isPlain {
            let key = String(decoding: member.name, as: UTF8.self)
            let path = above + [member.name]
            var isObject = false
            if case .object = member.value.form { isObject = true }
            if let known = paths[path] {
                if known.isObject != isObject { isPlain = false }
                forget(below: path)
                expected[known.slot] = member.value.bytes
            } else {
                paths[path] = (expected.count, isObject)
                tree.add(key, in: node, slot: expected.count)
                expected.append(member.value.bytes)
            }
            if isObject { add(member.value, in: tree.child(key, in: node), path) }
        }
    }

    private mutating func forget(below path: [[UInt8]]) {
        for (other, known) in paths where other.count > path.count && other.starts(with: path) {
            expected[known.slot] = nil
        }
    }
}
