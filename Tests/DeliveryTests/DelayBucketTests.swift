import Delivery
import Testing

@Suite("Classes of delay")
struct DelayBucketTests {
    @Test("begin with their first second and end before the next")
    func borders() {
        for (bucket, from, to) in DelayBucket.all {
            if let from { #expect(DelayBucket.index(milliseconds: from * 1000) == bucket) }
            if let to { #expect(DelayBucket.index(milliseconds: to * 1000 - 1) == bucket) }
        }
    }

    @Test("follow each other without a gap, each with a number of its own")
    func order() {
        let all = DelayBucket.all
        #expect(all.first?.from == nil)
        #expect(all.last?.to == nil)
        for (class_, next) in zip(all, all.dropFirst()) { #expect(class_.to == next.from) }
        #expect(Set(all.map(\.bucket)).count == all.count)
        #expect(all.allSatisfy { (0...255).contains($0.bucket) })
    }

    @Test(
        "tell wrong clocks apart by how wrong they are",
        arguments: [
            (-1, 255), (-60_000, 255), (-60_001, 254), (-300_001, 253), (-900_001, 252),
            (-3_600_001, 251), (-86_400_000, 251), (-86_400_001, 250), (-9_999_999_999, 250),
        ] as [(Int64, Int32)])
    func early(milliseconds: Int64, bucket: Int32) {
        #expect(DelayBucket.index(milliseconds: milliseconds) == bucket)
    }

    @Test("take every time that there is")
    func extremes() {
        #expect(DelayBucket.index(milliseconds: .min) == 250)
        #expect(DelayBucket.index(milliseconds: .max) == 56)
    }
}
