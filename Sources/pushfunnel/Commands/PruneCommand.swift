import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting

struct PruneCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old messages and keep their counts.",
        discussion: """
            prune deletes the messages of old days with their IDs and hashes of tokens. Reports, \
            alerts and all views but messages stay as they are. trace, verify and report --as-of \
            no longer know these messages. If a record of these days is read later, ingest rejects \
            it as past_retention.

            With --keep-counts, prune also deletes the counts of older days. Reports, alerts and \
            views then begin later.

            After that, prune rewrites a database of up to 256 MB, or a larger one if more than a \
            quarter of it is free, or with --vacuum. This needs free disk space of twice the \
            remaining size. Otherwise new records reuse the space; until then, copies of deleted \
            rows may remain in pages that are in use.

            If prune is interrupted, the database is valid: run prune again to continue. Others \
            can read the database while prune runs; ingest exits with 75.

            EXAMPLES
              pushfunnel prune --keep 90d --dry-run
              pushfunnel prune --keep 90d
              pushfunnel prune --keep 90d --keep-counts 1000d
              pushfunnel prune --before 2025-08-01
            """)

    @Option(
        help: ArgumentHelp(
            "Days to keep, such as 90d, counted back from the time of the data. PUSHFUNNEL_KEEP "
                + "sets the default.", valueName: "days"))
    var keep: String?

    @Option(
        help: ArgumentHelp("The first day (UTC) to keep, such as 2025-08-01.", valueName: "day"))
    var before: String?

    @Option(
        help: ArgumentHelp(
            "Days for which counts are kept, such as 1000d: at least "
                + "\(PruneCommand.countDays) more than for messages. By default, all are kept. "
                + "PUSHFUNNEL_KEEP_COUNTS sets the default.",
            valueName: "days"))
    var keepCounts: String?

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Rewrite the file at any size, so that it holds no deleted data.")
    var vacuum = false

    @Flag(help: "Print how much would be deleted, and change nothing.")
    var dryRun = false

    @OptionGroup var status: StatusOptions

    func validate() throws {
        if keep != nil, before != nil { throw ValidationError("--keep", excludes: "--before") }
        if let keep, PruneCommand.days(keep) == nil {
            throw ValidationError("--keep", expected: PruneCommand.expectedDays, found: keep)
        }
        if let keepCounts, PruneCommand.days(keepCounts) == nil {
            throw ValidationError(
                "--keep-counts", expected: PruneCommand.expectedDays, found: keepCounts)
        }
        if let before, day(before) == nil {
            throw ValidationError("--before", expected: "a day such as 2025-08-01", found: before)
        }
    }

    func run() throws {
        // For VACUUM: other folders may have less space.
        setenv(
            "SQLITE_TMPDIR", URL(fileURLWithPath: database.db).deletingLastPathComponent().path, 0)
        // Throws if the database does not exist.
        _ = try Store.version(of: database.db)
        let store = try dryRun ? nil : Store(writing: database.db)
        let reader = try Store.reader(database.db)
        try Store.expectMessages(in: reader)
        let standing = try RetentionStanding(reader)
        guard let newest = standing.newest else {
            return status.note("\(database.db): no messages\n")
        }
        let horizon = try horizon(newest: newest)
        try expectOver(horizon, newest, standing)
        let reached = standing.horizon ?? horizon
        if reached.day > horizon.day {
            status.note("messages from before \(reached.text) were pruned already\n")
        }
        let before = max(horizon, reached)
        let counts = try countHorizon(newest: newest, messages: before)
        if let store {
            try prune(store, before: before, counts: counts)
        } else {
            try report(PrunePlan(Store.reader(database.db), before: before), before, counts)
        }
    }

    /// Messages stay until their windows are closed.
    private func expectOver(
        _ horizon: Horizon, _ newest: Int64, _ standing: RetentionStanding
    ) throws {
        let latest = Horizon(keeping: 1, until: newest - standing.windowMilliseconds)
        guard horizon > latest else { return }
        let place = before == nil ? Defaults.place(of: "keep", flag: "--keep") : "--before"
        throw Diagnostic(
            .usage,
            "\(place): opens of messages from before \(horizon.text) can still arrive: the "
                + "window is \(standing.windowMilliseconds / 3_600_000) h",
            hint: "keep the days from \(latest.text) on")
    }

    private func horizon(newest: Int64) throws -> Horizon {
        if let before, let horizon = day(before) { return horizon }
        guard let keep = keep ?? Defaults.text("keep") else {
            throw Diagnostic(
                .usage, "--keep: expected a number of days, found none",
                hint: #"add --keep 90d, or set PUSHFUNNEL_KEEP, or "keep" in pushfunnel.json"#)
        }
        return try horizon(keep, "keep", example: "90d", newest: newest)
    }

    /// The first day whose counts are kept; nil for all.
    private func countHorizon(newest: Int64, messages: Horizon) throws -> Horizon? {
        guard let keep = keepCounts ?? Defaults.text("keep_counts"), !keep.isEmpty else {
            return nil
        }
        let counts = try horizon(keep, "keep_counts", example: "1000d", newest: newest)
        let latest = Horizon(day: messages.day - PruneCommand.countDays)
        guard counts > latest else { return counts }
        let days = floorDay(newest) - latest.day + 1
        throw Diagnostic(
            .usage,
            "\(Defaults.place(of: "keep_counts", flag: "--keep-counts")): pages compare the days "
                + "from \(messages.text) on with the \(PruneCommand.countDays) days before",
            hint: "keep the counts of at least \(days) days")
    }

    private func horizon(
        _ keep: String, _ name: String, example: String, newest: Int64
    ) throws -> Horizon {
        guard let days = PruneCommand.days(keep) else {
            let flag = "--" + name.replacing("_", with: "-")
            throw ValueError.wrong(
                Defaults.place(of: name, flag: flag), expected: PruneCommand.expectedDays,
                found: keep, hint: "pushfunnel prune \(flag) \(example) overrides it")
        }
        return Horizon(keeping: days, until: newest)
    }

    /// Pages compare a day with four weeks before it, and days of other time zones begin earlier.
    private static let countDays: Int64 = 30

    static let expectedDays = "a number of days such as 90d"

    /// The number of `90d`.
    static func days(_ text: String) -> Int64? {
        guard text.hasSuffix("d"), let days = Int64(text.dropLast()) else { return nil }
        return (1...36_500).contains(days) ? days : nil
    }

    private func day(_ text: String) -> Horizon? {
        guard text.utf8.count == 10, let time = Timestamp(text + "T00:00:00Z") else { return nil }
        return Horizon(day: time.milliseconds / 86_400_000)
    }

    private func report(_ plan: PrunePlan, _ horizon: Horizon, _ counts: Horizon?) {
        let older = counts.map { ", and the counts from before \($0.text)" } ?? ""
        Terminal.note(
            "dry run: prune would delete \(grouped(plan.states)) message states from before "
                + "\(horizon.text) (\(byteText(plan.bytes)))\(older); nothing was changed\n")
    }

    private func prune(_ store: Store, before horizon: Horizon, counts: Horizon?) throws {
        let sizeBefore = size
        Interrupt.watch()
        let plan = try status.quiet ? nil : PrunePlan(Store.reader(database.db), before: horizon)
        let bar = ProgressBar(total: plan?.states ?? 0, unit: "messages")
        let pruner = try Pruner(
            store, before: horizon, counts: counts,
            smallSize: vacuum ? Int64.max : Pruner.smallSize)
        pruner.shouldStop = { Interrupt.signalNumber != nil }
        if !status.quiet {
            pruner.onProgress = {
                bar.update(done: $0.dropped, count: $0.dropped, label: "deleting")
            }
        }
        let isDone = try pruner.run()
        bar.clear()
        if let number = Interrupt.signalNumber, !isDone {
            Terminal.note("stopped; run the same command again to continue\n")
            throw ExitCode(128 + number)
        }
        report(pruner, sizeBefore)
    }

    private func report(_ pruner: Pruner, _ sizeBefore: Int64) {
        if !pruner.isLogEmpty {
            Terminal.note(
                "warning: a reader is open, so \(database.db)-wal still holds deleted data\n"
                    + "    hint: when the reader has ended, run the same command again\n")
        }
        if !pruner.hadRoom {
            Terminal.note(
                "warning: too little disk space to rewrite \(database.db): its free pages remain\n"
                    + "    hint: free twice its remaining size, then run the same command again\n")
        }
        guard !status.quiet else { return }
        let returned = sizeBefore - size
        Terminal.note(
            "\(grouped(pruner.progress.dropped)) message states from before "
                + "\(pruner.horizon.text) deleted, "
                + (pruner.counts.map { "counts kept from \($0.text) on; " } ?? "all counts kept; ")
                + (returned > 0
                    ? "\(byteText(returned)) freed, \(byteText(size)) left\n"
                    : "\(byteText(size)) as before\n"))
        Terminal.noteNext("verify", database.db)
    }

    private var size: Int64 { fileSize(database.db) }
}
