/// Rows of FCM's export to BigQuery about sends.
extension HourPlanner {
    /// Some accepted sends are told a second time, at the moment of acceptance.
    mutating func planAcceptedRow(_ send: Send) {
        if send.message.isUniform { return }
        if send.failure == nil && random.chance(0.01) {
            exportRow(
                Row(send: send, at: send.message.acceptedAt, form: .accepted), isNew: false)
        }
    }

    /// Sends of a service without a log: the export is the only one who knows.
    mutating func planExportOnly(_ send: Send) {
        let form: Row.Form = send.failure == nil ? .accepted : .failed
        exportRow(Row(send: send, at: send.message.acceptedAt, form: form), isNew: true)
    }
}
