import FCM
import Locked
import NDJSON

/// Lines are decoded the same by decoders that have read different lines before, whatever they
/// hold; and a record is the same in any order of its fields.
func fuzzRecords(_ bytes: [UInt8]) throws {
    let lines = bytes.prefix(8192).split(separator: 0x0a).prefix(4).map(Array.init)
    for known in [byFCM, byOwnIDs] {
        try known.withLock { decoders in
            decoders.renew()
            for line in lines { try decoders.compare(line) }
        }
    }
}

/// A decoder takes long to make: two are kept for a while, and made anew at different times.
private struct Decoders {
    let paths: RecordPaths
    private var young: ToldLines
    private var old: ToldLines
    private var age = 0

    init(_ paths: RecordPaths) {
        self.paths = paths
        young = ToldLines(paths: paths)
        old = ToldLines(paths: paths)
    }

    mutating func renew() {
        age += 1
        if age % 500 == 0 { young = ToldLines(paths: paths) }
        if age % 3000 == 0 { old = ToldLines(paths: paths) }
    }

    func compare(_ line: [UInt8]) throws {
        let told = try young.read(line)
        try expectEqual(old.read(line), told, "by a decoder that has read others")
        try expectEqual(old.read(line), told, "read again")
        guard let value = try? PlainJSON.read(line), !SlotPaths(value, paths).areShared else {
            return
        }
        try expectEqual(old.read(value.reversed).sorted, told.sorted, "with fields in reverse")
    }
}

private let byFCM = Locked(Decoders(RecordPaths()))

/// With IDs of one's own, by a name and by a pointer.
private let byOwnIDs = Locked(
    Decoders(
        {
            var paths = RecordPaths()
            paths.join(by: ["push_id", "/context/push"])
            return paths
        }()))

extension PlainValue {
    /// The same document with the members of each object in reverse. What stands in arrays stays:
    /// their order means something.
    fileprivate var reversed: [UInt8] {
        guard case .object(let members) = form else { return Array(bytes) }
        let reversed = members.reversed().map { member in
            PlainValue.quoted(member.name) + [UInt8(ascii: ":")] + member.value.reversed
        }
        return [UInt8(ascii: "{")] + Array(reversed.joined(separator: [UInt8(ascii: ",")]))
            + [UInt8(ascii: "}")]
    }
}

/// Which fields the paths of a record lead to. Where two paths lead to one, or one path stands
/// twice, the last value counts, so that order means something.
private struct SlotPaths {
    private let fields: FieldReader
    private let slotCount: Int
    private var taken: Set<Int> = []
    private(set) var areShared = false

    init(_ document: PlainValue, _ paths: RecordPaths) {
        fields = FieldReader(paths.tree)
        slotCount = paths.tree.slotCount
        guard document.depth < 100 else {
            areShared = true
            return
        }
        add(document, before: [], behind: [])
    }

    private mutating func add(_ value: PlainValue, before: [UInt8], behind: [UInt8]) {
        var names: Set<[UInt8]> = []
        for member in value.members {
            if !names.insert(member.name).inserted { areShared = true }
            guard !areShared else { return }
            let head =
                before + [UInt8(ascii: "{")] + PlainValue.quoted(member.name)
                + [UInt8(ascii: ":")]
            let tail = [UInt8(ascii: "}")] + behind
            var isObject = false
            if case .object = member.value.form { isObject = true }
            let inner = isObject ? Array("{}".utf8) : Array(member.value.bytes)
            let found = slots(head + inner + tail).subtracting(
                slots(before + Array("{}".utf8) + behind))
            if !found.isDisjoint(with: taken) { areShared = true }
            taken.formUnion(found)
            if isObject { add(member.value, before: head, behind: tail) }
        }
    }

    private func slots(_ line: [UInt8]) -> Set<Int> {
        let memory = line + Array(repeating: 0, count: FieldReader.padding)
        return memory.withUnsafeBufferPointer { buffer in
            try? fields.read(UnsafeBufferPointer(rebasing: buffer[..<line.count]))
            return Set(
                (0..<slotCount).filter { fields[$0].isGiven })
        }
    }
}
