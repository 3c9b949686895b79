/// p values of several tests made together: of many, one is small by chance alone.
package enum Comparisons {
    /// p values that hold for all of them together, in the order of `p`: Holm (1979), A simple
    /// sequentially rejective multiple test procedure. What has none (nil) is no test.
    package static func holm(_ p: [Double?]) -> [Double?] {
        var adjusted = p
        var highest = 0.0
        let tests = p.enumerated().compactMap { place, p in p.map { (p: $0, place: place) } }
        for (rank, test) in tests.sorted(by: { $0 < $1 }).enumerated() {
            highest = max(highest, min(1, test.p * Double(tests.count - rank)))
            adjusted[test.place] = highest
        }
        return adjusted
    }
}
