package import Delivery
internal import NDJSON
internal import SQLite

/// What the pages of a report follow from, as one text for each period: while it stays the same,
/// the page stays the same.
///
/// It covers the counts of all hours that a page reads, the incidents that touch its period, the
/// notes of its days and those before, the time of the data until the page is final, and the
/// program, report, queries and templates.
package struct PageMarks {
    /// Hours after its window that drawings of incidents show.
    private static let hoursAfter: Int64 = 24

    private let session: SQLSession
    private let request: ReportRequest
    private let base: SipHash
    /// In the order of hours.
    private let hours: [(hour: Int64, mark: UInt64)]
    private let incidents: [Row]
    private let notes: [DayNote]
    private let windowHours: Int64
    /// `AsOf.stored`
    package let asOf: Int64?

    /// `program` is the name and version of the program, `texts` those of report, queries and
    /// templates.
    package init(
        of request: ReportRequest, _ session: SQLSession, program: String, texts: [String]
    ) throws {
        self.session = session
        self.request = request
        var base = SipHash(key: .init(0, 0))
        let words = request.filter.words.merging(request.parameters.map { (":" + $0, $1) }) { $1 }
        for text in [program, request.timeZone] + texts { base.append(text) }
        for (name, word) in words.sorted(by: { $0.key < $1.key }) {
            base.append(name)
            base.append(word)
        }
        self.base = base
        hours = try session.read(HourMarks.stored).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        incidents = try session.read {
            try Row.fetchAll($0, sql: "select * from alerts order by id")
        }
        notes = try session.read(DayNote.all)
        windowHours = try session.read(Settings.windowMilliseconds) / 3_600_000
        asOf = try session.read(AsOf.stored)
    }

    /// Whether all windows of a period are over.
    package func isFinal(_ period: Period) -> Bool {
        period.until.map {
            session.clock.beginning(of: $0) + windowHours * 3_600_000 <= asOf ?? .min
        } ?? false
    }

    package func mark(of period: Period) throws -> String {
        guard let since = period.since, let until = period.until else { return "" }
        var hash = base
        hash.append(isFinal(period) ? 0 : asOf ?? 0)
        // Clocks may be changed by an hour between then and now.
        let before = since - Int64(ReportContext.historyDays(period)) * 24 - 1
        let read = before..<until + windowHours + PageMarks.hoursAfter
        for (hour, mark) in hours[places(of: read)] {
            hash.append(hour)
            hash.append(mark)
        }
        for row in try incidents.filter({ try touches($0, period) }) {
            for cell in row.cells { hash.append("\(cell)") }
        }
        for note in notes.filter({ touches($0, before, until) }) {
            hash.append(note.day)
            hash.append(note.text)
        }
        if places(of: since..<until).isEmpty { hash.append(try absence(period) ?? "") }
        return String(hash.finish(), radix: 16)
    }

    private func places(of range: Range<Int64>) -> Range<Int> {
        let start = hours.firstPlace { $0.hour >= range.lowerBound }
        return start..<max(start, hours.firstPlace { $0.hour >= range.upperBound })
    }

    /// As the query `recent_alerts`.
    private func touches(_ incident: Row, _ period: Period) throws -> Bool {
        let end: String? = try incident["ends_at"]
        return try (incident["starts_at"] as String) < period.untilText ?? "9999"
            && end ?? "9999" >= period.sinceText ?? ""
    }

    /// As the query `day_notes`.
    private func touches(_ note: DayNote, _ before: Int64, _ until: Int64) -> Bool {
        note.day >= Period.day(of: before) && note.day <= Period.day(of: until)
    }

    /// What an empty page says of the days around it.
    private func absence(_ period: Period) throws -> String? {
        var request = request
        request.filter.period = period
        return try ReportAbsence(context: ReportContext(request, session), session: session).note()
    }
}

extension Array {
    /// The first place whose element holds, of elements that begin to hold at some place.
    fileprivate func firstPlace(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
