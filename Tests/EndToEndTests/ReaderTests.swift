import Foundation
import Locked
import Synchronization
import TestSupport
import Testing

/// Whoever reads while logs are written and followed.
@Suite("Readers beside a follower")
struct ReaderTests {
    /// A question, and whether an answer to it is of one consistent state.
    private struct Question: Sendable {
        var name: String
        var command: [String]
        var codes: Set<Int32> = [0]
        var isConsistent: @Sendable (String) -> Bool
    }

    /// What has to hold in every state, in one statement: 1 when it does.
    private static let addsUp = """
        select lines = new + duplicate + rejected + foreign_lines + blank
            and lines = (select sum(lines) from ledger_files)
            and matched = (select coalesce(sum(events), 0) from funnel_cells)
                + (select coalesce(sum(events), 0) from topic_send_cells)
            and (select sum(attempted) = sum(sent) + sum(failed) from funnel_hourly) is not 0
        from totals
        """

    private static func questions(_ database: String) -> [Question] {
        var questions = [
            Question(name: "report", command: ["report", "--db", database, "--json"]) { answer in
                // Events may come first; then there is no funnel, and the report says so.
                if answer.contains("No sends are stored.") { return true }
                guard let report = try? FunnelJSON(answer) else { return false }
                let platforms = report.funnels("platform").values
                return ["attempted", "received"].enumerated().allSatisfy { index, name in
                    let sum = platforms.reduce(0) { $0 + $1.counts[index == 0 ? 0 : 3] }
                    return report.total(name) == sum
                }
            },
            Question(name: "sql", command: ["sql", "--db", database, "--csv", addsUp]) {
                $0.split(whereSeparator: \.isNewline).last == "1"
            },
            Question(
                name: "alert", command: ["alert", "--dry-run", "--db", database, "--json"],
                codes: [0, 1, 2]
            ) { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil },
            Question(name: "verify", command: ["verify", "--db", database, "-q"]) { $0 == "" },
        ]
        for index in questions.indices { questions[index].command.insert(Program.path, at: 0) }
        let shell = "/usr/bin/sqlite3"
        if FileManager.default.isExecutableFile(atPath: shell) {
            questions.append(
                Question(name: "sqlite3", command: [shell, "-readonly", database, addsUp]) {
                    $0 == "1\n"
                })
        }
        return questions
    }

    @Test("get answers of one consistent state, and none is turned away")
    func answers() throws {
        let sample = try Sample(["--sends", "5000", "--days", "1", "--duplicates", "0.05"])
        let all = try PlainLines(sample)
        let followed = try FollowedFolder(options: ["--batch", "500"])
        let writer = DispatchGroup()
        let logs = followed.logs
        DispatchQueue.global().async(group: writer) {
            try? RotatingLog(logs, seed: 77).write(all.lines)
        }
        #expect(followed.reaches(1))
        let isWriting = Atomic(true)
        let questions = ReaderTests.questions(followed.database.path)
        let wrong = Locked<[String]>([])
        let readers = DispatchGroup()
        for question in questions {
            DispatchQueue.global().async(group: readers) {
                repeat {
                    if let told = ReaderTests.ask(question) { wrong.withLock { $0.append(told) } }
                } while isWriting.load(ordering: .relaxed)
            }
        }
        writer.wait()
        let isThere = followed.reaches(all.lines.count)
        isWriting.store(false, ordering: .relaxed)
        readers.wait()
        #expect(isThere)
        #expect(wrong.withLock { $0 } == [])
        #expect(try followed.end().code == 143)
        try all.expect(in: followed.database)
    }

    /// What is wrong with the answer, or nil.
    private static func ask(_ question: Question) -> String? {
        guard
            let answer = try? Program.run(
                executable: question.command[0], Array(question.command.dropFirst()))
        else { return "\(question.name): cannot be started" }
        guard question.codes.contains(answer.code), answer.errors == "" else {
            return "\(question.name): \(answer.code) \(answer.errors)"
        }
        return question.isConsistent(answer.output)
            ? nil : "\(question.name): \(answer.output.prefix(400))"
    }
}
