import Delivery
import Testing

@Suite("Blocks of decoded lines")
struct LineBlockTests {
    @Test("lines are plain values, and small")
    func plain() {
        #expect(_isPOD(DecodedLine.self))
        #expect(MemoryLayout<DecodedLine>.stride <= 56)
    }
}
