import Alerts
import Delivery
import Foundation
import Testing

@Suite("Alert numbers")
struct VectorTests {
    private struct Vectors: Decodable {
        struct Tail: Decodable {
            var y: Double
            var m: Double
            var V: Double
            var log_tail: Double
        }

        struct Thresholds: Decodable {
            struct Kind: Decodable {
                var has_value: [Bool]
                var series: Int
                var score: Double

                var slices: [Slice] {
                    (0..<series).map { number in
                        Slice(has_value.map { $0 ? "\(number)" : nil })
                    }
                }
            }

            var times: Int
            var budget: Double
            var kinds: [Kind]
        }

        var log_tail: [Tail]
        var thresholds: [Thresholds]
        var inflation_28: Double
        var inflation_14: Double
        var likely_range_540: [Double]
    }

    private let vectors: Vectors

    init() throws {
        let data = try Data(contentsOf: Fixture.folder.appending(path: "vectors.json"))
        vectors = try JSONDecoder().decode(Vectors.self, from: data)
    }

    @Test("of tails are those that are known")
    func tails() {
        #expect(vectors.log_tail.count == 9)
        for known in vectors.log_tail {
            let tail = NegativeBinomial.logTail(known.y, mean: known.m, variance: known.V)
            #expect(abs(tail / known.log_tail - 1) < 1e-6, "P(Y <= \(known.y)), mean \(known.m)")
        }
    }

    @Test("ranges and tails of enormous counts end", arguments: [1e15, 1e17, 1e40, 1e150])
    func enormous(mean: Double) {
        let range = NegativeBinomial.likelyRange(mean: mean, variance: mean * mean / 100)
        #expect(range.lowerBound >= 0 && range.upperBound < 10 * mean)
        #expect(NegativeBinomial.logUpperTail(2 * mean, mean: mean, variance: 2 * mean) < 0)
    }

    @Test("of thresholds and ranges are those that are known")
    func thresholds() {
        #expect(vectors.thresholds.count == 4)
        for known in vectors.thresholds {
            let thresholds = AlertThresholds(
                known.kinds.flatMap(\.slices), times: known.times, budget: known.budget)
            for kind in known.kinds {
                for slice in kind.slices {
                    #expect(abs(thresholds.of(slice) - kind.score) < 1e-12)
                }
            }
            let other = thresholds.of(Slice(["ios", nil, "image"]))
            #expect(other == known.kinds.map { thresholds.of($0.slices[0]) }.max())
        }
        #expect(abs(AlertParameters.inflation(days: 28) - vectors.inflation_28) < 1e-12)
        #expect(abs(AlertParameters.inflation(days: 14) - vectors.inflation_14) < 1e-12)
        let range = NegativeBinomial.likelyRange(mean: 540, variance: 540 + 0.0025 * 540 * 540)
        #expect([range.lowerBound, range.upperBound] == vectors.likely_range_540)
    }

    @Test("of tails agree with adding up probabilities", arguments: [1.5, 4, 40, 300])
    func sums(variance: Double) {
        let mean = 1.25
        let shape = mean * mean / (variance - mean)
        var term = shape * log(shape / (shape + mean))
        var sum = exp(term)
        for count in 0..<60 {
            let tail = NegativeBinomial.logTail(Double(count), mean: mean, variance: variance)
            #expect(abs(tail - log(sum)) < 1e-9 + 1e-6 * abs(log(sum)))
            term += log((shape + Double(count)) / Double(count + 1) * mean / (shape + mean))
            sum += exp(term)
        }
    }

    @Test("of silence: 14.8 events at 10 % noise, 27.4 at 30 %")
    func staleness() {
        #expect(abs(Staleness.limit(noise: 0.1) - 14.8) < 0.05)
        #expect(abs(Staleness.limit(noise: 0.3) - 27.4) < 0.1)
        #expect(abs(Staleness.limit(noise: 0) - 13.8) < 1e-9)
    }
}
