import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting
import SQLite

struct TokensCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Print which of your tokens are dead, idle or get pushes twice.",
        discussion: """
            tokens reads tokens or installation IDs, one a line, plain or gzipped. The database \
            has only keyed hashes of tokens: tokens are hashed in memory, and nothing is stored. \
            It prints a line for each token, in the order of the input.

            dead: FCM answered UNREGISTERED, and accepted no send to the token since. idle: FCM \
            accepted pushes both before and in the last days of the data, and none was opened in \
            these days. active: all others that got a send. unknown: the database has no send to \
            the token. Repeated pushes have the same campaign and message type, and follow each \
            other within 10 minutes.

            EXAMPLES
              pushfunnel tokens < tokens.txt
              pushfunnel tokens --dead < tokens.txt | cut -d ' ' -f 1 > delete.txt
              pushfunnel tokens --idle 60d --csv tokens.txt > idle.csv
              pushfunnel tokens --hash --csv tokens.txt > hashes.csv
            """)

    @Argument(
        help: ArgumentHelp("A file with tokens, or - for standard input.", valueName: "file"),
        completion: .file())
    var file = ByteSource.standardInput

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Print only dead tokens; with other filters, what any of them selects.")
    var dead = false

    @Option(
        help: ArgumentHelp("Print only tokens without an open in so many days.", valueName: "days"))
    var idle: String?

    @Flag(help: "Print only tokens that got repeated pushes.")
    var repeated = false

    @Flag(help: "Print only tokens that the database does not know.")
    var unknown = false

    @Flag(help: "Print the hash of each token, too: target_hash of the view messages.")
    var hash = false

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @OptionGroup var status: StatusOptions

    private static let usualDays: Int64 = 30
    /// Tokens in memory at the same time, with their texts and facts.
    private static let mostAtOnce = 200_000

    func validate() throws {
        if json, csv { throw ValidationError("--json", excludes: "--csv") }
        _ = try days()
    }

    private func days() throws -> Int64 {
        guard let idle else { return TokensCommand.usualDays }
        let digits = idle.hasSuffix("d") ? idle.dropLast() : idle[...]
        guard let days = Int64(digits), (1...36_500).contains(days) else {
            throw ValidationError("--idle", expected: "days such as 30d", found: idle)
        }
        return days
    }

    func run() throws {
        if file == ByteSource.standardInput, isatty(0) == 1 {
            throw ValidationError(
                "tokens", expected: "a file or tokens on standard input, found a terminal",
                hint: "pushfunnel tokens < tokens.txt")
        }
        CoreDumps.turnOff()
        let lines = try LineReader(ByteSource(path: file))
        try Store.reader(database.db).read { db in
            let reading = try TargetReading(db)
            guard reading.keepsTargets else {
                throw Diagnostic(
                    .usage, "\(database.db): this database stores no hashes of tokens",
                    hint: "read the logs into a new database without --no-token-hash")
            }
            try answer(lines, reading)
            try reportPruned(Horizon.stored(db))
        }
        try expectComplete(lines)
    }

    private func expectComplete(_ lines: LineReader) throws {
        switch lines.ending {
        case .broken(let error), .incomplete(let error):
            var diagnostic = Diagnostics.input(error)
            diagnostic.hint = "the tokens before that are printed; write the file again"
            throw diagnostic
        case .complete, nil: break
        }
    }

    private func answer(_ lines: LineReader, _ reading: TargetReading) throws {
        let rule = try idleRule(reading)
        var counts = TokenCounts()
        var parts = TableParts(json: json)
        var isAtEnd = false
        while !isAtEnd {
            let tokens = next(lines, reading)
            isAtEnd = tokens.count < TokensCommand.mostAtOnce
            let facts = try reading.facts(of: tokens.lazy.map(\.hash))
            let answers = tokens.map {
                TokenAnswer(token: $0.text, hash: $0.hash, facts: facts[$0.hash], idle: rule)
            }
            answers.forEach { counts.add($0) }
            try write(answers.filter(isWanted), rule, &parts)
        }
        if json || csv { try Terminal.print(parts.end) }
        status.note(counts.text(rule) + "\n")
        if counts.tokens > 0, counts.unknown == counts.tokens { warn(database.db) }
    }

    private func warn(_ database: String) {
        Terminal.note(
            "warning: \(database): no send to any of these tokens\n"
                + "    hint: write one token a line; hashes from before the last pushfunnel rotate "
                + "are deleted\n")
    }

    private func reportPruned(_ horizon: Horizon?) {
        guard let horizon else { return }
        status.note("note: messages from before \(horizon.text) were pruned\n")
    }

    /// Nil for a store without opens, in which every token would be idle.
    private func idleRule(_ reading: TargetReading) throws -> IdleRule? {
        guard reading.knowsOpens, let asOf = reading.asOf else {
            if idle != nil { Terminal.note("warning: the database has no log of opens\n") }
            return nil
        }
        return IdleRule(days: try days(), end: asOf)
    }

    private func isWanted(_ answer: TokenAnswer) -> Bool {
        guard dead || idle != nil || repeated || unknown else { return true }
        return dead && answer.state == .dead || idle != nil && answer.state == .idle
            || repeated && answer.isRepeated || unknown && answer.state == .unknown
    }

    /// The next tokens; blank lines are none.
    private func next(
        _ lines: LineReader, _ reading: TargetReading
    ) -> [(text: String, hash: Int64)] {
        var tokens: [(text: String, hash: Int64)] = []
        while tokens.count < TokensCommand.mostAtOnce, let line = lines.next() {
            let token = line.bytes.trimmed
            guard !token.isEmpty, let hash = reading.hash(of: token) else { continue }
            tokens.append((String(decoding: token, as: UTF8.self), hash))
        }
        return tokens
    }

    private func write(
        _ answers: [TokenAnswer], _ rule: IdleRule?, _ parts: inout TableParts
    ) throws {
        let isTable = json || csv
        for start in stride(from: 0, to: max(answers.count, 1), by: 10_000) {
            let some = Array(answers[start..<min(start + 10_000, answers.count)])
            try Terminal.print(
                isTable
                    ? parts.text(of: TokenAnswer.table(some, withHash: hash))
                    : some.map { $0.line(withHash: hash, rule) }.joined())
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Without spaces and tabs at both ends.
    fileprivate var trimmed: Self {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = firstIndex { !isBlank($0) } ?? endIndex
        let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        return Self(rebasing: self[start..<end])
    }
}
