internal import NDJSON

/// Names an incident by its rule and slice, the same on every machine.
package enum AlertIdentity {
    package static func id(rule: String, slice: [AlertReport.Dimension]) -> String {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append(rule)
        for dimension in slice {
            hash.append(dimension.name)
            hash.append(dimension.text)
        }
        let digits = String(hash.finish(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
