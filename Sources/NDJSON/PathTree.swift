/// Which fields of an object are wanted, by path: built once, then read by every line.
///
/// A tree of keys. A key may name a *slot* (where the reader puts the value), a child node
/// (whose keys are looked for inside), or both; one node may hang in several places, so that
/// `message` and `request.message` are described once. Paths are data, not code: a user's own
/// envelope adds paths to the same tree.
package struct PathTree: Sendable {
    /// Where a value goes; numbered from 0 by the owner of the tree.
    package typealias Slot = Int

    /// An object whose keys are described.
    package struct Node: Sendable, Equatable {
        let index: Int
    }

    private var nodes: [KeyTable]

    /// How many slots a reader of this tree needs.
    package private(set) var slotCount = 0

    package init() {
        nodes = [KeyTable()]
    }

    package var root: Node { Node(index: 0) }

    package mutating func addNode() -> Node {
        nodes.append(KeyTable())
        return Node(index: nodes.count - 1)
    }

    /// Puts the value of `key` in `node` into `slot`.
    package mutating func add(_ key: String, in node: Node, slot: Slot) {
        nodes[node.index].update(Array(key.utf8)) { $0.slot = Int32(slot) }
        slotCount = max(slotCount, slot + 1)
    }

    /// Looks for the keys of `child` inside the object under `key`.
    package mutating func add(_ key: String, in node: Node, child: Node) {
        nodes[node.index].update(Array(key.utf8)) { $0.child = Int32(child.index) }
    }

    /// The node under `key`, made when it is not there.
    package mutating func child(_ key: String, in node: Node) -> Node {
        if let found = nodes[node.index].entry(Array(key.utf8))?.child, found >= 0 {
            return Node(index: Int(found))
        }
        let made = addNode()
        add(key, in: node, child: made)
        return made
    }

    /// Gives `node` every key of `other`, too.
    package mutating func graft(_ other: Node, onto node: Node) {
        for entry in nodes[other.index].entries {
            nodes[node.index].update(entry.key) {
                $0.slot = entry.slot
                $0.child = entry.child
            }
        }
    }

    func makeTables() -> [KeyTable] { nodes }
}

/// The keys of one object: open addressing over the first eight bytes and the length, so that
/// most keys of a line cost one probe and no comparison of text.
struct KeyTable: Sendable {
    struct Entry: Sendable {
        var key: [UInt8] = []
        var prefix: UInt64 = 0
        var slot: Int32 = -1
        var child: Int32 = -1
    }

    private(set) var entries: [Entry] = []
    /// Index into `entries` plus one, or 0.
    private(set) var buckets: [UInt8] = Array(repeating: 0, count: 16)

    func entry(_ key: [UInt8]) -> Entry? { entries.first { $0.key == key } }

    mutating func update(_ key: [UInt8], _ change: (inout Entry) -> Void) {
        let index =
            entries.firstIndex { $0.key == key }
            ?? {
                entries.append(Entry(key: key, prefix: KeyTable.prefix(key)))
                return entries.count - 1
            }()
        change(&entries[index])
        precondition(entries.count < 255, "a node describes at most 254 keys")
        rebuild()
    }

    private mutating func rebuild() {
        var size = 16
        while size < entries.count * 3 { size *= 2 }
        buckets = Array(repeating: 0, count: size)
        for (index, entry) in entries.enumerated() {
            var bucket = KeyTable.bucket(entry.prefix, entry.key.count, size - 1)
            while buckets[bucket] != 0 { bucket = (bucket + 1) & (size - 1) }
            buckets[bucket] = UInt8(index + 1)
        }
    }

    static func prefix(_ key: [UInt8]) -> UInt64 {
        var prefix: UInt64 = 0
        for (index, byte) in key.prefix(8).enumerated() {
            prefix |= UInt64(byte) << (8 * UInt64(index))
        }
        return prefix
    }

    static func bucket(_ prefix: UInt64, _ length: Int, _ mask: Int) -> Int {
        let mixed = (prefix ^ UInt64(truncatingIfNeeded: length)) &* 0x9e37_79b9_7f4a_7c15
        return Int(truncatingIfNeeded: mixed >> 40) & mask
    }
}
