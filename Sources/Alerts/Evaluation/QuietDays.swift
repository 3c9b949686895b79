internal import Delivery
internal import NDJSON
internal import SQLite

/// The days before the newest one, of rules that found nothing in them.
///
/// Most looks judge the same days again, with the same result: nothing. The mark of such days is a
/// hash of everything that decides about them. While it stays the same, a look begins with the
/// newest day.
struct QuietDays: Equatable, Sendable {
    /// The name and version of the program, because the method is part of it.
    let program: String
    private(set) var marks: [AlertRule: UInt64] = [:]

    init(program: String) { self.program = program }

    subscript(rule: AlertRule) -> UInt64? {
        get { marks[rule] }
        set { marks[rule] = newValue }
    }

    // MARK: The store

    /// The marks of the last run: of all sends, or of one Firebase project.
    init(program: String, project: String?, _ db: Connection) throws {
        self.init(program: program)
        let text = try Settings.text(.alertsQuiet, project: project, db) ?? ""
        for pair in text.split(separator: ",") {
            let words = pair.split(separator: " ")
            guard words.count == 2, let rule = AlertRule(rawValue: String(words[0])),
                let mark = UInt64(words[1], radix: 16)
            else { continue }
            marks[rule] = mark
        }
    }

    func save(project: String?, _ db: Connection) throws {
        let text = marks.map { "\($0.key.rawValue) \(String($0.value, radix: 16))" }.sorted()
            .joined(separator: ",")
        guard text != (try Settings.text(.alertsQuiet, project: project, db) ?? "") else { return }
        try Settings.set(.alertsQuiet, project: project, text, db)
    }
}

extension RateModel {
    /// The mark of some hours: of all that `DropReplay` judges them by. `silent` are hours without
    /// data.
    func mark(
        of judged: Range<Int64>, silent: Set<Int64>, missing: [LeafSpan], program: String
    ) -> UInt64 {
        let end = Int(judged.upperBound - hours.lowerBound)
        var hash = SipHash(key: .init(0, 0))
        // The description of the parameters has all of their members.
        for text in [program, "\(parameters)", "\(cohorts.dimensions)", "\(kinds.prefix(end))"] {
            hash.append(text)
        }
        for hour in [hours.lowerBound, judged.lowerBound, judged.upperBound] { hash.append(hour) }
        for hour in silent.filter({ $0 < judged.upperBound }).sorted() { hash.append(hour) }
        for span in missing { hash.append("\(span.leaves) \(span.hours)") }
        for (leaf, words) in cohorts.leaves.enumerated() {
            hash.append("\(words)")
            append(leaf, until: end, to: &hash)
        }
        return hash.finish()
    }

    /// The counts of a leaf from before an hour, by index.
    private func append(_ leaf: Int, until end: Int, to hash: inout SipHash) {
        for row in cohorts.rows(of: leaf) {
            let hour = cohorts.rowHour[row]
            guard hour < end else { return }
            hash.append(Int64(hour))
            hash.append(cohorts.rowSent[row].bitPattern)
            let first = row * Cohorts.ages
            for place in first..<first + min(Cohorts.ages, end - hour) {
                hash.append(cohorts.rowEvents[place].bitPattern)
            }
        }
    }
}
