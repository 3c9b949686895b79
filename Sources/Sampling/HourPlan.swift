/// The result of the sends of one hour: lines for many files, and the truth about them.
struct HourPlan {
    /// Counted from the start of the sample.
    let hour: Int
    /// Lines by the hour of their upload, counted from `hour`.
    var sends: [SendBucket]
    var events: [[Event]]
    var rows: [RowFile: [Row]] = [:]
    var truth: HourTruth
}

/// The file of a row.
struct RowFile: Hashable {
    var folder: String
    /// Counted from the first day of the sample.
    var day: Int
}
