/// What the sends of one hour lead to: lines for many files, and the truth about them.
struct HourPlan {
    /// Counted from the start of the sample.
    let hour: Int
    /// Lines by the hour of their upload, counted from `hour`.
    var sends: [SendBucket]
    var events: [[Event]]
    /// Rows by the day that they tell of, counted from the first day of the sample.
    var exportRows: [Int: [Row]] = [:]
    var analyticsRows: [Int: [Row]] = [:]
    var truth: HourTruth
}
