/// The fields of an object that a reader keeps, by path. Built once, then used for every line.
///
/// A tree of keys. A key may name a *slot* (where the reader puts the value), a child node (whose
/// keys are looked up inside the value), or both. One node may be used in several places, so that
/// `message` and `request.message` are described once. Paths are data, not code: a user's own
/// envelope adds paths to the same tree.
package struct PathTree: Sendable {
    /// The index of a value, from 0, assigned by the owner of the tree.
    package typealias Slot = Int

    /// An object with described keys.
    package struct Node: Sendable, Equatable {
        let index: Int
    }

    private var nodes: [KeyTable]

    /// The number of slots of a reader of this tree.
    package private(set) var slotCount = 0

    package init() {
        nodes = [KeyTable()]
    }

    package var root: Node { Node(index: 0) }

    package mutating func addNode() -> Node {
        nodes.append(KeyTable())
        return Node(index: nodes.count - 1)
    }

    /// Puts the value of `key` in `node` into `slot`. Of several places for one slot, those with a
    /// lower `preference` come first.
    package mutating func add(_ key: String, in node: Node, slot: Slot, preference: UInt8 = 0) {
        nodes[node.index].update(Array(key.utf8)) {
            $0.slot = Int32(slot)
            $0.preference = preference
        }
        slotCount = max(slotCount, slot + 1)
    }

    /// Looks up the keys of `child` inside the object under `key`.
    package mutating func add(
        _ key: String, in node: Node, child: Node, preference: UInt8 = 0
    ) {
        nodes[node.index].update(Array(key.utf8)) {
            $0.child = Int32(child.index)
            $0.preference = preference
        }
    }

    /// The node under `key`, added if missing.
    package mutating func child(_ key: String, in node: Node) -> Node {
        if let found = nodes[node.index].entry(Array(key.utf8))?.child, found >= 0 {
            return Node(index: Int(found))
        }
        let made = addNode()
        add(key, in: node, child: made)
        return made
    }

    /// The slot of `key` in `node`; nil if it has none.
    package func slot(of key: String, in node: Node) -> Slot? {
        nodes[node.index].entry(Array(key.utf8)).flatMap { $0.slot >= 0 ? Int($0.slot) : nil }
    }

    /// Adds every key of `other` to `node`.
    package mutating func graft(_ other: Node, onto node: Node) {
        for entry in nodes[other.index].entries {
            nodes[node.index].update(entry.key) {
                $0.slot = entry.slot
                $0.child = entry.child
            }
        }
    }

    /// Removes the keys of `node` for these slots, with everything inside them.
    package mutating func removeKeys(in node: Node, leadingTo slots: Set<Slot>) {
        nodes[node.index].remove { slots.contains(Int($0.slot)) }
    }

    /// A node under `key` that is used in no other place: a copy of the existing one.
    package mutating func ownChild(_ key: String, in node: Node) -> Node {
        let made = addNode()
        if let found = nodes[node.index].entry(Array(key.utf8))?.child, found >= 0 {
            nodes[made.index] = nodes[Int(found)]
        }
        add(key, in: node, child: made)
        return made
    }

    func makeTables() -> [KeyTable] { nodes }
}

/// The keys of one object. `FlatNode` looks them up.
struct KeyTable: Sendable {
    struct Entry: Sendable {
        var key: [UInt8] = []
        var slot: Int32 = -1
        var child: Int32 = -1
        var preference: UInt8 = 0
    }

    private(set) var entries: [Entry] = []

    func entry(_ key: [UInt8]) -> Entry? { entries.first { $0.key == key } }

    mutating func remove(where isUnwanted: (Entry) -> Bool) { entries.removeAll(where: isUnwanted) }

    mutating func update(_ key: [UInt8], _ change: (inout Entry) -> Void) {
        let index =
            entries.firstIndex { $0.key == key }
            ?? {
                entries.append(Entry(key: key))
                return entries.count - 1
            }()
        change(&entries[index])
        precondition(entries.count <= Place.maximumDigit, "a node describes at most 255 keys")
    }
}
