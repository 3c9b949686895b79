/// The scale of numbers with outliers.
enum RobustScale {
    /// Converts the median absolute deviation to a standard deviation, for normal numbers.
    static let madFactor = 1.4826
    /// The 5 % point of the standard normal distribution.
    static let lowPoint = 1.645
    static let lowShare = 0.05

    /// The upper median, and 1.4826 times the median distance from it. There must be at least one
    /// number.
    static func deviation(_ numbers: [Double]) -> (median: Double, mad: Double) {
        var scratch = numbers
        let median = select(&scratch, scratch.count / 2)
        for index in scratch.indices { scratch[index] = abs(scratch[index] - median) }
        return (median, madFactor * select(&scratch, scratch.count / 2))
    }

    /// Whether 1.4826 times the median distance from the upper median is at most 1. There must be
    /// at least one number; their order changes.
    ///
    /// It counts instead of selecting twice.
    static func isMiddleAtMostOne(_ numbers: inout [Double]) -> Bool {
        let median = select(&numbers, numbers.count / 2)
        var near = 0
        for number in numbers where madFactor * abs(number - median) <= 1 { near += 1 }
        return near > numbers.count / 2
    }

    /// The number at `rank` in sorted order (Hoare's quickselect); their order changes.
    ///
    /// Which side a number goes to is random, so nothing branches on it (Lomuto's partition).
    static func select(_ numbers: inout [Double], _ rank: Int) -> Double {
        numbers.withUnsafeMutableBufferPointer { numbers in
            var left = 0..<numbers.count
            while left.count > 1 {
                let (low, high) = (left.lowerBound, left.upperBound)
                let pivot = median(
                    numbers[low], numbers[(low + high) / 2], numbers[high - 1])
                let smaller = partition(numbers, left) { $0 < pivot }
                guard rank >= smaller else {
                    left = low..<smaller
                    continue
                }
                // All numbers that equal the pivot in one step: there may be many.
                let equal = partition(numbers, smaller..<high) { !(pivot < $0) }
                guard rank >= equal else { return pivot }
                left = equal..<high
            }
            return numbers[rank]
        }
    }

    /// Moves the numbers for which `isFirst` is true before the others, and returns where the
    /// others begin.
    @inline(__always)
    private static func partition(
        _ numbers: UnsafeMutableBufferPointer<Double>, _ places: Range<Int>,
        by isFirst: (Double) -> Bool
    ) -> Int {
        var end = places.lowerBound
        for place in places {
            let number = numbers[place]
            numbers[place] = numbers[end]
            numbers[end] = number
            end += isFirst(number) ? 1 : 0
        }
        return end
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }
}
