internal import CScan

/// Numbers that a `FieldMemo` gave to lines of known shapes: a table in front of it.
///
/// In lines of one shape the same slots have values of the same kinds, and the same objects are
/// empty. So only texts are hashed and compared, in the order of the shape. A newer number takes
/// the place of an older one with the same hash.
struct ShapeMemo {
    /// The slots of a shape whose texts are compared.
    private struct Plan {
        var shape = 0
        var count = 0
    }

    private struct Entry {
        var shape = 0
        var salt: UInt64 = 0
        var number: Int32 = 0
    }

    private static let planCount = 256
    private static let mostSlots = 40
    private static let entryCount = 2048
    /// The largest size of all texts of an entry, with their lengths.
    private static let textSize = 768
    private static let padding = 16

    private let plans: UnsafeMutablePointer<Plan>
    private let slots: UnsafeMutablePointer<UInt16>
    private let entries: UnsafeMutablePointer<Entry>
    private let texts: UnsafeMutableRawPointer

    init() {
        plans = .allocate(capacity: ShapeMemo.planCount)
        plans.initialize(repeating: Plan(), count: ShapeMemo.planCount)
        slots = .allocate(capacity: ShapeMemo.planCount * ShapeMemo.mostSlots)
        entries = .allocate(capacity: ShapeMemo.entryCount)
        entries.initialize(repeating: Entry(), count: ShapeMemo.entryCount)
        texts = .allocate(
            byteCount: ShapeMemo.entryCount * ShapeMemo.textSize + ShapeMemo.padding, alignment: 8)
    }

    func deallocate() {
        plans.deallocate()
        slots.deallocate()
        entries.deallocate()
        texts.deallocate()
    }

    /// The number of a line of a known shape; `make` gives it if it is not in the table.
    ///
    /// - Parameter isText: whether the text of a slot of this line is compared.
    @inline(__always)
    func number(
        of fields: FieldReader, salt: UInt64, isText: (PathTree.Slot) -> Bool, make: () -> Int32
    ) -> Int32 {
        let plan = fields.shape & (ShapeMemo.planCount - 1)
        let slots = slots + plan * ShapeMemo.mostSlots
        if plans[plan].shape != fields.shape { self.plan(fields, plan, isText) }
        let count = plans[plan].count
        guard count >= 0 else { return make() }
        var hash = salt &+ UInt64(truncatingIfNeeded: fields.shape)
        for index in 0..<count {
            let value = fields[Int(slots[index])]
            hash = scan_quick_hash(value.start, value.count, hash)
        }
        let place = Int(truncatingIfNeeded: hash) & (ShapeMemo.entryCount - 1)
        let entry = entries + place
        let text = texts + place * ShapeMemo.textSize
        if entry.pointee.shape == fields.shape, entry.pointee.salt == salt,
            isEqual(fields, slots, count, text)
        {
            return entry.pointee.number
        }
        let number = make()
        let isKept = keep(fields, slots, count, text)
        entry.pointee = Entry(shape: isKept ? fields.shape : 0, salt: salt, number: number)
        return number
    }

    @inline(__always)
    private func isEqual(
        _ fields: FieldReader, _ slots: UnsafeMutablePointer<UInt16>, _ count: Int,
        _ text: UnsafeMutableRawPointer
    ) -> Bool {
        var p = text
        for index in 0..<count {
            let value = fields[Int(slots[index])]
            guard p.load(as: Int.self) == value.count,
                scan_equal(
                    value.start, UnsafePointer((p + 8).assumingMemoryBound(to: UInt8.self)),
                    value.count) != 0
            else { return false }
            p += 8 + (value.count + 7) & ~7
        }
        return true
    }

    /// False if the texts are too long.
    private func keep(
        _ fields: FieldReader, _ slots: UnsafeMutablePointer<UInt16>, _ count: Int,
        _ text: UnsafeMutableRawPointer
    ) -> Bool {
        var p = text
        for index in 0..<count {
            let value = fields[Int(slots[index])]
            let size = 8 + (value.count + 7) & ~7
            guard p + size <= text + ShapeMemo.textSize else { return false }
            p.storeBytes(of: value.count, as: Int.self)
            (p + 8).copyMemory(from: value.start, byteCount: value.count)
            p += size
        }
        return true
    }

    /// Notes the slots of a shape whose texts are compared.
    @inline(never)
    private func plan(_ fields: FieldReader, _ plan: Int, _ isText: (PathTree.Slot) -> Bool) {
        var count = 0
        fields.forEachSlot { slot, _ in
            guard count >= 0, isText(slot) else { return }
            guard count < ShapeMemo.mostSlots else {
                count = -1
                return
            }
            slots[plan * ShapeMemo.mostSlots + count] = UInt16(slot)
            count += 1
        }
        plans[plan] = Plan(shape: fields.shape, count: count)
    }
}
