extension SipHash {
    /// Appends a JSON value so that spelling does not matter: white space, the order of keys
    /// and escapes are not part of the hash; numbers count as they are written.
    package mutating func append(_ value: JSONValue) {
        append(UInt64(SipHash.content(of: value, key: contentKey)))
    }

    /// Appends an object without some of its members.
    package mutating func append(_ object: JSONValue, without names: Set<String>) {
        var sum: UInt64 = 0
        FieldReader.forEachMember(of: object) { name, member in
            guard !names.contains(name.string ?? "") else { return }
            var hash = SipHash(key: contentKey)
            hash.append(SipHash.content(of: name, key: contentKey))
            hash.append(SipHash.content(of: member, key: contentKey))
            sum &+= hash.finish()
        }
        append(sum)
    }

    private var contentKey: Key { Key(0x636f_6e74_656e_7431, 0x6a73_6f6e_7661_6c75) }

    private static func content(of value: JSONValue, key: Key) -> UInt64 {
        switch value.kind {
        case .string, .number, .true, .false, .null:
            var hash = SipHash(key: key)
            hash.append(UInt64(value.kind.rawValue))
            hash.append(value.bytes)
            return hash.finish()
        case .escapedString:
            var hash = SipHash(key: key)
            hash.append(UInt64(JSONValue.Kind.string.rawValue))
            JSONEscapes.decoded(value.bytes).withUnsafeBufferPointer { hash.append($0) }
            return hash.finish()
        case .object:
            // Addition does not know the order of members.
            var sum: UInt64 = 0x6f62_6a65_6374
            FieldReader.forEachMember(of: value) { name, member in
                var hash = SipHash(key: key)
                hash.append(content(of: name, key: key))
                hash.append(content(of: member, key: key))
                sum &+= hash.finish()
            }
            return sum
        case .array:
            var hash = SipHash(key: key)
            FieldReader.forEachElement(of: value) { hash.append(content(of: $0, key: key)) }
            return hash.finish()
        case .absent:
            return 0
        }
    }
}
