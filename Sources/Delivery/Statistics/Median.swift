extension [Double] {
    /// The mean of the two middle numbers if their number is even; 0 without numbers.
    package var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
