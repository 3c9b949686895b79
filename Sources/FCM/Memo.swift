package import NDJSON

/// A value that many records share: equal to another by what it holds, told apart quickly by its
/// place in the memo that made it.
@dynamicMemberLookup
package final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    /// Its place among the values of its generation, from 0; each generation starts anew.
    package let slot: Int
    package let generation: Int

    package init(_ value: Value, slot: Int = 0, generation: Int = 0) {
        self.value = value
        self.slot = slot
        self.generation = generation
    }

    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        value[keyPath: path]
    }

    package static func == (a: Shared, b: Shared) -> Bool {
        a === b || a.value == b.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// Values made from runs of bytes, each made once: the same bytes give the same value.
///
/// Compares the bytes, so two runs of one hash stay two. Holds a bounded number of values and
/// starts a new generation beyond it.
package struct Memo<Value: Hashable & Sendable> {
    private var index: MemoIndex
    private var values: [Shared<Value>] = []
    private var generation = 0

    package init(limit: Int = 16_384) {
        index = MemoIndex(limit: limit)
    }

    /// The value of `key`, made by `make` when it is new.
    package mutating func value(_ key: MemoKey, make: () -> Value) -> Shared<Value> {
        let slot = index.slot(of: key)
        if values.indices.contains(slot) { return values[slot] }
        if slot < 0 {
            generation += 1
            values.removeAll(keepingCapacity: true)
            index.removeAll()
            _ = index.slot(of: key)
        }
        let made = Shared(make(), slot: values.count, generation: generation)
        values.append(made)
        return made
    }
}
