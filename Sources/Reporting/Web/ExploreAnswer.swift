internal import Delivery
internal import NDJSON

/// The answer to a question of the page `explore`, of one state of the database.
package struct ExploreAnswer {
    private static let mostLines = 5

    let question: ExploreQuestion
    /// A row for each word, as the question's SQL gives it.
    package let table: ResultTable
    /// Numbers over time in the zone of the question: a row for each step and word.
    package let times: ResultTable
    let step: ExploreQuestion.Step
    package let asOf: Int64?
    /// How long after a send its opens count, in hours.
    let windowHours: Int64
    let project: ProjectChoice

    /// Throws `QueryError`, also for a campaign or project that no record names.
    package init(_ question: ExploreQuestion, _ session: SQLSession) throws {
        self.question = question
        if let name = question.filter.words["campaign"],
            let problem = try session.unknownCampaign(name)
        {
            throw QueryError([problem])
        }
        project = try ProjectChoice(question.filter.words["project"], session)
        let (table, hourly, asOf, window) = try session.snapshot {
            let table = try session.run(sql: question.sql)
            let words = NamedCells.rows(table).prefix(Self.mostLines)
                .filter { question.measure == .failed || $0.count("sent") ?? 0 > 0 }
                .map { $0.text(question.columnName) }
            return (
                table, try session.run(sql: question.hourlySQL(of: words)),
                try session.asOf(), try session.read(Settings.windowMilliseconds)
            )
        }
        self.asOf = asOf
        windowHours = window / 3_600_000
        self.table = Self.typed(table)
        let openFrom = asOf.map { session.clock.hour(of: $0 - window) }
        let drawings = question.steps.map { step in
            let times = ExploreTimes(question: question, step: step, openFrom: openFrom)
            return (step, times.table(of: hourly))
        }
        (step, times) =
            drawings.first { Self.hasEnough($0.1) } ?? drawings.last ?? (
                .day, ResultTable(columns: [String]())
            )
    }

    /// Whether most rows have rates that are shown.
    private static func hasEnough(_ table: ResultTable) -> Bool {
        let shown = table.withoutSmallBases.rows.count { !$0.contains(.null) }
        return shown * 2 >= table.rows.count
    }

    /// With what the columns of rates divide.
    private static func typed(_ table: ResultTable) -> ResultTable {
        var table = table
        for measure in ExploreQuestion.Measure.allCases {
            guard let place = measure.rate.flatMap(table.place) else { continue }
            table.columns[place].type = .rate
            table.columns[place].parts = measure.parts
        }
        return table
    }

    var sent: Int64 {
        table.column("sent")?.reduce(0) { $0 + ($1.whole ?? 0) } ?? 0
    }
}

/// Counts of hours as numbers of longer steps on the clock of a zone.
struct ExploreTimes {
    let question: ExploreQuestion
    let step: ExploreQuestion.Step
    /// Opens of sends from this hour on are still to come, in hours since 1970.
    let openFrom: Int64?

    private struct Key: Hashable {
        var step: Int64
        var word: String
    }

    private struct Sum {
        var part: Int64 = 0
        var whole: Int64 = 0
        var isMature = true
    }

    func table(of hourly: ResultTable) -> ResultTable {
        var sums: [Key: Sum] = [:]
        let measure = question.measure
        let parts = measure.parts
        for row in NamedCells.rows(hourly) {
            guard let hour = row.word("send_hour").flatMap(Period.hour) else { continue }
            let key = Key(
                step: begin(of: question.days.localHour(hour)),
                word: row.word(question.columnName) ?? "")
            sums[key, default: Sum()].part += row.count(parts.part) ?? 0
            sums[key, default: Sum()].whole += row.count(parts.whole) ?? 0
            if let openFrom, hour >= openFrom { sums[key]?.isMature = false }
        }
        let keys = sums.keys.sorted { ($0.step, $0.word) < ($1.step, $1.word) }
        var table = ResultTable(columns: columns)
        table.rows = keys.map { key in row(key, sums[key] ?? Sum()) }
        guard let rate = measure.rate.flatMap(table.place) else { return table }
        table.columns[rate].title = measure.name
        table.columns[rate].type = .rate
        table.columns[rate].parts = parts
        return table
    }

    private var columns: [String] {
        let start = [step.rawValue, question.columnName]
        let measure = question.measure
        guard let rate = measure.rate else { return start + [measure.parts.part, "mature"] }
        return start + [rate, measure.parts.part, measure.parts.whole, "mature"]
    }

    private func row(_ key: Key, _ sum: Sum) -> [ResultTable.Cell] {
        let time = Period.text(key.step)
        let start: [ResultTable.Cell] = [
            .text(step.hours < 24 ? time : String(time.prefix(10))), .text(key.word),
        ]
        let isOpen = question.measure != .sent && question.measure != .failed && !sum.isMature
        let mature = ResultTable.Cell.text(isOpen ? "no" : "yes")
        guard question.measure.rate != nil else { return start + [.integer(sum.part), mature] }
        let rate: ResultTable.Cell =
            sum.whole > 0 ? .real(Double(sum.part) / Double(sum.whole)) : .null
        return start + [rate, .integer(sum.part), .integer(sum.whole), mature]
    }

    /// Weeks begin on Monday; 1970-01-01 was a Thursday.
    private func begin(of local: Int64) -> Int64 {
        let shift: Int64 = step == .week ? 72 : 0
        return floorDivide(local + shift, step.hours) * step.hours - shift
    }
}
